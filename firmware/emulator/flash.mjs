// The flash chip behind the RP2040's SSI, as its boot ROM erases and programs it; rp2040js knows only how to read it.
// Source: Winbond W25Q16JV data sheet (commands), RP2040 data sheet 2.19 (chip select by GPIO_QSPI_SS), 4.10 (SSI).

const SSI = 0x18000, IO_QSPI = 0x40018;        // keys of rp2040js's table of peripherals
const SS_CTRL = 0x0c, OUTOVER = 8, LOW = 2;
const SSIENR = 0x08, TXFLR = 0x20, RXFLR = 0x24, SR = 0x28, DR0 = 0x60;
const TFNF = 2, TFE = 4, RFNE = 8;
const PROGRAM = 0x02, READ_STATUS_2 = 0x35, ERASE = 0x20, ERASE_32K = 0x52, ERASE_64K = 0xd8, UNIQUE_ID = 0x4b;
const SIZES = { [ERASE]: 0x1000, [ERASE_32K]: 0x8000, [ERASE_64K]: 0x10000 };
const PAGE = 256, DUMMIES = 4, QUAD = 2;
// On the emulated clock: typical times of the data sheet. The program stands still meanwhile, as on a board.
const ERASE_NS = { [ERASE]: 45e6, [ERASE_32K]: 120e6, [ERASE_64K]: 150e6 }, PROGRAM_NS = 0.4e6;

// Makes the flash of `mcu` writable; `uid`: the eight bytes by which it is known; changed() after each writing.
export function flashChip(mcu, clock, uid, changed) {
  const ssi = mcu.peripherals[SSI], pads = mcu.peripherals[IO_QSPI];
  let selected = false, frame = [], answers = [], control = 0, busyUntil = 0;

  function answer(at) {
    switch (frame[0]) {
      case UNIQUE_ID: return at > DUMMIES && at - DUMMIES - 1 < uid.length ? uid[at - DUMMIES - 1] : 0;
      case READ_STATUS_2: return QUAD;
      case 0x05: return clock.nanos < busyUntil ? 1 : 0;
      default: return 0;
    }
  }
  function done() {
    const [command, high, middle, low, ...data] = frame, at = high << 16 | middle << 8 | low;
    if (command === PROGRAM && data.length) {
      for (let i = 0; i < data.length; i++) mcu.flash[at & ~(PAGE - 1) | (at + i) & (PAGE - 1)] &= data[i];
      busyUntil = clock.nanos + PROGRAM_NS;
      changed();
    } else if (SIZES[command]) {
      mcu.flash.fill(0xff, at, at + SIZES[command]);
      busyUntil = clock.nanos + ERASE_NS[command];
      changed();
    }
  }
  pads.readUint32 = (offset) => offset === SS_CTRL ? control : 0;
  pads.writeUint32 = (offset, value) => {
    if (offset !== SS_CTRL) return;
    control = value;
    const low = (value >> OUTOVER & 3) === LOW;
    if (selected && !low) done();
    if (low !== selected) frame = [];
    selected = low;
  };
  const read = ssi.readUint32.bind(ssi), write = ssi.writeUint32.bind(ssi);
  ssi.readUint32 = (offset) => {
    switch (offset) {
      case TXFLR: return 0;
      case RXFLR: return answers.length;
      case SR: return TFE | TFNF | (answers.length ? RFNE : 0);
      case DR0: return answers.shift() ?? 0;
      default: return read(offset);
    }
  };
  ssi.writeUint32 = (offset, value) => {
    if (offset === SSIENR) { answers = []; if (!selected) frame = []; }
    if (offset !== DR0) { write(offset, value); return; }
    frame.push(value & 0xff);
    answers.push(answer(frame.length - 1));
    if (!selected && frame[0] === 0x05) frame = [];
  };
}
