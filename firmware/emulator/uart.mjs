// The PL011 of UART 0 with its two FIFOs, at the line's own pace; rp2040js's sends at once and lets the transmit
// interrupt stand for ever. Knows nothing of what the bytes mean.
// Source: RP2040 data sheet 4.2 (UART), Arm DDI0183 (PL011).

const DR = 0x00, FR = 0x18, IFLS = 0x34, RIS = 0x3c, MIS = 0x40, IMSC = 0x38, ICR = 0x44;
const TXFE = 1 << 7, RXFF = 1 << 6, TXFF = 1 << 5, RXFE = 1 << 4, BUSY = 1 << 3;
const RX = 1 << 4, TX = 1 << 5, RX_TIMEOUT = 1 << 6;
const DEPTH = 32;
const LEVELS = [4, 8, 16, 24, 28];  // of IFLS: eighths of the FIFO
const BITS_A_BYTE = 10, TIMEOUT_BITS = 32;

// Gives the instance `uart` of rp2040js its true behaviour. sent(byte) is called when a byte's last bit has gone out.
// Returns {send(bytes), lost(), quiet()}: bytes for the chip, how many found its FIFO full, whether nothing goes out.
export function line(uart, clock, sent) {
  const out = [], come = [], waiting = [];
  let levels = 0, outgoing = false, lost = 0, transmitted = true;
  const bitNs = () => 1e9 / uart.baudRate;
  const rxAt = () => LEVELS[levels >> 3 & 7], txAt = () => LEVELS[levels & 7];

  uart.checkInterrupts = () => {
    if (come.length < rxAt()) uart.interruptStatus &= ~RX;
    if (!come.length) uart.interruptStatus &= ~RX_TIMEOUT;
    if (out.length > txAt()) uart.interruptStatus &= ~TX;
    uart.rp2040.setInterrupt(uart.irq, !!(uart.interruptStatus & uart.interruptMask));
  };
  const timeout = clock.createAlarm(() => {
    if (come.length) { uart.interruptStatus |= RX_TIMEOUT; uart.checkInterrupts(); }
  });
  const sending = clock.createAlarm(() => {
    const before = out.length;
    sent(out.shift());
    if (before > txAt() && out.length <= txAt() || transmitted && !out.length) uart.interruptStatus |= TX;
    transmitted = true;
    if (out.length) sending.schedule(BITS_A_BYTE * bitNs()); else outgoing = false;
    uart.checkInterrupts();
  });
  const receiving = clock.createAlarm(() => {
    if (come.length < DEPTH) come.push(waiting.shift()); else { waiting.shift(); lost++; }
    // Asserted when the level is reached, not while it stands: what has cleared it, and finds the FIFO in use by what
    // it has interrupted, must get back there.
    if (come.length === rxAt()) uart.interruptStatus |= RX;
    timeout.schedule(TIMEOUT_BITS * bitNs());
    if (waiting.length) receiving.schedule(BITS_A_BYTE * bitNs());
    uart.checkInterrupts();
  });

  const read = uart.readUint32.bind(uart), write = uart.writeUint32.bind(uart);
  uart.readUint32 = (offset) => {
    switch (offset) {
      case DR: {
        const byte = come.length ? come.shift() : 0;
        if (come.length) timeout.schedule(TIMEOUT_BITS * bitNs());
        uart.checkInterrupts();
        return byte;
      }
      case FR:
        return (come.length >= DEPTH ? RXFF : 0) | (come.length ? 0 : RXFE) |
          (out.length >= DEPTH ? TXFF : 0) | (out.length ? 0 : TXFE) | (outgoing ? BUSY : 0);
      case IFLS: return levels;
      case RIS: return uart.interruptStatus;
      case MIS: return uart.interruptStatus & uart.interruptMask;
      default: return read(offset);
    }
  };
  uart.writeUint32 = (offset, value) => {
    switch (offset) {
      case DR:
        if (out.length < DEPTH) out.push(value & 0xff);
        if (!outgoing) { outgoing = true; sending.schedule(BITS_A_BYTE * bitNs()); }
        uart.checkInterrupts();
        return;
      case IFLS: levels = value & 0x3f; return;
      case IMSC: uart.interruptMask = value & 0x7ff; uart.checkInterrupts(); return;
      case ICR: uart.interruptStatus &= ~uart.rawWriteValue; uart.checkInterrupts(); return;
      default: write(offset, value);
    }
  };
  return {
    send(bytes) {
      const idle = !waiting.length;
      waiting.push(...bytes);
      if (idle && waiting.length) receiving.schedule(BITS_A_BYTE * bitNs());
    },
    lost: () => lost,
    quiet: () => !outgoing,
  };
}
