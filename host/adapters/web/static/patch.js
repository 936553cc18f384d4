// Turns what a part shows into what it should show, changing only what differs: focus stays, what is new can arrive.

const SVG = "http://www.w3.org/2000/svg";
// Set on this page by scripts and readers: where focus is, how far the slider, what is open or being sent.
const OURS = new Set(["style", "tabindex", "open", "aria-busy"]);

export function patch(part, markup) {
  if (!part) return;
  const template = document.createElement("template");
  if (part.namespaceURI === SVG) {
    template.innerHTML = `<svg>${markup}</svg>`;
    align(part, template.content.firstChild);
  } else if (part.tagName === "TBODY" || part.tagName === "TABLE") {
    template.innerHTML = `<table><tbody>${markup}</tbody></table>`;
    align(part, template.content.querySelector("tbody"));
  } else {
    template.innerHTML = markup;
    align(part, template.content);
  }
}

// A thing with a key is the same thing wherever it stands; others are matched by place and kind.
function align(have, want) {
  const keyed = new Map();
  for (const child of have.children ?? []) {
    if (child.dataset.key) keyed.set(child.dataset.key, child);
  }
  let place = have.firstChild;
  for (const node of [...want.childNodes]) {
    const key = node.dataset?.key;
    const match = key ? keyed.get(key) : same(place, node) && !place.dataset?.key ? place : null;
    if (match && same(match, node)) {
      if (match === place) place = place.nextSibling;
      else have.insertBefore(match, place);
      update(match, node);
    } else {
      const fresh = document.importNode(node, true);
      fresh.classList?.add("arriving");
      have.insertBefore(fresh, place);
    }
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

function same(a, b) {
  return a && a.nodeType === b.nodeType && a.nodeName === b.nodeName;
}

function update(have, want) {
  if (have.nodeType !== Node.ELEMENT_NODE) {
    if (have.data !== want.data) have.data = want.data;
    return;
  }
  for (const { name } of [...have.attributes]) {
    if (!want.hasAttribute(name) && !OURS.has(name)) have.removeAttribute(name);
  }
  for (const { name, value } of want.attributes) {
    if (have.getAttribute(name) !== value && !OURS.has(name)) have.setAttribute(name, value);
  }
  if (have.tagName === "INPUT" && have !== document.activeElement) have.value = want.getAttribute("value");
  align(have, want);
}
