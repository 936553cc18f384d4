// The page comes to life: follows the stream, keeps the clocks, answers keys and choices.
// Everything shown was drawn by the server; without this script the page stands as it was sent.

import { Clocks } from "./clocks.js";
import { patch } from "./patch.js";
import { Stream } from "./stream.js";
import { countUp, totalsIn } from "./totals.js";
import { openSquares, walkBoard } from "./walk.js";
import { chooseTheme, showTabs, askForWords } from "./choices.js";

const cards = document.getElementById("cards");
const clocks = new Clocks(cards);
let turn = document.body.dataset.turn; // "" follows the game
const stream = new Stream(address, receive, () => clocks.stop());

function address() {
  const address = new URL(location.href);
  address.pathname = "/events";
  address.searchParams.delete("turn");
  if (turn !== "") address.searchParams.set("turn", turn);
  return address;
}

function receive(news) {
  const before = totalsIn(cards);
  for (const [name, markup] of Object.entries(news.parts)) {
    patch(document.getElementById(name), markup);
  }
  countUp(cards, before);
  clocks.set(news.clocks);
  slide();
  follow();
}

let newest = ""; // the row of the sheet that was last brought into sight

// A long game's newest row comes into sight once; then the sheet stays where its reader scrolls it.
function follow() {
  const list = document.querySelector("#sheet .scroll");
  const row = list?.querySelector("tr.newest");
  if (!row || row.dataset.key === newest) return;
  newest = row.dataset.key;
  const [box, view] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  const head = list.querySelector("thead").getBoundingClientRect().height;
  if (box.bottom > view.bottom) list.scrollTop += box.bottom - view.bottom;
  else if (box.top < view.top + head) list.scrollTop -= view.top + head - box.top;
}

function slide() {
  const range = document.querySelector("#replay input");
  const most = Number(range.max);
  range.style.setProperty("--at", most ? `${(100 * Number(range.value)) / most}%` : "100%");
}

function replay(number, most) {
  turn = number >= most ? "" : String(number);
  const address = new URL(location.href);
  address.searchParams.delete("turn");
  if (turn !== "") address.searchParams.set("turn", turn);
  history.replaceState(null, "", address);
  stream.follow();
}

const bar = document.getElementById("replay");
bar.addEventListener("click", (event) => {
  const step = event.target.closest("[data-turn]");
  if (!step) return;
  event.preventDefault();
  replay(Number(step.dataset.turn), Number(bar.querySelector("input").max));
});
bar.addEventListener("input", (event) => {
  slide();
  replay(Number(event.target.value), Number(event.target.max));
});
bar.addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.matches("a[role=button]")) {
    event.preventDefault();
    event.target.click();
  }
  if (event.key === "c" && !event.ctrlKey && !event.metaKey && !event.altKey) {
    document.getElementById("clocks-said").textContent = clocks.said();
  }
});

chooseTheme();
showTabs();
askForWords();
walkBoard();
openSquares();
slide();
stream.follow();
