// What a reader chooses on the page: the theme, a tab, a word of the last play.

const YEAR_S = 31536000;

export function chooseTheme() {
  const button = document.getElementById("theme");
  button.addEventListener("click", (event) => {
    event.preventDefault();
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme}; path=/; max-age=${YEAR_S}; samesite=lax`;
  });
}

export function showTabs() {
  const list = document.querySelector(".tabs");
  const tabs = [...list.children];
  list.hidden = false;
  document.querySelector("main").classList.add("tabbed");

  function show(tab) {
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", chosen);
      other.tabIndex = chosen ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).classList.toggle("shown", chosen);
    }
  }
  list.addEventListener("click", (event) => tabs.includes(event.target) && show(event.target));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    show(next);
    next.focus();
  });
}

// Pointing at a word of the last play shows that word on the board and lets the other sums step back.
export function askForWords() {
  const last = document.getElementById("last");
  const overlay = document.getElementById("overlay");

  function ask(event) {
    const word = event.target.closest?.("tr[data-word]")?.dataset.word;
    if (word === undefined) delete overlay.dataset.asked;
    else overlay.dataset.asked = word;
    for (const drawn of overlay.querySelectorAll("[data-word]")) {
      drawn.classList.toggle("asked", drawn.dataset.word === word);
    }
  }
  last.addEventListener("pointerover", ask);
  last.addEventListener("pointerleave", () => ask({ target: last }));
  last.addEventListener("focusin", ask);
  last.addEventListener("focusout", () => ask({ target: last }));
}
