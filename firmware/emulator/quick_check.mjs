// Whether quick.mjs does what rp2040js does: every instruction of 16 bits, and BL, from ROUNDS states by chance. Prints how
// many were compared, and how many of them quick.mjs executed itself; ends with status 1 at the first that differs.
//
//   node quick_check.mjs SEED

import { Simulator } from 'rp2040js';
import { quick } from './quick.mjs';

const ROUNDS = 4, BL_ROUNDS = 20_000, ALL = 1 << 16;
const FLASH_AT = 0x10000000, RAM_AT = 0x20000000, CODE = 0x1000, RAM_BYTES = 264 * 1024;
const LOOK_AT_RAM = 256;  // instructions, from one comparison of all memory to the next

const tell = (text) => process.stdout.write(`${text}\n`);
console.log = console.warn = console.error = () => {};  // of accesses to what is no memory, by chance

let seed = Number(process.argv[2]) || 1;
function chance(below) {  // xorshift
  seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
  return (seed >>> 0) % below;
}

function made() {
  const { clock, rp2040: mcu } = new Simulator();
  mcu.logger = { debug() {}, info() {}, warn() {}, error() {} };
  mcu.onBreak = () => {};
  return { clock, mcu, core: mcu.core };
}
const theirs = made(), ours = made();
let left = 0;
const execute = ours.core.executeInstruction.bind(ours.core);
ours.core.executeInstruction = () => { left++; return execute(); };
const untilAlarm = quick(ours.mcu, ours.clock, { now: false });
const one = ours.clock.createAlarm(() => {});

const SOME = [
  () => RAM_AT + chance(RAM_BYTES), () => RAM_AT + 4 * chance(RAM_BYTES / 4), () => FLASH_AT + 4 * chance(4096),
  () => chance(300), () => (-chance(300)) >>> 0, () => chance(2 ** 16) * 2 ** 16 + chance(2 ** 16), () => 0x80000000,
  () => 0xffffffff,
];
function any() { return SOME[chance(SOME.length)]() >>> 0; }

for (let at = 0; at < RAM_BYTES; at += 4) {
  const value = any();
  for (const { mcu } of [theirs, ours]) mcu.sramView.setUint32(at, value, true);
}
for (let at = 0; at < 4 * 4096; at += 4) {
  const value = any();
  for (const { mcu } of [theirs, ours]) mcu.flashView.setUint32(at, value, true);
}

function state({ core }) {
  return [...core.registers, +core.N, +core.Z, +core.C, +core.V, +core.waiting, core.IPSR].join(' ');
}

function compare(code, second) {
  const registers = Array.from({ length: 15 }, any), flags = chance(16);
  registers[13] = RAM_AT + 4 * (64 + chance(RAM_BYTES / 4 - 128));
  const inRam = chance(4) === 0, pc = (inRam ? RAM_AT : FLASH_AT) + CODE + 2 * chance(64);
  for (const { mcu, core } of [theirs, ours]) {
    core.registers.set(registers);
    core.PC = pc;
    [core.N, core.Z, core.C, core.V] = [8, 4, 2, 1].map((bit) => (flags & bit) !== 0);
    core.waiting = core.interruptsUpdated = core.pendingSVCall = core.PM = core.nPRIV = false;
    core.eventRegistered = false;
    core.currentMode = 0; core.IPSR = 0; core.SPSEL = 0;
    const view = inRam ? mcu.sramView : mcu.flashView, at = pc - (inRam ? RAM_AT : FLASH_AT);
    view.setUint16(at, code, true);
    view.setUint16(at + 2, second, true);
  }
  const cycles = theirs.core.executeInstruction();
  one.schedule(1);
  const from = ours.clock.nanosCounter;
  untilAlarm();
  one.cancel();
  const took = (ours.clock.nanosCounter - from) / 8;
  if (took !== cycles || state(theirs) !== state(ours)) {
    tell(`${code.toString(16)} ${second.toString(16)} at ${pc.toString(16)} from ${registers.map((n) => n.toString(16)).join(' ')}, flags ${flags}:\n` +
      `rp2040js ${state(theirs)}, ${cycles} cycles\nquick    ${state(ours)}, ${took} cycles`);
    process.exit(1);
  }
}

function compareMemory(last) {
  if (Buffer.compare(theirs.mcu.sram, ours.mcu.sram)) {
    tell(`the memory differs after one of the instructions before ${last.toString(16)}`);
    process.exit(1);
  }
}

let compared = 0;
for (let round = 0; round < ROUNDS; round++) {
  for (let code = 0; code < ALL; code++) {
    if (code >> 11 > 0b11100) continue;   // the first half of one of 32 bits
    compare(code, chance(ALL));
    if (++compared % LOOK_AT_RAM === 0) compareMemory(code);
  }
}
for (let n = 0; n < BL_ROUNDS; n++, compared++) compare(0xf000 | chance(0x800), 0xd000 | chance(ALL));
compareMemory(ALL);
tell(`${compared} compared, ${compared - left} of them executed by quick.mjs`);
