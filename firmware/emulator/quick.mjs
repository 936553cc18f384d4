// The instructions that a chip executes most, without rp2040js's search for what each one is: memory and registers alone.
// All else (peripherals, interrupts, system registers) it leaves to rp2040js, and so does what it does not
// know. Result and cycles of each instruction are those of rp2040js 1.4.1, to the bit: see quick_check.mjs.
// Source of the encodings: ARMv6-M Architecture Reference Manual A5.2, A6.7.

const CYCLE_NS = 8;                       // of 125 MHz, MicroPython's clock on this chip
const FLASH_AT = 0x10000000, RAM_AT = 0x20000000;
const SP = 13, LR = 14, PC = 15;
const SPECIAL = 0xf;                      // upper four bits of an address that stands for the return from an interrupt

// What an instruction is, by its upper eight bits: the cases below. 0: left to rp2040js.
const KIND = new Uint8Array(256);
for (const [kind, first, last] of [
  [1, 0x00, 0x07], [2, 0x08, 0x0f], [3, 0x10, 0x17], [4, 0x18, 0x19], [5, 0x1a, 0x1b], [6, 0x1c, 0x1d], [7, 0x1e, 0x1f],
  [8, 0x20, 0x27], [9, 0x28, 0x2f], [10, 0x30, 0x37], [11, 0x38, 0x3f], [12, 0x40, 0x43], [13, 0x44, 0x44],
  [14, 0x45, 0x45], [15, 0x46, 0x46], [16, 0x47, 0x47], [17, 0x48, 0x4f], [18, 0x50, 0x51], [19, 0x52, 0x53],
  [20, 0x54, 0x55], [21, 0x56, 0x57], [22, 0x58, 0x59], [23, 0x5a, 0x5b], [24, 0x5c, 0x5d], [25, 0x5e, 0x5f],
  [26, 0x60, 0x67], [27, 0x68, 0x6f], [28, 0x70, 0x77], [29, 0x78, 0x7f], [30, 0x80, 0x87], [31, 0x88, 0x8f],
  [32, 0x90, 0x97], [33, 0x98, 0x9f], [34, 0xa0, 0xa7], [35, 0xa8, 0xaf], [36, 0xb0, 0xb0], [37, 0xb2, 0xb2],
  [38, 0xb4, 0xb5], [39, 0xbc, 0xbd], [40, 0xc0, 0xc7], [41, 0xc8, 0xcf], [42, 0xd0, 0xdd], [43, 0xe0, 0xe7],
  [44, 0xf0, 0xf7],
]) KIND.fill(kind, first, last + 1);
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

// Gives a function that lets the core of `mcu` execute until the next alarm of `clock`, until it waits, or until
// halt.now. Memory is little-endian, as that of every machine on which this runs.
export function quick(mcu, clock, halt) {
  const { core } = mcu, r = core.registers, flash8 = mcu.flash, ram8 = mcu.sram;
  const flash16 = new Uint16Array(flash8.buffer), flash32 = new Uint32Array(flash8.buffer);
  const ram16 = new Uint16Array(ram8.buffer), ram32 = new Uint32Array(ram8.buffer);
  const rom32 = mcu.bootrom, rom16 = new Uint16Array(rom32.buffer), rom8 = new Uint8Array(rom32.buffer);
  const FLASH = flash8.length, RAM = ram8.length, ROM = rom8.length;

  // What stands at an address of the memory; -1: it is none.
  const word = (address) => {
    const at = address - RAM_AT >>> 0;
    if (address & 3) return -1;
    if (at < RAM) return ram32[at >>> 2];
    const from = address - FLASH_AT >>> 0;
    return from < FLASH ? flash32[from >>> 2] : address < ROM ? rom32[address >>> 2] : -1;
  };
  const half = (address) => {
    const at = address - RAM_AT >>> 0;
    if (address & 1) return -1;
    if (at < RAM) return ram16[at >>> 1];
    const from = address - FLASH_AT >>> 0;
    return from < FLASH ? flash16[from >>> 1] : address < ROM ? rom16[address >>> 1] : -1;
  };
  const byte = (address) => {
    const at = address - RAM_AT >>> 0;
    if (at < RAM) return ram8[at];
    const from = address - FLASH_AT >>> 0;
    return from < FLASH ? flash8[from] : address < ROM ? rom8[address] : -1;
  };

  return function untilAlarm() {
    let { N, Z, C, V } = core, now = clock.nanosCounter, end = clock.nextAlarm.nanos, pc = r[PC];
    while (now < end) {
      let op = -1;
      if (!core.interruptsUpdated && !(pc & 1)) {
        const from = pc - FLASH_AT >>> 0;
        op = from < FLASH ? flash16[from >>> 1] : half(pc);
      }
      let next = pc + 2, cycles = 1, done = true;
      const d = op & 7, m = op >> 3 & 7, rest = op >> 8 & 7;
      switch (op < 0 ? 0 : KIND[op >> 8]) {
        case 1: { // LSLS immediate, MOVS
          const input = r[m], by = op >> 6 & 31, result = input << by;
          r[d] = result; N = result < 0; Z = result === 0; if (by) C = (input & 1 << 32 - by) !== 0;
          break;
        }
        case 2: { // LSRS immediate
          const input = r[m], by = op >> 6 & 31, result = by ? input >>> by : 0;
          r[d] = result; N = false; Z = result === 0; C = (input >>> (by ? by - 1 : 31) & 1) !== 0;
          break;
        }
        case 3: { // ASRS immediate
          const input = r[m], by = op >> 6 & 31 || 32, result = by < 32 ? input >> by : input >> 31;
          r[d] = result; N = result < 0; Z = result === 0; C = (input & 1 << by - 1) !== 0;
          break;
        }
        case 4: case 6: case 10: { // ADDS: register, 3 bits, 8 bits
          const kind = KIND[op >> 8], a = kind === 10 ? r[rest] : r[m];
          const b = kind === 4 ? r[op >> 6 & 7] : kind === 6 ? op >> 6 & 7 : op & 255, result = a + b | 0;
          r[kind === 10 ? rest : d] = result;
          N = result < 0; Z = result === 0; C = a + b > 0xffffffff; V = ((a ^ result) & (b ^ result)) < 0;
          break;
        }
        case 5: case 7: case 9: case 11: { // SUBS: register, 3 bits; CMP, SUBS: 8 bits
          const kind = KIND[op >> 8], a = kind >= 9 ? r[rest] : r[m];
          const b = kind === 5 ? r[op >> 6 & 7] : kind === 7 ? op >> 6 & 7 : op & 255, result = a - b | 0;
          if (kind === 11) r[rest] = result; else if (kind !== 9) r[d] = result;
          N = result < 0; Z = result === 0; C = a >= b; V = ((a ^ b) & (a ^ result)) < 0;
          break;
        }
        case 8: // MOVS
          r[rest] = op & 255; N = false; Z = (op & 255) === 0;
          break;
        case 12: {
          const a = r[d], b = r[m];
          let result = 0;
          switch (op >> 6 & 15) {
            case 0: case 8: result = a & b; break;    // ANDS, TST
            case 1: result = a ^ b; break;            // EORS
            case 2: {                                 // LSLS
              const by = b & 255;
              result = by >= 32 ? 0 : a << by;
              if (by) C = (a & 1 << 32 - by) !== 0;
              break;
            }
            case 3: {                                 // LSRS
              const by = b & 255;
              result = by < 32 ? a >>> by | 0 : 0;
              C = by <= 32 && (a >>> by - 1 & 1) !== 0;
              break;
            }
            case 10: result = a - b | 0; C = a >= b; V = ((a ^ b) & (a ^ result)) < 0; break;  // CMP
            case 12: result = a | b; break;           // ORRS
            case 13: result = Math.imul(a, b); break; // MULS
            case 14: result = a & ~b; break;          // BICS
            case 15: result = ~b; break;              // MVNS
            case 9:                                   // NEGS
              result = -b | 0; C = b === 0; V = (b & result) < 0; break;
            case 4: {                                 // ASRS
              const by = (b & 255) < 32 ? b & 255 : 32;
              result = by < 32 ? a >> by : a >> 31;
              C = (a & 1 << by - 1) !== 0;
              break;
            }
            case 5: {                                 // ADCS
              const more = C ? 1 : 0;
              result = a + b + more | 0;
              C = a + b + more > 0xffffffff; V = ((a ^ result) & (b ^ result)) < 0;
              break;
            }
            default: done = false;                    // SBCS, RORS, CMN
          }
          if (!done) break;
          N = result < 0; Z = result === 0;
          if ((op >> 6 & 15) !== 8 && (op >> 6 & 15) !== 10) r[d] = result;
          break;
        }
        case 13: { // ADD, upper registers
          const from = op >> 3 & 15, to = op >> 4 & 8 | d;
          if (to === PC) { done = false; break; }
          const result = (to === SP ? r[SP] : r[to]) + (from === PC ? pc + 4 : r[from]);
          r[to] = to === SP ? result & ~3 : result;
          break;
        }
        case 14: { // CMP, upper registers
          const a = r[op >> 4 & 8 | d], b = r[op >> 3 & 15], result = a - b | 0;
          if ((op >> 3 & 15) === PC || (op >> 4 & 8 | d) === PC) { done = false; break; }
          N = result < 0; Z = result === 0; C = a >= b; V = ((a ^ b) & (a ^ result)) < 0;
          break;
        }
        case 15: { // MOV, upper registers
          const from = op >> 3 & 15, to = op >> 4 & 8 | d, value = from === PC ? pc + 4 : r[from];
          if (to === PC) { next = value & ~1; cycles = 2; } else r[to] = to === SP ? value & ~3 : value;
          break;
        }
        case 16: { // BX, BLX
          const from = op >> 3 & 15, to = r[from];
          if (d || from === PC || from === LR && op & 128 || to >>> 28 === SPECIAL) { done = false; break; }
          if (op & 128) r[LR] = next | 1;
          next = to & ~1; cycles = 2;
          break;
        }
        case 17: { // LDR, of a constant
          const value = word((pc + 4 & ~3) + ((op & 255) << 2));
          if (value < 0) { done = false; break; }
          r[rest] = value; cycles = 2;
          break;
        }
        case 18: case 26: case 32: { // STR
          const kind = KIND[op >> 8];
          const address = kind === 18 ? r[m] + r[op >> 6 & 7] >>> 0 : kind === 26 ? r[m] + (op >> 4 & 124) >>> 0 : r[SP] + ((op & 255) << 2) >>> 0;
          const at = address - RAM_AT >>> 0;
          if (at >= RAM || at & 3) { done = false; break; }
          ram32[at >>> 2] = r[kind === 32 ? rest : d]; cycles = 2;
          break;
        }
        case 19: case 30: { // STRH
          const at = r[m] + (KIND[op >> 8] === 19 ? r[op >> 6 & 7] : op >> 5 & 62) - RAM_AT >>> 0;
          if (at >= RAM || at & 1) { done = false; break; }
          ram16[at >>> 1] = r[d]; cycles = 2;
          break;
        }
        case 20: case 28: { // STRB
          const at = r[m] + (KIND[op >> 8] === 20 ? r[op >> 6 & 7] : op >> 6 & 31) - RAM_AT >>> 0;
          if (at >= RAM) { done = false; break; }
          ram8[at] = r[d]; cycles = 2;
          break;
        }
        case 22: case 27: case 33: { // LDR
          const kind = KIND[op >> 8];
          const value = word(kind === 22 ? r[m] + r[op >> 6 & 7] >>> 0 : kind === 27 ? r[m] + (op >> 4 & 124) >>> 0 : r[SP] + ((op & 255) << 2) >>> 0);
          if (value < 0) { done = false; break; }
          r[kind === 33 ? rest : d] = value; cycles = 2;
          break;
        }
        case 23: case 25: case 31: { // LDRH, LDRSH
          const kind = KIND[op >> 8], value = half(r[m] + (kind === 31 ? op >> 5 & 62 : r[op >> 6 & 7]) >>> 0);
          if (value < 0) { done = false; break; }
          r[d] = kind === 25 ? value << 16 >> 16 : value; cycles = 2;
          break;
        }
        case 21: case 24: case 29: { // LDRSB, LDRB
          const kind = KIND[op >> 8], value = byte(r[m] + (kind === 29 ? op >> 6 & 31 : r[op >> 6 & 7]) >>> 0);
          if (value < 0) { done = false; break; }
          r[d] = kind === 21 ? value << 24 >> 24 : value; cycles = 2;
          break;
        }
        case 34: r[rest] = (pc & ~3) + 4 + ((op & 255) << 2); break;   // ADR
        case 35: r[rest] = r[SP] + ((op & 255) << 2); break;           // ADD, from the stack pointer
        case 36: r[SP] = (op & 128 ? r[SP] - ((op & 127) << 2) : r[SP] + ((op & 127) << 2)) & ~3; break;
        case 37: { // SXTH, SXTB, UXTH, UXTB
          const value = r[m];
          r[d] = op & 128 ? op & 64 ? value & 255 : value & 65535 : op & 64 ? value << 24 >> 24 : value << 16 >> 16;
          break;
        }
        case 38: { // PUSH
          const low = ONES[op & 255], size = low + (op >> 8 & 1) << 2, at = r[SP] - size - RAM_AT >>> 0;
          if (at >= RAM || at + size > RAM || at & 3) { done = false; break; }
          let to = at >>> 2;
          for (let bits = op & 255, n = 0; bits; bits >>= 1, n++) if (bits & 1) ram32[to++] = r[n];
          if (op & 256) ram32[to] = r[LR];
          r[SP] -= size; cycles = 1 + low;
          break;
        }
        case 39: { // POP
          const low = ONES[op & 255], size = low + (op >> 8 & 1) << 2, at = r[SP] - RAM_AT >>> 0;
          if (at >= RAM || at + size > RAM || at & 3 || op & 256 && ram32[(at >>> 2) + low] >>> 28 === SPECIAL) { done = false; break; }
          let from = at >>> 2;
          for (let bits = op & 255, n = 0; bits; bits >>= 1, n++) if (bits & 1) r[n] = ram32[from++];
          cycles = 1 + low;
          if (op & 256) { next = ram32[from] & ~1; cycles += 2; }
          r[SP] += size;
          break;
        }
        case 40: { // STM
          const count = ONES[op & 255], at = r[rest] - RAM_AT >>> 0;
          if (at >= RAM || at + 4 * count > RAM || at & 3 || op & 1 << rest) { done = false; break; }
          let to = at >>> 2;
          for (let bits = op & 255, n = 0; bits; bits >>= 1, n++) if (bits & 1) ram32[to++] = r[n];
          r[rest] += 4 * count; cycles = 1 + count;
          break;
        }
        case 41: { // LDM
          const count = ONES[op & 255], at = r[rest] - RAM_AT >>> 0;
          if (at >= RAM || at + 4 * count > RAM || at & 3) { done = false; break; }
          const address = r[rest] + 4 * count;
          let from = at >>> 2;
          for (let bits = op & 255, n = 0; bits; bits >>= 1, n++) if (bits & 1) r[n] = ram32[from++];
          if (!(op & 1 << rest)) r[rest] = address;
          cycles = 1 + count;
          break;
        }
        case 42: { // B, on a condition
          let yes = false;
          switch (op >> 9 & 7) {
            case 0: yes = Z; break;
            case 1: yes = C; break;
            case 2: yes = N; break;
            case 3: yes = V; break;
            case 4: yes = C && !Z; break;
            case 5: yes = N === V; break;
            default: yes = N === V && !Z;
          }
          if (yes !== ((op & 256) !== 0)) { next = pc + 4 + (op << 24 >> 23); cycles = 2; }
          break;
        }
        case 43: next = pc + 4 + (op << 21 >> 20); cycles = 2; break;  // B
        case 44: { // BL
          const low = half(pc + 2);
          if (low < 0 || (low & 0xd000) !== 0xd000) { done = false; break; }
          const sign = op >> 10 & 1, i1 = 1 - (sign ^ low >> 13 & 1), i2 = 1 - (sign ^ low >> 11 & 1);
          r[LR] = pc + 4 | 1;
          next = pc + 4 + ((sign ? -1 << 24 : 0) | i1 << 23 | i2 << 22 | (op & 1023) << 12 | (low & 2047) << 1);
          cycles = 3;
          break;
        }
        default: done = false;
      }
      if (done) {
        pc = next >>> 0;
        now += cycles * CYCLE_NS;
        continue;
      }
      r[PC] = pc; core.N = N; core.Z = Z; core.C = C; core.V = V;
      clock.nanosCounter = now;
      now += core.executeInstruction() * CYCLE_NS;
      ({ N, Z, C, V } = core);
      pc = r[PC];
      end = clock.nextAlarm.nanos;
      if (core.waiting || halt.now) break;
    }
    r[PC] = pc; core.N = N; core.Z = Z; core.C = C; core.V = V;
    clock.nanosCounter = now;
  };
}
