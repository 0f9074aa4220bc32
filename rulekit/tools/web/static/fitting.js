// How large the parts of a scene are: as large as the window allows, without scrolling where that can be; on a narrow screen
// each part for itself. Elements come in whose sizes are in em; all that goes out is how large an em is.

import { drawLines, turn } from "./scene.js";

const EM = 16;
const LARGEST = { common: 1.7, own: 1.2, other: 1 };
const LEAST = { common: 0.62, own: 0.66, other: 0.5 };
const FIRST = { common: 1.7, own: 1.75 }; // what is one's own grows before the middle does
const QUARTER = 0.25; // of the height, for all the others
const SHRUNK = 0.75; // what would be smaller is taken apart, if it may
const SMALL = 0.56; // what is still smaller gets a quarter turn,
const CLEARLY = 1.25; // if that makes it so much larger
const CLOSER = [1, 0.85, 0.7]; // how far from one card of a fan to the next
const STEPS = 40;
const TIGHT = ["broken", "signs-only"]; // headings where there is little room

/** Give everything in a table its size. `narrow`: one column that may be scrolled. */
export function fit(table, narrow) {
  const roots = [...table.querySelectorAll(".scene")];
  if (!roots.length || !table.offsetParent) return;
  const zoom = table.style.getPropertyValue("--zoom");
  const stage = table.querySelector(".zone.common > .stage");
  const [at, down] = [stage?.scrollLeft, window.scrollY]; // while it is measured the page may be too short for that
  table.style.setProperty("--zoom", 1); // what is measured is not enlarged
  for (const root of roots) whole(root);
  const parts = roots.filter((root) => root.offsetParent).map((root) => ({ root, zone: root.dataset.zone, room: roomFor(root), ...measured(root.firstElementChild) }));
  if (narrow) fitNarrow(table, parts);
  else fitWide(table, parts);
  for (const part of parts.filter((one) => !one.apart)) fitWords(part);
  if (!narrow) evenOut(parts);
  table.style.setProperty("--zoom", (narrow && zoom) || 1);
  if (stage) stage.scrollLeft = at;
  if (window.scrollY !== down) window.scrollTo(0, down);
  drawLines(table);
}

function whole(root) {
  turn(root, false);
  root.classList.remove("apart", ...TIGHT);
  root.style.fontSize = `${EM}px`;
  root.closest(".zone").classList.remove("headed");
  for (const one of ["--least", "--close"]) root.style.removeProperty(one);
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
  part.scale = scale;
  part.root.style.fontSize = `calc(${(EM * scale).toFixed(2)}px * var(--zoom, 1))`;
}

/** Words have a least size, and may need more room than they took at first; where there is none, headings are broken, then only
 *  their signs are left, and at last words are as small as the rest. */
function fitWords(part) {
  const { root, room, scale } = part;
  const wide = () => measured(root.firstElementChild).wide;
  for (const way of ["", ...TIGHT]) {
    if (way) root.classList.add(way);
    size(part, scale);
    size(part, Math.min((scale * room) / wide(), way ? Math.max(scale, 1) : scale)); // what takes less may be larger
    if (wide() <= room + 1) return;
  }
  root.style.setProperty("--least", "0px");
  size(part, scale);
}

function between(least, scale, most) {
  return Math.max(least, Math.min(scale, most));
}

// ---- with room beside each other --------------------------------------------------------------------
/** One's own name stands beside what is one's own; above it, where that is larger so and all still fits. */
function fitWide(table, parts) {
  const own = parts.find((part) => part.zone === "own");
  settle(table, parts, own);
  if (!own || own.scale >= LARGEST.own || own.scale * own.wide < own.room - 1) return;
  const { scale } = own;
  nameAbove(own, true);
  settle(table, parts, own);
  if (own.scale > scale && !isTooHigh(table)) return;
  nameAbove(own, false);
  settle(table, parts, own);
}

function nameAbove(part, above) {
  part.root.closest(".zone").classList.toggle("headed", above);
  part.room = roomFor(part.root);
}

function isTooHigh(table) {
  return table.getBoundingClientRect().bottom + window.scrollY + EM / 2 > window.innerHeight;
}

/** The others are never larger than what is one's own. */
function settle(table, parts, own) {
  for (const part of parts) size(part, 1);
  const others = parts.filter((part) => part.zone === "other");
  const rest = parts.filter((part) => part.zone !== "other");
  const beside = table.querySelector(":scope > .sides"); // there they are not of one width
  mostOf(others, beside);
  const at = (share, part) => between(LEAST[part.zone], share * FIRST[part.zone], Math.min(LARGEST[part.zone], part.room / part.wide));
  const most = (share, part) => Math.min(part.most, own ? at(share, own) : part.most);
  const across = (scale) => (beside ? 0 : Math.max(0, ...others.map((part) => part.high * scale(part))));
  const around = table.offsetHeight - rest.reduce((sum, part) => sum + part.high, 0) - across(() => 1);
  const left = window.innerHeight - table.getBoundingClientRect().top - window.scrollY - around - EM;
  const need = (share) => rest.reduce((sum, part) => sum + part.high * at(share, part), across((part) => most(share, part)));
  const place = (share) => {
    for (const part of rest) size(part, at(share, part));
    for (const part of others) size(part, most(share, part));
  };
  let share = 1;
  while (share > 0.3 && need(share) > left) share -= 1 / STEPS;
  place(share);
  while (share > 0.3 && isTooHigh(table)) place((share -= 2 / STEPS)); // names beside them do not shrink
}

/** Words may have made what is one's own smaller still. */
function evenOut(parts) {
  const own = parts.find((part) => part.zone === "own");
  for (const part of parts) if (own && part.zone === "other" && part.scale > own.scale) size(part, own.scale);
}

/** How large the others may be at most: as large as each other, where they are as wide. */
function mostOf(others, beside) {
  const heads = Math.max(0, ...others.map((part) => part.root.closest(".zone").offsetHeight - part.high));
  const most = (part) => Math.min(part.room / part.wide, (window.innerHeight * QUARTER - heads) / part.high, LARGEST.other);
  for (const part of others) part.most = beside ? most(part) : Math.max(LEAST.other, Math.min(...others.map(most)));
}

// ---- on a narrow screen -----------------------------------------------------------------------------
/** What is one's own first: what has a quarter turn has to fit above it. */
function fitNarrow(table, parts) {
  for (const part of parts.filter((one) => one.zone !== "common")) shrink(part);
  for (const part of parts.filter((one) => one.zone === "common")) {
    shrink(part);
    turnSmall(part, highAbove(table, part));
  }
}

/** Smaller, to three quarters at most; else every cell for itself, if they may be apart. */
function shrink(part) {
  const { root, room, zone } = part;
  const least = zone === "other" ? LEAST.other : SHRUNK; // whoever looks at others wants to see them all
  const wide = tightened(part, least);
  part.apart = room / wide < least && !root.hasAttribute("data-whole");
  const cells = [...root.firstElementChild.children].filter((cell) => part.apart && cell.matches(".at"));
  part.cells = cells.map((cell) => ({ root: cell, wide: cell.firstElementChild.offsetWidth, many: rowIn(cell)?.childElementCount ?? 1 }));
  root.classList.toggle("apart", part.apart);
  size(part, part.apart ? 1 : between(0, room / wide, 1));
  for (const cell of part.cells) sizeCell(cell, inRows(cell, room));
}

/** How wide it is when cards that are held overlap as much as is needed; if that does not help, no more than usual. */
function tightened({ root, room, wide }, least) {
  const [close] = CLOSER.filter((some) => {
    root.style.setProperty("--close", some);
    return room / root.firstElementChild.offsetWidth >= least;
  });
  root.style.setProperty("--close", close ?? 1);
  return close ? root.firstElementChild.offsetWidth : wide;
}

/** A row of pieces that may be broken, if a cell is no more than that. */
function rowIn(cell) {
  const [row, other] = cell.querySelectorAll(".held");
  return row && !other && row.matches(".lies-row:not(.close)") ? row : null;
}

/** In as few rows as leave it large enough. */
function inRows({ wide, many }, room) {
  for (let rows = 1; ; rows += 1) {
    const scale = between(0, (room * many) / Math.ceil(many / rows) / Math.max(1, wide), 1);
    if (scale >= SMALL || rows >= many) return rows > 1 ? scale * 0.97 : scale;
  }
}

function sizeCell(cell, scale) {
  cell.scale = scale;
  cell.root.style.fontSize = `${scale.toFixed(3)}em`;
}

/** How high the part may be, so that all of it is on one screen with what is one's own. */
function highAbove(table, { root }) {
  const zone = root.closest(".zone");
  const own = table.querySelector(".zone.own")?.offsetHeight ?? 0;
  const below = parseFloat(getComputedStyle(document.body).paddingBottom);
  return window.innerHeight - below - own - EM - (zone.getBoundingClientRect().top + window.scrollY) - (zone.offsetHeight - root.offsetHeight);
}

/** A quarter turn for what would be too small, where that helps. */
function turnSmall(part, high) {
  const all = part.apart ? part.cells : [part];
  for (const one of all.filter(({ root, scale }) => scale < SMALL && root.querySelector(".layout"))) {
    const lying = one.scale;
    const room = high - (part.root.offsetHeight - one.root.offsetHeight);
    turn(one.root, true);
    const { wide, high: long } = measured(one.root.firstElementChild);
    const standing = between(0, lying * Math.min(part.room / wide, room / long), 1);
    if (standing < lying * CLEARLY) turn(one.root, false);
    else (one === part ? size : sizeCell)(one, standing);
  }
}
