// An RP2040 with a flash image, as far as rp2040js 1.4.1 has to be helped: flash, UART, SPI pace, PIO by DMA, ADC.
// Knows no model of a chip beside it: `beside` says what hangs on the pins. Time is clock.nanos, emulated.

import { GPIOPinState, Simulator } from 'rp2040js';
import { flashChip } from './flash.mjs';
import { quick } from './quick.mjs';
import { line } from './uart.mjs';

const FLASH_AT = 0x10000000;
const PIO0_TX0 = 0;                 // the DMA request of the lamps' state machine
const TXF0 = 0x50200010;            // and its FIFO
const LAMP_NS = 30_000;             // 24 bits of 1.25 us
const FRAME_PAUSE_NS = 280_000;     // what a lamp takes for the end of a frame
const ADC_NS = 2_000, ADC_FULL = 4095, ADC_FULL_MV = 3300, ADC_FIRST_PIN = 26;
const I2C_TX_EMPTY = 1 << 4;
const I2C_BYTE_NS = 22_500;         // eight bits and the acknowledgement at 400 kHz
const WATCHDOG = 0x40058;
const SIO_FUNCTION = 5;
const RAM_AT = 0x20000000;

// image: {bootrom: Uint32Array, flash: Uint8Array, scratch: the watchdog's words that a reset has left, or nothing}.
// uid: 8 bytes. beside: {pin(n, level), level(n), byte(bus, sent,
// mode), i2c(bus, what, byte), millivolts(n, pull), lamps(words, byDma), sent(byte), flashed(), reset()}; inputs: the pins whose level it is asked.
export function makeChip(image, uid, beside, inputs) {
  const { clock, rp2040: mcu } = new Simulator();
  mcu.logger = { debug() {}, info() {}, warn() {}, error(...words) { console.error(...words); } };
  mcu.loadBootrom(image.bootrom);
  mcu.flash.set(image.flash);
  ramFirst(mcu);
  flashChip(mcu, clock, uid, beside.flashed);
  pins(mcu, beside, inputs);
  mcu.spi.forEach((spi, bus) => spiAtPace(spi, bus, clock, beside));
  mcu.i2c.forEach((i2c, bus) => i2cAtPace(i2c, bus, clock, beside));
  lampWords(mcu, clock, beside);
  converter(mcu, clock, beside);
  const uart = line(mcu.uart[0], clock, beside.sent);
  const watchdog = mcu.peripherals[WATCHDOG];
  const halt = { now: false };
  watchdog.onWatchdogTrigger = () => {
    watchdog.alarm.enable = false;   // its counter stands at 0 and would call again, at once and for ever
    halt.now = true;
    beside.reset();
  };
  mcu.core.PC = FLASH_AT;
  const untilAlarm = quick(mcu, clock, halt);
  if (image.scratch) watchdog.scratchData.set(image.scratch);
  return { clock, mcu, uart, scratch: () => Array.from(watchdog.scratchData.slice(0, 4)), run: (until, stop) => run(mcu, clock, until, stop, halt, untilAlarm) };
}

// Lets the chip run until clock.nanos is `until` or stop() says so: asked after each alarm, for nothing else comes in
// or goes out. It sleeps from alarm to alarm while it waits.
function run({ core }, clock, until, stop, halt, untilAlarm) {
  const end = clock.createAlarm(() => {});
  end.schedule(until - clock.nanos);  // so there is always a next alarm, and none is run past
  while (clock.nanosCounter < until && !stop()) {
    if (core.waiting) {
      clock.tick(clock.nanosToNextAlarm);
      continue;
    }
    if (!halt.now) untilAlarm();  // as clock.tick() after each instruction: nine tenths of all time go by here
    clock.tick(0);
  }
  end.cancel();
}

// rp2040js looks for a peripheral at every address that is written; most of them are memory.
function ramFirst(mcu) {
  const write = mcu.writeUint32.bind(mcu), { sramView } = mcu, last = sramView.byteLength - 4;
  mcu.writeUint32 = (address, value) => {
    const at = address - RAM_AT;
    if (at >= 0 && at <= last) sramView.setUint32(at, value, true); else write(address, value);
  };
}

function pins(mcu, beside, inputs) {
  mcu.gpio.forEach((pin, number) => pin.addListener((state, before) => {
    if (pin.functionSelect !== SIO_FUNCTION) return;
    if (state === GPIOPinState.Low) beside.pin(number, 0);
    else if (state === GPIOPinState.High || before === GPIOPinState.Low) beside.pin(number, 1);
  }));
  for (const number of inputs) {
    Object.defineProperty(mcu.gpio[number], 'rawInputValue', { get: () => !!beside.level(number), set() {} });
  }
}

// A byte takes eight clocks of the bus; rp2040js's are free.
function spiAtPace(spi, bus, clock, beside) {
  let answer = 0;
  const done = clock.createAlarm(() => spi.completeTransmit(answer));
  spi.onTransmit = (sent) => {
    answer = beside.byte(bus, sent, spi.control0 >> 5 & 2 | spi.control0 >> 7 & 1);
    done.schedule(8e9 / spi.clockFrequency);
  };
}

// Each byte, the address too, goes to the models when its time is over. What is left of a transfer that nobody
// acknowledges is thrown away, and the transmitter is empty then: rp2040js says only the first.
function i2cAtPace(i2c, bus, clock, beside) {
  const abort = i2c.abort.bind(i2c);
  i2c.abort = (reason) => { abort(reason); i2c.setInterrupts(I2C_TX_EMPTY); };
  let next;
  const done = clock.createAlarm(() => next());
  const after = (then) => { next = then; done.schedule(I2C_BYTE_NS); };
  i2c.onConnect = (address, mode) => after(() => i2c.completeConnect(!!beside.i2c(bus, 'start', address << 1 | mode)));
  i2c.onWriteByte = (byte) => after(() => i2c.completeWrite(!!beside.i2c(bus, 'take', byte)));
  i2c.onReadByte = () => after(() => i2c.completeRead(beside.i2c(bus, 'give', 0)));
  i2c.onStop = () => { beside.i2c(bus, 'stop', 0); i2c.completeStop(); };
}

// The lamps' program is not run here: what DMA hands to its FIFO is taken at the pace of the lamps. Of each frame it is
// told how many words a DMA channel has brought, at the request of that state machine.
function lampWords(mcu, clock, beside) {
  const pio = mcu.pio[0];
  let words = [], byDma = 0;
  pio.run = () => {};
  const room = clock.createAlarm(() => mcu.dma.setDREQ(PIO0_TX0));
  const shown = clock.createAlarm(() => { beside.lamps(words, byDma); words = []; byDma = 0; });
  mcu.dma.setDREQ(PIO0_TX0);
  pio.machines[0].writeFIFO = (word) => {
    words.push(word);
    if (mcu.dma.channels.some((channel) => channel.active && channel.treq === PIO0_TX0 && channel.writeAddr === TXF0)) byDma++;
    mcu.dma.clearDREQ(PIO0_TX0);
    room.schedule(LAMP_NS);
    shown.schedule(LAMP_NS + FRAME_PAUSE_NS);
  };
}

function converter(mcu, clock, beside) {
  const { adc } = mcu;
  let millivolts = 0;
  const done = clock.createAlarm(
    () => adc.completeADCRead(Math.max(0, Math.min(ADC_FULL, Math.round(millivolts * ADC_FULL / ADC_FULL_MV))), false));
  adc.onADCRead = (channel) => {
    const number = ADC_FIRST_PIN + channel, pin = mcu.gpio[number];
    const pull = pin?.pullupEnabled ? 1 : pin?.pulldownEnabled ? 2 : 0;
    millivolts = pin ? beside.millivolts(number, pull) : 0;
    done.schedule(ADC_NS);
  };
}
