// The flash of an RP2040 with MicroPython and a file system in it, and its boot ROM, out of files.

import fs from 'node:fs';

const FLASH_BYTES = 2 * 1024 * 1024, FILES_BYTES = 352 * 4096;
const UF2_BLOCK = 512, UF2_DATA = 32, XIP = 0x10000000;
export const FILES_AT = 0xa0000, FILES_END = FILES_AT + FILES_BYTES;

// setup: {uf2, flash, bootrom}, paths: MicroPython, the file system's image, the boot ROM's words as a JSON list; scratch:
// words that a reset has left in the watchdog, or nothing.
export function imageOf(setup) {
  const flash = new Uint8Array(FLASH_BYTES).fill(0xff), uf2 = fs.readFileSync(setup.uf2);
  for (let at = 0; at < uf2.length; at += UF2_BLOCK) {
    const bytes = uf2.readUInt32LE(at + 16);
    flash.set(uf2.subarray(at + UF2_DATA, at + UF2_DATA + bytes), uf2.readUInt32LE(at + 12) - XIP);
  }
  flash.set(fs.readFileSync(setup.flash), FILES_AT);
  return { flash, scratch: setup.scratch, bootrom: new Uint32Array(JSON.parse(fs.readFileSync(setup.bootrom))) };
}
