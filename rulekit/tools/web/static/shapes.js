// What pieces are made of: cards, tiles, dice, cups, spoons, in the size that goes with their shape. Sizes are in em, so that who
// holds them says how large they are. A piece comes in: {shape, icon, drawing, text, colour}. No game is known here.

import { draw, make } from "./make.js";
import { ink, paint, shade } from "./colours.js";

const SIDEWAYS = new Set(["tile"]); // icon and text stand side by side
const NAME = /^[a-z0-9-]*[a-z]{3}[a-z0-9-]*$/i; // can only be meant for a drawing
const BARE = new Set(["bead", "bowl", "spoon", "stick"]); // nothing can be written on these
const OWN = { coin: "#e8bd4a", cube: "#f6efe0", bead: "#c9962e", spoon: "#b98a55", stick: "#d9b077", bowl: "#f4ead8", plate: "#f6efe2" };
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const TINY = new Set(["coin", "cube", "pawn", "token", "disc", "die"]); // there is no room for words
export const SIZES = ["plate", "bowl", "spoon", "stick"]; // what lies in what, the lowest first
export const WIDE = { card: 3.25, tile: 2.75, token: 2.2, disc: 2.6, coin: 2, cube: 1.25, die: 2.7, bead: 1.15, pawn: 1.75, plate: 6.2, bowl: 4.5, spoon: 5.4, stick: 0.75 }; // in em

/** A piece. `on`: the colour of what it lies on, for one without its own; `corner`: its signs stand in the upper left corner, too;
 *  `bare`: its shape and colour say all. */
export function shape(piece, { on = "", corner = false, bare = false } = {}) {
  const kind = piece.shape || "card";
  const fill = paint(piece.colour || on, OWN[kind]);
  const signs = BARE.has(kind) || (bare && piece.colour) ? [] : kind === "die" && PIPS[piece.text] ? [pips(piece.text)] : signsOn(piece, kind, corner);
  const thing = make("span", { class: `shape ${kind}${corner ? " cornered" : ""}`, "aria-hidden": "true" }, MADE[kind]?.(fill), ...signs);
  return dyed(thing, fill);
}

/** The back of a piece that is not to be seen. */
export function back(kind = "card") {
  const thing = make("span", { class: `shape ${kind} back`, "aria-hidden": "true" }, kind === "card" && drawing("coffee-cup"));
  return dyed(thing, "#7a4a2b");
}

/** Where a piece could lie: its outline. */
export function outline(kind = "card", printed = null) {
  return make("span", { class: `shape ${kind || "card"} outline`, "aria-hidden": "true" }, printed);
}

/** An icon: a drawing in the colour of the letters, or a sign. In looks the name of a drawing stands as the icon itself. */
export function sign({ icon, drawing: name = NAME.test(icon) ? icon : "" }) {
  if (name) return drawing(name);
  return icon ? make("span", { class: `icon${[...icon].length > 3 ? " words" : ""}` }, icon) : null;
}

export function drawing(name) {
  const one = make("span", { class: "icon drawing" });
  if (/^[a-z0-9-]+$/i.test(name)) one.style.setProperty("--drawing", `url("/drawings/${name}.svg")`);
  return one;
}

/** An element in a colour: what it is filled with, its edge, letters on it. */
export function dyed(element, fill) {
  for (const [name, value] of [["--fill", fill], ["--edge", shade(fill)], ["--on", ink(fill)]]) element.style.setProperty(name, value);
  return element;
}

function signsOn(told, kind, corner) {
  const piece = kind === "plate" ? bare(told) : told;
  const whole = piece.text || (piece.icon || piece.drawing || piece.colour ? "" : piece.label || "");
  const text = TINY.has(kind) ? short(whole) : whole;
  const word = text ? written(text, kind, Boolean(piece.icon || piece.drawing)) : null;
  const signs = [sign(piece), word].filter(Boolean);
  const both = signs.length > 1 ? " both" : "";
  const order = SIDEWAYS.has(kind) ? signs.reverse() : signs;
  return [make("span", { class: `signs${both}` }, order), corner && make("span", { class: "signs corner" }, sign(piece), text && make("b", {}, short(text)))];
}

/** A piece without the signs that only a line of text needs: its shape and colour tell them. */
function bare(piece) {
  return { ...piece, icon: "", label: "", text: /[\p{L}\p{N}]/u.test(piece.text ?? "") ? piece.text : "" };
}

/** A text, small enough for what it stands on. */
function written(text, kind, beside) {
  const longest = Math.max(...text.split(/\s+/).map((word) => [...word].length));
  const step = longest <= 2 ? 0 : longest <= 4 ? 1 : longest <= 7 ? 2 : 3;
  return make("b", { class: `word long-${step}${beside ? " beside" : ""}` }, text);
}

function short(text) {
  return [...text].length <= 4 ? text : `${[...text].slice(0, 3).join("")}.`;
}

function pips(text) {
  return make("span", { class: "pips" }, PIPS[text].map((at) => {
    const pip = make("i", {});
    pip.style.setProperty("grid-area", `${Math.floor(at / 3) + 1} / ${(at % 3) + 1}`);
    return pip;
  }));
}

// ---- what a border and a gradient cannot show ---------------------------------------------------------
const MADE = { bowl, spoon, pawn };

function picture(view, ...inside) {
  return draw("svg", { viewBox: view, "aria-hidden": "true" }, ...inside);
}

/** A cup from above, with its handle. */
function bowl(fill) {
  const edge = shade(fill, 0.7);
  return picture(
    "0 0 100 80",
    draw("path", { d: "M76 30h9a9 9 0 0 1 0 20h-9", fill: "none", stroke: edge, "stroke-width": 8 }),
    draw("path", { d: "M76 30h9a9 9 0 0 1 0 20h-9", fill: "none", stroke: fill, "stroke-width": 5 }),
    draw("circle", { cx: 40, cy: 40, r: 38.5, fill, stroke: edge, "stroke-width": 2 }),
    draw("circle", { cx: 40, cy: 40, r: 27.5, fill: "#3a2012", stroke: edge, "stroke-width": 1.5 }),
    draw("path", { d: "M22 36a19 19 0 0 1 14-14", fill: "none", stroke: "#7d5433", "stroke-width": 3, "stroke-linecap": "round" }),
  );
}

/** A spoon that lies aslant. */
function spoon(fill) {
  const line = { stroke: shade(fill, 0.5), "stroke-width": 3.4, "stroke-linejoin": "round" };
  return picture(
    "0 0 100 100",
    draw("g", { transform: "rotate(-38 50 50)", fill, ...line },
      draw("path", { d: "M46.5 40h7l2 56a5.5 5.5 0 0 1-11 0z" }),
      draw("ellipse", { cx: 50, cy: 22, rx: 14.5, ry: 20 }),
      draw("path", { d: "M43 15a9 13 0 0 0-2 10", fill: "none", stroke: "#fff", "stroke-opacity": 0.45, "stroke-width": 3 }),
    ),
  );
}

function pawn(fill) {
  const edge = shade(fill, 0.55);
  return picture(
    "0 0 60 84",
    draw("path", { d: "M8 78q0-14 12-20q6-8 6-20h8q0 12 6 20q12 6 12 20z", fill, stroke: edge, "stroke-width": 2.5, "stroke-linejoin": "round" }),
    draw("circle", { cx: 30, cy: 23, r: 17, fill, stroke: edge, "stroke-width": 2.5 }),
    draw("circle", { cx: 24, cy: 17, r: 5, fill: "#fff", "fill-opacity": 0.35 }),
  );
}
