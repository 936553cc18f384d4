// A page on which somebody acts: it follows the stream as all pages do, and sends what is pressed or filled in.
// What may be pressed was drawn by the server; the answer is one sentence, or none when it is done.

import { chooseTheme } from "./choices.js";
import { Clocks } from "./clocks.js";
import { patch } from "./patch.js";
import { Stream } from "./stream.js";

const HOLD_MS = 1000;
const SHOWN_MS = 8000;
const NUMBERS = new Set(["seat", "other", "count", "turn", "points"]);
const OF_BUTTONS = ["seat", "turn", "text"]; // what a button itself may say of its action

const page = document.body.dataset.page;
const answer = document.getElementById("answer");
const clocks = new Clocks(document.getElementById("cards"));
let shown = 0;

function address() {
  const address = new URL(location.href);
  address.pathname = "/events";
  address.searchParams.set("page", page);
  return address;
}

const stream = new Stream(address, receive, () => clocks.stop());

function receive(news) {
  for (const [name, markup] of Object.entries(news.parts)) patch(document.getElementById(name), markup);
  clocks.set(news.clocks);
  document.dispatchEvent(new CustomEvent("news", { detail: news }));
}

function tell(sentence) {
  clearTimeout(shown);
  const place = document.querySelector("dialog[open] .said") ?? answer; // an open dialog lies over the page
  for (const each of document.querySelectorAll(".said")) each.textContent = "";
  answer.textContent = "";
  place.textContent = sentence;
  if (sentence && place === answer) shown = setTimeout(() => { answer.textContent = ""; }, SHOWN_MS);
}

// True when it is done.
async function send(action) {
  tell("");
  try {
    const response = await fetch(`/act?page=${page}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(action),
    });
    const { said } = await response.json();
    tell(said);
    return said === "";
  } catch {
    tell(answer.dataset.lost);
    return false;
  }
}

async function sendOnce(button, action) {
  button.setAttribute("aria-busy", "true");
  const done = await send(action);
  button.removeAttribute("aria-busy");
  return done;
}

function actionOf(button) {
  const action = { action: button.dataset.act };
  for (const name of OF_BUTTONS) if (name in button.dataset) action[name] = valueOf(name, button.dataset[name]);
  return action;
}

function actionIn(form) {
  const action = form.dataset.act ? { action: form.dataset.act } : {};
  for (const [name, value] of new FormData(form)) {
    const text = value.trim();
    if (text === "") continue;
    if (name === "words") action.words = [...(action.words ?? []), ...text.split(/\s+/)];
    else action[name] = valueOf(name, text);
  }
  return action;
}

function valueOf(name, text) {
  return NUMBERS.has(name) ? Number(text) : text;
}

function open(button) {
  const dialog = document.getElementById(button.dataset.dialog);
  const form = dialog.querySelector("form");
  form.reset();
  tell("");
  for (const name of ["turn", "play", "square"]) {
    if (name in button.dataset) form.elements[name].value = button.dataset[name].trim();
  }
  const was = dialog.querySelector("[data-was]");
  if (was) was.textContent = button.dataset.was;
  dialog.showModal();
}

// --- a press ---------------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.getAttribute("aria-busy")) return;
  if ("close" in button.dataset) button.closest("dialog").close();
  else if ("dialog" in button.dataset) open(button);
  else if ("hold" in button.dataset) sayItTwice(button, event);
  else if ("act" in button.dataset) sendOnce(button, actionOf(button));
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!("act" in form.dataset)) return;
  event.preventDefault();
  const button = form.querySelector("button:not([type=button])");
  const action = actionIn(form);
  if (button.getAttribute("aria-busy")) return;
  if (button.dataset.needs && !action[button.dataset.needs]) tell(button.dataset.why);
  else if (await sendOnce(button, action)) form.closest("dialog")?.close();
});

// --- what cannot be taken back is held down for a second --------------------------------------------

let held = null;
let heldOut = false;

function hold(button) {
  if (held || button.getAttribute("aria-busy")) return;
  heldOut = false;
  button.classList.add("held");
  held = { button, timer: setTimeout(() => { heldOut = true; letGo(); sendOnce(button, actionOf(button)); }, HOLD_MS) };
}

function letGo() {
  if (!held) return;
  clearTimeout(held.timer);
  held.button.classList.remove("held");
  held = null;
}

// A click that nobody can hold, such as a screen reader's, is asked about instead.
function sayItTwice(button, event) {
  if (event.detail !== 0 || heldOut || keyed) return;
  if (confirm(`${button.firstChild.textContent}: ${answer.dataset.sure}`)) sendOnce(button, actionOf(button));
}

let keyed = false; // the click that comes was made by a key, which can be held

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-hold]");
  if (button && event.button === 0) hold(button);
});
for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, letGo);
document.addEventListener("pointerout", (event) => {
  if (held && !held.button.contains(event.relatedTarget)) letGo();
});
document.addEventListener("contextmenu", (event) => event.target.closest("[data-hold]") && event.preventDefault());
document.addEventListener("keydown", (event) => {
  const button = event.target.closest?.("[data-hold]");
  if (!button || (event.key !== "Enter" && event.key !== " ")) return;
  keyed = true;
  if (event.key === "Enter") event.preventDefault();
  if (!event.repeat) hold(button);
});
document.addEventListener("keyup", () => {
  letGo();
  setTimeout(() => { keyed = false; });
});

// --- both clocks, spoken --------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  const said = document.getElementById("clocks-said");
  const writing = event.target.closest?.("input:not([type=radio]), select, dialog");
  if (said && !writing && event.key === "c" && !event.ctrlKey && !event.metaKey && !event.altKey) {
    said.textContent = clocks.said();
  }
});

chooseTheme();
stream.follow();
