// The referee's console: the square looked at, how long faults have lasted, which page of the console is open.
// All of it was drawn by the server; what each reader says of a square stands in the table behind the map.

import { walkBoard } from "./walk.js";

const SIDE = 15;
const OUTSIDE = 0.04; // squares: the ring runs round a square, and hides no mark on it
const AGE_MS = 1000; // how often ages are written anew
const MINUTE_S = 60;
const HOUR_S = 3600;

const told = document.getElementById("told");
const board = document.getElementById("board");
const ring = document.getElementById("walker");
const inspector = document.getElementById("inspector");
const words = document.querySelector(".middle").dataset;
let gameAt = Number(words.at); // game time in ms, and when this browser heard it
let heard = performance.now();

// --- the square looked at ----------------------------------------------------------------------------

function look(number) {
  const cell = told.querySelector(`[data-square="${number}"]`);
  if (!cell) return;
  inspector.dataset.square = number;
  inspector.querySelector(".told").replaceChildren(...[...cell.childNodes].map((node) => node.cloneNode(true)));
  const name = cell.querySelector("b").textContent;
  for (const button of inspector.querySelectorAll("[data-act]")) button.dataset.text = name; // what can be read again
  for (const button of inspector.querySelectorAll("[data-dialog]")) button.dataset.square = name;
  ring.setAttribute("x", (number % SIDE) - OUTSIDE);
  ring.setAttribute("y", Math.floor(number / SIDE) - OUTSIDE);
  ring.setAttribute("visibility", "visible");
}

board.addEventListener("click", (event) => {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  const [column, row] = [Math.floor(at.x), Math.floor(at.y)];
  if (column >= 0 && column < SIDE && row >= 0 && row < SIDE) look(row * SIDE + column);
});
walkBoard(told);
told.addEventListener("focusin", (event) => look(Number(event.target.closest("td").dataset.square)));
told.addEventListener("focusout", () => ring.setAttribute("visibility", "visible")); // it is still looked at

// --- how long it has lasted --------------------------------------------------------------------------

function age(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < MINUTE_S) return words.s.replace("{count}", seconds);
  if (seconds < HOUR_S) return words.min.replace("{count}", Math.floor(seconds / MINUTE_S));
  return words.h.replace("{count}", Math.floor(seconds / HOUR_S));
}

function writeAges() {
  if (document.documentElement.classList.contains("lost-link")) return;
  const now = gameAt + performance.now() - heard;
  for (const time of document.querySelectorAll("time[data-since]")) {
    const text = age(now - Number(time.dataset.since));
    if (time.textContent !== text) time.textContent = text;
  }
}

document.addEventListener("news", ({ detail }) => {
  gameAt = detail.at;
  heard = performance.now();
  look(Number(inspector.dataset.square));
  writeAges();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-pane]");
  if (button) document.getElementById(`pane-${button.dataset.pane}`).checked = true;
});

look(Number(inspector.dataset.square));
writeAges();
setInterval(writeAges, AGE_MS);
