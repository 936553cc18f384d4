// One emulated RP2040 on a USB cable, no chip beside it: its serial port is a pseudo-terminal, its time the machine's.
//
//   node usb.mjs SETUP LINE
//
// SETUP: a JSON file, see image.mjs; strap: millivolts at the role strap, or null for an open one. LINE: the number of
// the pseudo-terminal's other end, which never blocks. A reset keeps the flash; each start is a line on stdout. It ends
// with the process that has started it, however that ended.

import fs from 'node:fs';
import { USBCDC } from 'rp2040js';
import { makeChip } from './chip.mjs';
import { imageOf } from './image.mjs';

const STEP_NS = 500_000;            // between two looks at the line
const ROOM = 256;                   // bytes on their way to the board
const FULL_MV = 3300, PULLED_UP = 1;
const UID = Buffer.from('USBBOARD');
const PARENT = process.ppid;

const setup = JSON.parse(fs.readFileSync(process.argv[2])), line = Number(process.argv[3]);
let waiting = Buffer.alloc(0);

function start(image) {
  const board = { ended: false };
  board.chip = makeChip(image, UID, {
    pin() {}, level: () => 0, byte: () => 0xff, i2c: () => 0, lamps() {}, sent() {}, flashed() {},
    millivolts: (_, pull) => setup.strap ?? (pull === PULLED_UP ? FULL_MV : 0),
    reset() { board.ended = true; },
  }, []);
  board.usb = new USBCDC(board.chip.mcu.usbCtrl);
  board.usb.onSerialData = (data) => { waiting = Buffer.concat([waiting, data]); };
  fs.writeSync(1, 'start\n');
  return board;
}

function exchange({ usb }) {
  try {
    if (waiting.length) waiting = waiting.subarray(fs.writeSync(line, waiting));
  } catch (error) { if (error.code !== 'EAGAIN') throw error; }
  const room = ROOM - usb.txFIFO.itemCount;
  if (!usb.initialized || room <= 0) return;
  const come = Buffer.alloc(room);
  try {
    const count = fs.readSync(line, come, 0, room);
    for (let at = 0; at < count; at++) usb.sendSerialByte(come[at]);
  } catch (error) { if (error.code !== 'EAGAIN') throw error; }
}

let board = start(imageOf(setup));
const sleeper = new Int32Array(new SharedArrayBuffer(4));
let ahead = Date.now();             // when, by the machine's clock, the chip's time began
while (process.ppid === PARENT) {
  const { chip } = board, now = chip.clock.nanos;
  chip.run(now + STEP_NS, () => board.ended);
  exchange(board);
  if (board.ended) {
    board = start({ ...imageOf(setup), flash: chip.mcu.flash.slice(), scratch: chip.scratch() });
    ahead = Date.now();
  }
  const early = ahead + board.chip.clock.nanos / 1e6 - Date.now();
  if (early > 1) Atomics.wait(sleeper, 0, 0, early);
  if (early < 0) ahead -= early;    // a machine too slow for it: the chip's time falls behind, and does not hurry
}
