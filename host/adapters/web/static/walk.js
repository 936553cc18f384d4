// Arrow keys walk the table behind the board, a ring on the drawn board shows where; a tapped tile opens, large.

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function walkBoard(table = document.getElementById("squares")) {
  const ring = document.getElementById("walker");
  table.querySelector("td[data-square='112']").tabIndex = 0;

  table.addEventListener("focusin", (event) => {
    const [row, column] = place(event.target);
    ring.setAttribute("x", column + 0.05);
    ring.setAttribute("y", row + 0.05);
    ring.setAttribute("visibility", "visible");
  });
  table.addEventListener("focusout", () => ring.setAttribute("visibility", "hidden"));

  table.addEventListener("keydown", (event) => {
    let [row, column] = place(event.target);
    if (event.key === "Home") column = 0;
    else if (event.key === "End") column = 14;
    else if (event.key in STEPS) {
      row = Math.min(14, Math.max(0, row + STEPS[event.key][0]));
      column = Math.min(14, Math.max(0, column + STEPS[event.key][1]));
    } else return;
    event.preventDefault();
    event.target.tabIndex = -1;
    const next = table.rows[row + 1].cells[column + 1];
    next.tabIndex = 0;
    next.focus();
  });
}

function place(square) {
  const cell = square.closest("td");
  return [cell.parentNode.rowIndex - 1, cell.cellIndex - 1];
}

// On a phone a tile is 24 px: tapped, it opens at 64 px with the words that have gone through it.
export function openSquares() {
  const opened = document.getElementById("square");
  if (!opened.showPopover) return; // an old browser does without
  document.getElementById("tiles").addEventListener("click", (event) => {
    const tile = event.target.closest("[data-square]");
    if (!tile) return;
    const told = document.querySelector(`#squares [data-square="${tile.dataset.square}"]`);
    opened.querySelector("svg").replaceChildren(tile.querySelector(".body").cloneNode(true));
    opened.querySelector(".told").textContent = told.textContent;
    opened.querySelector(".history").textContent = told.dataset.history ?? "";
    opened.showPopover();
  });
}
