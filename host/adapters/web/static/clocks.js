// The clocks between two views: each is what the server said less the time since, never a count of ticks.

const TENTHS_UNDER_MS = 10000;
const LOW_MS = 60000;

export function face(milliseconds, point) {
  const all = Math.floor(Math.abs(milliseconds) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(all / 3600);
  const tenths = milliseconds >= 0 && milliseconds < TENTHS_UNDER_MS
    ? point + Math.floor((milliseconds % 1000) / 100) : "";
  return (milliseconds < 0 ? "\u2212" : "") + (hours ? `${hours}:` : "")
    + `${two(Math.floor(all / 60) % 60)}:${two(all % 60)}${tenths}`;
}

export class Clocks {
  constructor(cards) {
    this.cards = cards;
    this.seats = [];
    this.timer = 0;
  }

  set(seats) {
    const now = performance.now();
    this.seats = seats.map((seat) => ({ ...seat, at: now }));
    this.paint();
  }

  stop() {
    const now = performance.now();
    this.seats = this.seats.map((seat) => ({ ms: this.left(seat, now), running: false, at: now }));
    clearTimeout(this.timer);
  }

  left(seat, now) {
    return Math.round(seat.running ? seat.ms - (now - seat.at) : seat.ms);
  }

  paint() {
    clearTimeout(this.timer);
    const now = performance.now();
    let next = Infinity;
    this.seats.forEach((seat, number) => {
      const left = this.left(seat, now);
      this.show(this.cards.querySelector(`[data-seat="${number}"]`), seat, left);
      if (seat.running) next = Math.min(next, this.untilChange(left));
    });
    if (next < Infinity) this.timer = setTimeout(() => this.paint(), next);
  }

  // Milliseconds until the digits change: at the turn of a second, or of a tenth.
  untilChange(left) {
    const step = left >= 0 && left <= TENTHS_UNDER_MS ? 100 : 1000;
    return left >= 0 ? (left % step) + 1 : step + (left % step);
  }

  show(card, seat, left) {
    if (!card) return;
    const words = this.cards.dataset;
    const look = left < 0 ? "overtime" : left < LOW_MS ? "low" : "";
    card.classList.toggle("overtime", look === "overtime");
    card.classList.toggle("low", look === "low");
    const text = face(left, words.point);
    put(card.querySelector(".clock"), text);
    card.querySelector(".clock").classList.toggle("long", text.length > 5);
    put(card.querySelector(".under"), words[look] ?? (seat.running ? words.running : words.stopped));
  }

  said() {
    const now = performance.now();
    return this.seats.map((seat, number) => {
      const name = this.cards.querySelector(`[data-seat="${number}"] h2`)?.textContent ?? "";
      return `${name} ${face(this.left(seat, now), this.cards.dataset.point)}`;
    }).join(", ");
  }
}

function put(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
