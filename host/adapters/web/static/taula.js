// The page comes to life: follows the stream, keeps the clocks, answers keys and choices.
// Everything shown was drawn by the server; without this script the page stands as it was sent.

import { Clocks } from "./clocks.js";
import { patch } from "./patch.js";
import { countUp, totalsIn } from "./totals.js";
import { openSquares, walkBoard } from "./walk.js";
import { chooseTheme, showTabs, askForWords } from "./choices.js";

const SILENCE_MS = 12000; // three beats of the stream missed: the connection is gone
const WATCH_MS = 1000;

const cards = document.getElementById("cards");
const clocks = new Clocks(cards);
let source = null;
let heard = performance.now();
let lost = false;
let turn = document.body.dataset.turn; // "" follows the game

function follow() {
  source?.close();
  const address = new URL(location.href);
  address.pathname = "/events";
  address.searchParams.delete("turn");
  if (turn !== "") address.searchParams.set("turn", turn);
  source = new EventSource(address);
  source.onmessage = (event) => receive(JSON.parse(event.data));
  source.addEventListener("beat", alive);
  source.onerror = () => {
    lose();
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 2000);
  };
}

function alive() {
  heard = performance.now();
  if (lost) follow(); // the same connection speaks again: ask for the whole state
}

function lose() {
  if (lost) return;
  lost = true;
  clocks.stop();
  document.documentElement.classList.add("lost-link");
  const status = document.getElementById("status");
  const time = new Date().toTimeString().slice(0, 5);
  const chip = document.createElement("span");
  chip.className = "chip lost";
  chip.append(Object.assign(document.createElement("i"), { className: "mark" }));
  chip.append(Object.assign(document.createElement("b"), { textContent: status.dataset.lost.replace("{time}", time) }));
  status.replaceChildren(chip);
}

function receive(news) {
  alive();
  if (!news.parts.status && lost) return;
  lost = false;
  document.documentElement.classList.remove("lost-link");
  const before = totalsIn(cards);
  for (const [name, markup] of Object.entries(news.parts)) {
    patch(document.getElementById(name), markup);
  }
  countUp(cards, before);
  clocks.set(news.clocks);
  slide();
  document.documentElement.dataset.view = news.view;
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
  follow();
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

setInterval(() => {
  if (performance.now() - heard > SILENCE_MS) lose();
}, WATCH_MS);

chooseTheme();
showTabs();
askForWords();
walkBoard();
openSquares();
slide();
follow();
