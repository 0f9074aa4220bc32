// On a narrow screen: what stays at the lower edge (whose turn it is, ways to the table, to what is one's own, to the moves), how much
// room that takes, and that whoever has pointed at something sees what can be pointed at next.

import { part } from "./make.js";
import { unfold } from "./menu.js";
import { wireZoom } from "./zooming.js";

const FREE = 8; // pixels between what is brought in sight and the edges

/** Once: the ways of the dock lead somewhere. `narrow`: the media query under which it is there. */
export function wireDock(narrow) {
  wireZoom(part("table"), narrow);
  part("to-table").addEventListener("click", () => goTo(zone("common"), "start"));
  part("to-mine").addEventListener("click", () => goTo(zone("own"), "end"));
  part("to-moves").addEventListener("click", () => unfold(!part("moves").classList.contains("open")));
  const measured = new ResizeObserver(leaveRoom);
  for (const id of ["dock", "moves"]) measured.observe(part(id));
}

/** Whether there is one: beside a table with room, and in other pages, there is none. */
export function docked() {
  return part("dock").offsetHeight > 0;
}

/** The list of moves gives way to the table; gives whether it was in the way. */
export function foldMoves() {
  const was = docked() && part("moves").matches(".open:not([hidden])");
  if (was) unfold(false);
  return was;
}

/** Ways that lead nowhere are not offered. */
export function showWays(position) {
  part("to-mine").hidden = position.viewer === null;
  part("to-moves").hidden = !position.menu.length;
  part("to-moves-count").textContent = position.menu.length;
}

function zone(kind) {
  return part("table").querySelector(`.zone.${kind}`);
}

function goTo(room, edge) {
  if (!room) return;
  unfold(false);
  const block = room.offsetHeight > seenPart().bottom - seenPart().top ? "start" : edge;
  room.scrollIntoView({ block, behavior: "auto" });
  room.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
}

/** What is not covered by the dock, nor by moves that lie on it while their list is folded. */
function leaveRoom() {
  const page = document.documentElement.style;
  const dock = part("dock").offsetHeight;
  page.setProperty("--dock", `${dock}px`);
  page.setProperty("--below", `${dock + (part("moves").matches(".open") ? 0 : part("moves").offsetHeight)}px`);
}

function seenPart() {
  const below = parseFloat(getComputedStyle(document.body).paddingBottom);
  return { top: FREE, bottom: window.innerHeight - below };
}

/** Scroll as little as needed so that what is chosen and what can be chosen next are on the screen together; if they are too far
 *  apart, to what can be chosen. */
export function bringInSight(table) {
  if (!docked()) return;
  leaveRoom();
  const boxes = (some) => [...table.querySelectorAll(some)].map((one) => one.getBoundingClientRect()).filter((box) => box.height);
  const lit = boxes(".point.lit");
  if (!lit.length) return;
  const { top, bottom } = seenPart();
  const both = span([...lit, ...boxes(".point.chosen")]);
  const nearest = lit.reduce((best, box) => (away(box) < away(best) ? box : best));
  const wanted = [both, span(lit), nearest].find((box) => box.bottom - box.top <= bottom - top) ?? nearest;
  const by = wanted.top < top ? wanted.top - top : Math.max(0, wanted.bottom + FREE - bottom);
  if (by) window.scrollBy(0, by);
}

function span(boxes) {
  return { top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
}

function away({ top, bottom }) {
  const seen = seenPart();
  return Math.max(0, seen.top - top, bottom - seen.bottom);
}
