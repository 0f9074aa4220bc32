// What has changed is seen to move: pieces slide from where they were to where they are, what was hidden turns over, numbers float
// up. What the table looked like before comes in; ghosts fly above the table that is drawn already.

import { back } from "./shapes.js";
import { make } from "./make.js";

const USUAL = 2;
const LASTS = [0, 900, 520, 320, 180]; // milliseconds, by the speed that was chosen
const APART = 0.16; // of that, between one piece and the next
const MOST = 12; // so many pieces are seen to move
const KEPT = "rulekit.speed";

/** Where everything lies now. */
export function remembered(table) {
  const pieces = seen(table).map((button) => ({ ...told(button), picture: button.firstElementChild, rect: rectOf(button.firstElementChild), size: fontOf(button.firstElementChild) }));
  const mats = [...table.querySelectorAll(".scene .mat")].map((mat) => ({ id: mat.dataset.id, count: mat.count, veiled: Boolean(mat.veiled), rect: rectOf(mat), picture: mat.parentElement.querySelector(".back"), size: fontOf(mat) }));
  return { pieces, mats, numbers: new Map(counters(table).map(([key, one]) => [key, Number(one.dataset.value)])) };
}

/** Tallies and banks by name; those of one family are told apart by their order. */
function counters(table) {
  const many = new Map();
  return [...table.querySelectorAll(".stage [data-number]")].map((one) => {
    const key = one.dataset.number;
    many.set(key, (many.get(key) ?? 0) + 1);
    return [`${key} ${many.get(key)}`, one];
  });
}

/** Set in motion what lies elsewhere than before. */
export function setInMotion(table, then) {
  const lasts = duration();
  if (!lasts || document.hidden) return;
  const flights = [...slides(table, then), ...unseen(table, then)].slice(0, MOST);
  const above = make("div", { class: "flights scene", "aria-hidden": "true" });
  document.body.append(above);
  const ends = flights.map((flight, n) => fly(above, flight, lasts, n * lasts * APART));
  floats(table, then, above, lasts, ends);
  Promise.allSettled(ends).then(() => above.remove());
}

function duration() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return LASTS[speed()] ?? LASTS[USUAL];
}

// ---- what moved -------------------------------------------------------------------------------------
function seen(table) {
  return [...table.querySelectorAll(".scene .piece")].filter((button) => button.offsetParent);
}

function told(button) {
  return { id: button.dataset.id, cell: button.cell, label: button.named, shape: button.dataset.shape };
}

/** Pieces that are seen before and after; those at rest are left out, and those that wait for a partner are kept for `unseen`. */
function slides(table, then) {
  const rest = then.pieces.filter(({ id, label }) => !same(table, id, label));
  const was = new Set(then.pieces.map(({ id, label }) => `${id} ${label}`));
  const come = seen(table).filter((button) => !was.has(`${button.dataset.id} ${button.named}`));
  const found = [];
  for (const near of [true, false]) {
    for (const button of [...come]) {
      const at = rest.findIndex((old) => old.label === button.named && (!near || old.cell === button.cell));
      if (at < 0) continue;
      const [old] = rest.splice(at, 1);
      come.splice(come.indexOf(button), 1);
      found.push({ picture: button.firstElementChild, from: old.rect, to: rectOf(button.firstElementChild), arrives: button });
    }
  }
  then.left = rest;
  then.come = come;
  return found;
}

function same(table, id, label) {
  return table.querySelector(`.scene .piece[data-id="${CSS.escape(id)}"]`)?.named === label;
}

/** What came out of a place that is not seen, or went into one. */
function unseen(table, then) {
  const now = new Map([...table.querySelectorAll(".scene .mat")].map((mat) => [mat.dataset.id, mat]));
  const change = (mat) => (now.get(mat.id)?.count ?? mat.count) - mat.count;
  const places = then.mats.filter((mat, n) => mat.veiled && then.mats.findIndex((other) => other.id === mat.id) === n && now.has(mat.id));
  const out = places.flatMap((mat) => Array(Math.max(0, -change(mat))).fill(mat));
  const into = places.flatMap((mat) => Array(Math.max(0, change(mat))).fill(mat));
  const turned = then.come.flatMap((button) => {
    const from = out.shift();
    return from ? [{ picture: button.firstElementChild, from: from.rect, to: rectOf(button.firstElementChild), arrives: button, turns: button.dataset.shape }] : [];
  });
  const gone = then.left.flatMap((old) => {
    const to = into.shift();
    return to ? [{ picture: old.picture, from: old.rect, to: rectOf(now.get(to.id)), size: old.size, turns: old.shape }] : [];
  });
  const passed = into.flatMap((to) => {
    const from = out.shift();
    return from?.picture ? [{ picture: from.picture, from: from.rect, to: rectOf(now.get(to.id)), size: from.size }] : [];
  });
  return [...turned, ...gone, ...passed];
}

// ---- ghosts -----------------------------------------------------------------------------------------
function fly(above, { picture, from, to, arrives, turns, size }, lasts, delay) {
  const ghost = make("span", { class: `flight${turns ? " turns" : ""}` }, picture.cloneNode(true), turns && back(turns));
  ghost.style.fontSize = size ?? fontOf(picture);
  above.append(ghost);
  const { width, height } = ghost.getBoundingClientRect();
  ghost.style.left = `${to.left + to.width / 2 - width / 2}px`;
  ghost.style.top = `${to.top + to.height / 2 - height / 2}px`;
  const [x, y] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
  const scale = Math.min(2, Math.max(0.4, from.height / Math.max(1, to.height)));
  const options = { duration: lasts, delay, easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "both" };
  const [begin, end] = turns ? (arrives ? [" rotateY(180deg)", " rotateY(0deg)"] : [" rotateY(0deg)", " rotateY(180deg)"]) : ["", ""];
  const steps = [`translate(${x}px, ${y}px) scale(${arrives ? scale : 1})${begin}`, `translate(0, 0) scale(${arrives ? 1 : 1 / scale})${end}`];
  const flight = ghost.animate(steps.map((transform) => ({ transform })), options);
  arrives?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: lasts + delay });
  return flight.finished.then(() => ghost.remove());
}

/** Numbers that have changed say by how much. */
function floats(table, then, above, lasts, ends) {
  for (const [key, one] of counters(table)) {
    const change = Number(one.dataset.value) - (then.numbers.get(key) ?? NaN);
    if (!change || !one.offsetParent) continue;
    const { left, top, width } = rectOf(one);
    const sign = make("b", { class: `floating ${change > 0 ? "more-of" : "less-of"}` }, change > 0 ? `+${change}` : `−${-change}`);
    sign.style.left = `${left + width / 2}px`;
    sign.style.top = `${top}px`;
    above.append(sign);
    const rise = [{ opacity: 0, transform: "translate(-50%, 0)" }, { opacity: 1, transform: "translate(-50%, -60%)", offset: 0.25 }, { opacity: 0, transform: "translate(-50%, -190%)" }];
    ends.push(sign.animate(rise, { duration: lasts * 3.2, easing: "ease-out" }).finished);
  }
}

function rectOf(element) {
  return element.getBoundingClientRect();
}

function fontOf(element) {
  return getComputedStyle(element).fontSize;
}

// ---- the speed --------------------------------------------------------------------------------------
export function speed() {
  try {
    const kept = localStorage.getItem(KEPT);
    return kept === null ? USUAL : Number(kept);
  } catch {
    return USUAL; // storage may be forbidden
  }
}

/** A slider sets the speed, and keeps it; at its left end nothing moves. */
export function wireSpeed(slider) {
  slider.value = speed();
  slider.addEventListener("input", () => {
    try {
      localStorage.setItem(KEPT, slider.value);
    } catch {
      // then it is forgotten with the page
    }
  });
}
