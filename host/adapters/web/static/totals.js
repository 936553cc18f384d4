// A total that has grown counts up to its new value; whoever wants no motion sees it at once.

const COUNT_MS = 400;

export function totalsIn(cards) {
  return [...cards.querySelectorAll(".total")].map((total) => Number(total.textContent));
}

export function countUp(cards, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  cards.querySelectorAll(".total").forEach((total, seat) => {
    const from = before[seat];
    const to = Number(total.textContent);
    if (!(to > from)) return;
    const start = performance.now();
    const step = (now) => {
      if (total.dataset.to !== String(to)) return; // a newer total has taken over
      const part = Math.min(1, Math.max(0, (now - start) / COUNT_MS));
      total.textContent = Math.round(from + (to - from) * part);
      if (part < 1) requestAnimationFrame(step);
    };
    total.dataset.to = String(to);
    total.textContent = from;
    requestAnimationFrame(step);
  });
}
