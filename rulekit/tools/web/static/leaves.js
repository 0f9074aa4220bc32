// What is no place: numbers in the shape of what they count, headings, texts, pictures, tables of the rules.

import { make } from "./make.js";
import { ink, paint, shade } from "./colours.js";
import { drawing, outline, shape, sign } from "./shapes.js";
import { held } from "./lying.js";
import { say } from "./words.js";

const FEW = 3; // so many cubes or beads are drawn one by one
const COUNTED = new Set(["cube", "bead", "pawn"]);
const HOLDS = new Set(["coin", "disc", "token", "tile", "card", "die"]); // the number stands on it

/** A number: {text, look}. */
export function numberOf(node) {
  const value = /^\d+$/.test(node.text) ? Number(node.text) : null;
  const key = node.bank === null ? null : `${node.name} ${node.owner} ${node.bank}`; // what is only worked out has none
  const box = make("span", { class: `number-of${value === 0 ? " none" : ""}`, title: node.word, "data-number": key, "data-value": value }, counted(node, value));
  return tinted(node.bank ? bank(node, box) : box, node.look.colour);
}

/** A bank can be pointed at, where a move takes something from it. */
function bank(node, box) {
  const label = `${say("bank_of", { what: node.word })}: ${node.text}`;
  const one = make("button", { type: "button", class: "point bank", "data-id": `bank:${node.name}`, tabindex: -1, "aria-label": label }, box);
  one.ids = [one.dataset.id];
  return one;
}

function counted({ text, look }, value) {
  const one = (told) => shape({ shape: look.shape, colour: look.colour, text: told });
  if (COUNTED.has(look.shape)) {
    if (value === 0) return [outline(look.shape), make("b", { class: "unseen" }, "0")];
    return value !== null && value <= FEW ? Array.from({ length: value }, () => one("")) : [one(""), make("b", {}, text)];
  }
  if (HOLDS.has(look.shape)) {
    const on = one(text);
    on.classList.toggle("deep", value !== null && value > 8);
    return on;
  }
  return [look.shape ? one("") : sign(look), make("b", {}, text)];
}

/** A text, or a name or value: with its icon, or with a patch of its colour: {text, look, heading}. */
export function words({ text, look, heading }) {
  const icon = sign(look);
  if (icon && look.colour) icon.classList.add("coloured");
  const patch = !icon && look.colour ? make("i", { class: "swatch", "aria-hidden": "true" }) : null;
  const plain = !heading && !icon && !patch;
  return tinted(make("span", { class: plain ? "told" : "heading", title: plain ? null : text }, icon, patch, text && make("span", {}, text)), look.colour);
}

/** Pieces that are worked out, and cells of a picture: each a heap of pieces, or nothing that matters. */
export function pieces(node) {
  return make("span", { class: "shown" }, held("row", node.pieces.map((piece) => shape(piece)), {}));
}

export function picture(node) {
  const cell = (some) => make("span", { class: "cell-of" }, some ? held("inside", some.map(sized), {}) : null);
  return make("span", { class: "picture-of" }, node.cells.map(cell));
}

function sized(piece) {
  const one = shape({ ...piece, shape: piece.shape || "disc" }, { bare: true });
  one.classList.toggle("any", !piece.shape);
  one.dataset.shape = piece.shape || "card";
  return one;
}

/** A table of the rules: {word, head, rows, looks}; the first word of its head stands before the others, or alone above the rows. */
export function rulesCard({ word, head, rows, looks }) {
  const named = (text, look) => make("th", { scope: "row" }, words({ text, look, heading: true }));
  const cells = ([first, ...rest], n) => make("tr", {}, named(first, looks[n]), rest.map((text) => make("td", {}, text)));
  const [corner, ...across] = head.map((text) => (text ? make("th", { scope: "col" }, text) : make("td")));
  corner.classList.toggle("before", head.slice(1).some(Boolean));
  const above = head.some(Boolean) ? make("thead", {}, make("tr", {}, corner, across)) : null;
  return make("div", { class: "rules-card", role: "group", "aria-label": word }, make("b", {}, word), make("table", {}, above, make("tbody", {}, rows.map(cells))));
}

export function sack() {
  return make("span", { class: "sack", "aria-hidden": "true" }, drawing("swap-bag"));
}

/** An element in a colour: a patch of it, a drawing in it (darker where it could not be seen). */
function tinted(element, colour) {
  if (!colour) return element;
  const tint = paint(colour);
  const light = ink(tint) !== "#ffffff" && ink(shade(tint, 0.75)) !== "#ffffff";
  element.style.setProperty("--tint", tint);
  element.style.setProperty("--drawn", light ? shade(tint, 0.72) : tint);
  return element;
}
