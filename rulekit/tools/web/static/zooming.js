// The middle of the table larger than it fits, on a narrow screen: by two fingers, a double tap, or buttons. It is scrolled within its
// frame then; what is looked at stays under the fingers.

import { drawLines } from "./scene.js";
import { part } from "./make.js";

const MOST = 4;
const STEP = 1.5;
const TAPPED = 2; // a double tap
const SOON = 350; // milliseconds between its taps
const NEAR = 30; // pixels

let zoom = 1;
let pinch = null;
let tap = null;

/** Once. `narrow`: the media query under which the table can be zoomed. */
export function wireZoom(table, narrow) {
  part("zoom-in").addEventListener("click", () => to(table, zoom * STEP, middle(table)));
  part("zoom-fit").addEventListener("click", () => {
    to(table, 1, middle(table));
    part("zoom-in").focus();
  });
  narrow.addEventListener("change", () => to(table, 1, middle(table)));
  const onBoard = (event) => narrow.matches && event.target.closest?.(".zone.common > .stage");
  table.addEventListener("touchstart", (event) => onBoard(event) && event.touches.length === 2 && begin(event.touches), { passive: true });
  table.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    to(table, (pinch.zoom * apart(event.touches)) / pinch.apart, between(event.touches));
  }, { passive: false });
  table.addEventListener("touchend", (event) => {
    pinch = null;
    if (onBoard(event) && event.changedTouches.length === 1 && !event.target.closest("button")) tapped(table, event);
  });
}

/** Where somebody looks, to be shown again when the table has been drawn anew. */
export function lookedAt(table) {
  return frame(table)?.scrollLeft ?? 0;
}

export function lookAgain(table, at) {
  const stage = frame(table);
  if (stage) stage.scrollLeft = at;
}

function frame(table) {
  return table.querySelector(".zone.common > .stage");
}

function begin(touches) {
  pinch = { zoom, apart: apart(touches) };
}

function apart([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function between([one, other]) {
  return { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
}

function tapped(table, { changedTouches: [touch], timeStamp }) {
  const here = { x: touch.clientX, y: touch.clientY };
  const twice = tap && timeStamp - tap.at < SOON && Math.hypot(tap.x - here.x, tap.y - here.y) < NEAR;
  tap = twice ? null : { ...here, at: timeStamp };
  if (twice) to(table, zoom > 1 ? 1 : TAPPED, here);
}

function middle(table) {
  const { left, width, top, bottom } = frame(table)?.getBoundingClientRect() ?? { left: 0, width: 0, top: 0, bottom: 0 };
  return { x: left + width / 2, y: (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2 };
}

/** Zoom so that what is at a point of the window stays there. */
function to(table, wanted, { x, y }) {
  const stage = frame(table);
  if (!stage) return;
  const before = stage.firstElementChild.getBoundingClientRect();
  const [across, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
  zoom = Math.max(1, Math.min(wanted, MOST));
  table.style.setProperty("--zoom", zoom);
  drawLines(table);
  const after = stage.firstElementChild.getBoundingClientRect();
  stage.scrollLeft += after.left + across * after.width - x;
  window.scrollBy(0, after.top + down * after.height - y);
  part("zoom-in").disabled = zoom >= MOST;
  part("zoom-fit").hidden = zoom === 1;
}
