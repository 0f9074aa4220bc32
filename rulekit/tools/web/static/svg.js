// Pieces as small pictures: a card or tile with its icon and text, a disc for a player's piece, a back for what is hidden.

import { draw } from "./make.js";
import { ink, paint, shade, tinted } from "./colours.js";

const HIGH = 72;
const LEAST = 54;
const MOST = 160;
const ROOM = [15, 19, 24]; // letters in a line

/** A piece; `colour` is its cell's, for pieces that have none of their own. */
export function card(piece, colour = "") {
  const fill = filled(piece, colour);
  const lines = linesOf(piece);
  const wide = Math.max(LEAST, Math.min(MOST, Math.ceil(Math.max(0, ...lines.map(width))) + 14));
  const high = Math.max(HIGH, Math.ceil(height(lines)) + 16);
  return picture(wide, high, ...sheet(wide, high, fill), ...written(lines, wide, high, ink(fill)));
}

/** A piece on a board: square, as large as its spot. */
export function tile(piece, colour = "") {
  const fill = filled(piece, colour);
  return picture(56, 56, ...sheet(56, 56, fill, 10), ...written(fitted(linesOf(piece), 50), 56, 56, ink(fill)));
}

/** A piece that only says whose it is. */
export function disc(colour, sign) {
  const fill = paint(colour);
  return picture(
    56, 56,
    draw("circle", { cx: 28, cy: 28.6, r: 24, fill: shade(fill, 0.55) }),
    draw("circle", { cx: 28, cy: 27, r: 24, fill, stroke: shade(fill), "stroke-width": 1.5 }),
    draw("circle", { cx: 28, cy: 27, r: 18.5, fill: "none", stroke: ink(fill), "stroke-opacity": 0.35 }),
    ...written([[sign, 22]], 56, 54, ink(fill)),
  );
}

/** The back of a piece: a cup on brown paper. */
export function back() {
  const line = { fill: "none", stroke: "#f3e3c8", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" };
  return picture(
    LEAST, HIGH,
    ...sheet(LEAST, HIGH, "#7a4a2b"),
    draw("rect", { x: 5.5, y: 5.5, width: LEAST - 11, height: HIGH - 11, rx: 5, fill: "none", stroke: "#f3e3c8", "stroke-opacity": 0.45 }),
    draw("path", { ...line, d: "M18 35h16v6a7 7 0 0 1-7 7h-2a7 7 0 0 1-7-7zM34 37h2a3.2 3.2 0 0 1 0 7h-2.5M15 52h22" }),
    draw("path", { ...line, "stroke-width": 1.6, d: "M23 31c-2-3 2-4 0-7M29 31c-2-3 2-4 0-7" }),
  );
}

function filled(piece, colour) {
  return piece.colour || !colour ? paint(piece.colour) : tinted(colour);
}

function picture(wide, high, ...inside) {
  return draw("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, class: "picture", "aria-hidden": "true" }, ...inside);
}

function sheet(wide, high, fill, round = 8) {
  return [
    draw("rect", { x: 1, y: 1, width: wide - 2, height: high - 2, rx: round, fill, stroke: shade(fill), "stroke-width": 1.4 }),
    draw("rect", { x: 2.6, y: 2.6, width: wide - 5.2, height: high - 5.2, rx: round - 1.6, fill: "none", stroke: "#fff", "stroke-opacity": 0.35 }),
  ];
}

function written(lines, wide, high, colour) {
  let at = (high - height(lines)) / 2;
  return lines.map(([text, size]) => {
    at += size * 1.16;
    const place = { x: wide / 2, y: (at - size * 0.27).toFixed(1), "font-size": size, "text-anchor": "middle" };
    const squeezed = width([text, size]) > wide - 8 ? { textLength: wide - 8, lengthAdjust: "spacingAndGlyphs" } : {};
    return draw("text", { ...place, ...squeezed, fill: colour }, text);
  });
}

// ---- what is written on a piece: [text, size] a line ------------------------------------------------
function linesOf(piece) {
  const { icon, text } = piece;
  if (!icon && !text) return words(piece.label || "", 12);
  const above = !icon ? [] : letters(icon) <= 3 ? [[icon, text ? 25 : 32]] : words(icon, 11);
  return [...above, ...below(text, Boolean(icon))];
}

function below(text, iconAbove) {
  if (!text) return [];
  if (letters(text) <= 3) return [[text, iconAbove ? 19 : 26]];
  const [first, ...rest] = text.split(/\s+/);
  if (rest.length && letters(first) <= 2) return [[first, 22], ...words(rest.join(" "), 12)];
  return words(text, letters(text) <= 6 ? 16 : 12);
}

/** Words in lines, so long that there are three of them at most; what is longer still is cut. */
function words(text, size) {
  const tried = ROOM.map((room) => wrapped(text, room));
  const lines = tried.find((some) => some.length <= 3) ?? tried[tried.length - 1].slice(0, 4);
  return lines.map((line) => [letters(line) > 24 ? `${[...line].slice(0, 23).join("")}…` : line, size]);
}

function wrapped(text, room) {
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (last !== undefined && letters(last) + letters(word) < room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function fitted(lines, room) {
  const widest = Math.max(1, ...lines.map(width));
  const share = Math.min(1, room / widest, room / Math.max(1, height(lines)));
  return lines.map(([text, size]) => [text, Number((size * share).toFixed(1))]);
}

function letters(text) {
  return [...text].length;
}

function width([text, size]) {
  return letters(text) * size * (letters(text) <= 2 ? 0.75 : 0.67);
}

function height(lines) {
  return lines.reduce((sum, [, size]) => sum + size * 1.16, 0);
}
