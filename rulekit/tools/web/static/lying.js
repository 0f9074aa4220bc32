// How pieces lie: in a row, a column, a stack, a heap, a spread, a fan, inside one another. Elements come in, the first of them
// lowest, and go out in an element that holds them; what each position needs is told to the style sheet as numbers.

import { make } from "./make.js";
import { SIZES } from "./shapes.js";

const NEWEST = 9; // so many of a spread are seen
const LAYERS = 3; // of a stack
const SCATTERED = 40; // of a heap in a hollow
const UNDER = 4; // of a heap elsewhere
const TURN = 2.399963; // radians: the golden angle, so that no two lie on a line
const WIDEST = { fan: 30, row: 20 }; // in em: what is more overlaps, if it is narrow
const BROAD = 4; // in em: what is not narrow
const GAP = 0.35;
const TILT = [5, 34]; // degrees from one card of a fan to the next, and from the first to the last, at most

/** Pieces as they lie. `count`: how many there are, if fewer are given; `hollow`: there is a hollow for them. */
export function held(lies, things, { count = things.length, wide = 3.25, hollow = false, more = null } = {}) {
  const way = (wide && WAYS[lies]) || WAYS.row;
  const hold = make("span", { class: `held lies-${lies}` });
  if (wide) number(hold, { wide });
  hold.append(...way(things, hold, { wide, hollow }));
  const hidden = count - hold.childElementCount;
  if (hidden > 0 && more && lies === "spread") hold.prepend(make("span", { class: "more" }, more(hidden)));
  return hold;
}

const WAYS = { row, column: apart, upwards: apart, stack, heap, spread, fan, inside, around: row };

function number(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(`--${name}`, Number(value.toFixed(3)));
  return element;
}

function apart(things) {
  return things;
}

/** How far the next piece lies from the last, in em, so that all of them have room. */
function step(count, wide, lies) {
  const most = lies === "fan" ? wide * 0.78 : wide + GAP;
  return count < 2 ? most : Math.min(most, Math.max(wide * 0.19, (WIDEST[lies] - wide) / (count - 1)));
}

function row(things, hold, { wide }) {
  if (!wide || wide > BROAD) return things;
  const far = step(things.length, wide, "row");
  hold.classList.toggle("close", far < wide + GAP);
  number(hold, { step: far });
  return things;
}

/** Cards on a circle whose middle lies far below. */
function fan(things, hold, { wide }) {
  const [each, all] = TILT;
  const far = step(things.length, wide, "fan");
  const tilt = Math.min(each, all / Math.max(things.length - 1, 1));
  const radius = far / ((tilt * Math.PI) / 180);
  const sink = (aside) => radius * (1 - Math.cos((aside * tilt * Math.PI) / 180));
  number(hold, { step: far, low: sink((things.length - 1) / 2) });
  return things.map((thing, n) => {
    const aside = n - (things.length - 1) / 2;
    return number(thing, { turn: aside * tilt, sink: sink(aside) });
  });
}

function spread(things, hold, { wide }) {
  number(hold, { step: wide * 0.52 });
  return things.slice(-NEWEST);
}

/** Only the top is seen, on the edges of a few others. */
function stack(things) {
  const seen = things.slice(-LAYERS);
  return seen.map((thing, n) => number(thing, { layer: n - seen.length + 1 }));
}

function heap(things, hold, { hollow }) {
  const seen = things.slice(hollow ? -SCATTERED : -UNDER);
  hold.classList.toggle("scattered", hollow);
  return seen.map((thing, n) => {
    const far = hollow ? Math.sqrt((n + 0.6) / Math.max(seen.length + 0.6, 7)) : 0;
    const turn = n * TURN + 0.7;
    return number(thing, hollow ? { x: far * Math.cos(turn), y: far * Math.sin(turn) } : { x: (n - (seen.length - 1) / 2) * 0.85, turn: ((n * 37) % 23) - 11 });
  });
}

/** On one another by size, whatever came first. */
function inside(things) {
  const size = (thing) => SIZES.indexOf(thing.dataset.shape);
  return [...things].sort((one, other) => size(one) - size(other));
}
