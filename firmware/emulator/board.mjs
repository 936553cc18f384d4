// One virtual board whose microcontroller is emulated: an RP2040 that runs the image, with the chip models beside it.
//
//   node board.mjs SETUP LINE GRANTS REPORTS AT_US SEED UID
//
// The last six as sim/boot_board.py has them, and the same lock-step with the simulator (sim/lockstep.py tells the
// pipes' fields). SETUP is a JSON file: uf2, bootrom, firmware (a folder), flash (the file system's image; what the
// board writes goes back there), role and settings (text of board.json); watch, frames: files for the moments of the scans
// and for the lamps' frames, or "". Time is the chip's own, counted in cycles.

import fs from 'node:fs';
import { openModels } from './models.mjs';
import { makeChip } from './chip.mjs';
import { FILES_AT, FILES_END, imageOf } from './image.mjs';

const RUNNING = 0, RESET = 1, END = 0xffffffffffffffffn;
const LAMP_DATA = 8, HALL_LOAD = 5;
const SCRATCH = 'scratch.json';  // what a reset leaves of the watchdog: gone at the next start, as with the power

// The last line is what the simulator shows: an error's own words, not where node stood.
process.on('uncaughtException', (error) => { fs.writeSync(2, `${error.message.trim()}\n`); process.exit(1); });

const [, , setupPath, line, grants, reports, atUs, seed, uid] = process.argv;
const setup = JSON.parse(fs.readFileSync(setupPath));
const startUs = Number(atUs);
let notes = [], out = [], ended = false, watched = [];

const models = await openModels(setup, Number(seed), (note) => notes.push(note), (pin) => {
  chip.mcu.gpio[pin].setInputValue(false);
  chip.mcu.gpio[pin].setInputValue(true);
});
const chip = makeChip({ ...imageOf(setup), scratch: left() }, Buffer.from(uid.padEnd(8).slice(0, 8)), {
  pin(number, level) {
    if (setup.watch && number === HALL_LOAD && !level) watched.push(Math.round(nowUs()));
    models.pin(number, level, nowUs());
  },
  level: (number) => models.level(number, nowUs()),
  byte: (bus, sent, mode) => models.byte(bus, sent, mode, nowUs()),
  i2c: (bus, what, byte) => models.i2c(bus, what, byte, nowUs()),
  millivolts: (number, pull) => models.millivolts(number, pull, nowUs()),
  lamps(words, byDma) {
    if (setup.frames) fs.appendFileSync(setup.frames, `${Math.round(nowUs())} ${byDma} ${words.map((w) => w >>> 0).join(' ')}\n`);
    models.stream(LAMP_DATA, Uint8Array.from(words.flatMap((w) => [w, w >> 8, w >> 16, w >> 24])), nowUs());
  },
  sent: (byte) => out.push(byte),
  flashed() { flashed = true; },
  reset() { ended = true; },
}, models.inputs());
let flashed = false;

function left() {
  if (!fs.existsSync(SCRATCH)) return undefined;
  const words = JSON.parse(fs.readFileSync(SCRATCH));
  fs.unlinkSync(SCRATCH);
  return words;
}

function nowUs() { return startUs + chip.clock.nanos / 1000; }

// ---- lock-step ------------------------------------------------------------------------------------------------------

function exactly(count) {
  const data = Buffer.alloc(count);
  for (let have = 0; have < count;) {
    const more = fs.readSync(Number(grants), data, have, count - have);
    if (!more) process.exit(0);  // the simulator is gone
    have += more;
  }
  return data;
}

function readLine(count) {
  const data = Buffer.alloc(count);
  for (let have = 0; have < count;) {
    try { have += fs.readSync(Number(line), data, have, count - have); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
  }
  return data;
}

// Four words that a program may leave in the watchdog's scratch registers: how a measurement tells its result.
let scratch = '';
function lookAtScratch() {
  const words = chip.scratch().join(' ');
  if (words !== scratch) notes.push(`scratch ${words}`);
  scratch = words;
}

function report(state) {
  keep();
  lookAtScratch();
  const data = Buffer.from(out), text = Buffer.from(notes.join('\n'));
  for (let sent = 0; sent < data.length;) {
    try { sent += fs.writeSync(Number(line), data, sent); } catch (error) { if (error.code !== 'EAGAIN') throw error; break; }
  }
  const head = Buffer.alloc(17);
  head.writeBigUInt64LE(BigInt(Math.round(nowUs())), 0);
  head.writeUInt32LE(data.length, 8);
  head.writeUInt8(state, 12);
  head.writeUInt32LE(text.length, 13);
  fs.writeSync(Number(reports), Buffer.concat([head, text]));
  out = [];
  notes = [];
  if (state === RESET) {
    models.keep();
    fs.writeFileSync(SCRATCH, JSON.stringify(chip.scratch()));
    process.exit(0);
  }
}

// What the board has written to its flash outlives this process, as it outlives a reset.
function keep() {
  if (!flashed) return;
  fs.writeFileSync(setup.flash, chip.mcu.flash.subarray(FILES_AT, FILES_END));
  flashed = false;
}

function takeGrant() {
  const head = exactly(16), until = head.readBigUInt64LE(0), sent = head.readUInt32LE(8), length = head.readUInt32LE(12);
  if (until === END) process.exit(0);
  if (length) for (const command of exactly(length).toString().split('\n')) models.obey(command, nowUs());
  if (sent) chip.uart.send(readLine(sent));
  return Number(until);
}

report(RUNNING);
for (;;) {
  const until = takeGrant();
  chip.run((until - startUs) * 1000, () => ended || out.length && chip.uart.quiet());
  if (watched.length) fs.appendFileSync(setup.watch, watched.splice(0).join('\n') + '\n');
  report(ended ? RESET : RUNNING);
}
