// How large the parts of a scene are: as large as the window allows, without scrolling where that can be; on a narrow screen
// each part for itself. Elements come in whose sizes are in em; all that goes out is how large an em is.

import { drawLines } from "./scene.js";

const EM = 16;
const LARGEST = { common: 1.7, own: 1.2, other: 1 };
const LEAST = { common: 0.62, own: 0.66, other: 0.5 };
const FIRST = { common: 1.7, own: 1.75 }; // what is one's own grows before the middle does
const QUARTER = 0.25; // of the height, for all the others
const SHRUNK = 0.75; // what would be smaller is taken apart, if it may
const STEPS = 40;

/** Give everything in a table its size. `narrow`: one column that may be scrolled. */
export function fit(table, narrow) {
  const roots = [...table.querySelectorAll(".scene")];
  if (!roots.length || !table.offsetParent) return;
  for (const root of roots) whole(root);
  const parts = roots.filter((root) => root.offsetParent).map((root) => ({ root, zone: root.dataset.zone, room: roomFor(root), ...measured(root.firstElementChild) }));
  if (narrow) for (const part of parts) fitNarrow(part);
  else fitWide(table, parts);
  drawLines(table);
}

function whole(root) {
  root.classList.remove("apart");
  root.style.fontSize = `${EM}px`;
  for (const cell of root.firstElementChild.children) if (cell.style.fontSize) cell.style.fontSize = "";
}

/** How wide the part may be: beside its name there may be less. */
function roomFor(root) {
  const zone = root.closest(".zone");
  const { paddingLeft, paddingRight } = getComputedStyle(zone);
  const head = getComputedStyle(zone).display === "grid" ? 2 * (zone.querySelector(".zone-head")?.offsetWidth ?? 0) : 0;
  return zone.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - Math.min(head, zone.clientWidth / 3);
}

function measured(element) {
  return { wide: element.offsetWidth, high: element.offsetHeight };
}

function size(part, scale) {
  part.root.style.fontSize = `${(EM * scale).toFixed(2)}px`;
}

function between(least, scale, most) {
  return Math.max(least, Math.min(scale, most));
}

// ---- with room beside each other --------------------------------------------------------------------
function fitWide(table, parts) {
  const others = parts.filter((part) => part.zone === "other");
  const rest = parts.filter((part) => part.zone !== "other");
  const height = window.innerHeight;
  const heads = Math.max(0, ...others.map((part) => part.root.closest(".zone").offsetHeight - part.high));
  const scale = Math.min(...others.map((part) => Math.min(part.room / part.wide, (height * QUARTER - heads) / part.high)), LARGEST.other);
  for (const part of others) size(part, Math.max(LEAST.other, scale));
  const around = table.offsetHeight - rest.reduce((sum, part) => sum + part.high, 0);
  const left = height - table.getBoundingClientRect().top - window.scrollY - around - EM;
  const at = (share, part) => between(LEAST[part.zone], share * FIRST[part.zone], Math.min(LARGEST[part.zone], part.room / part.wide));
  const need = (share) => rest.reduce((sum, part) => sum + part.high * at(share, part), 0);
  let share = 1;
  while (share > 0.3 && need(share) > left) share -= 1 / STEPS;
  for (const part of rest) size(part, at(share, part));
}

// ---- on a narrow screen -----------------------------------------------------------------------------
function fitNarrow(part) {
  const scale = part.room / part.wide;
  if (scale >= SHRUNK || part.root.hasAttribute("data-whole")) return size(part, between(0, scale, 1));
  part.root.classList.add("apart");
  const cells = [...part.root.firstElementChild.children].filter((cell) => cell.matches(".at"));
  const sizes = cells.map((cell) => between(0, part.room / Math.max(1, cell.firstElementChild.offsetWidth), 1));
  cells.forEach((cell, n) => (cell.style.fontSize = `${sizes[n].toFixed(3)}em`));
  return null;
}
