// A scene as elements: a tree of grids. Its leaves are places, numbers, words, tables; its lines are drawn when all has its size.

import { draw, make } from "./make.js";
import { dyed, SIZES } from "./shapes.js";
import { numberOf, picture, pieces, rulesCard, words } from "./leaves.js";
import { paint, seatColour } from "./colours.js";
import { spot } from "./spots.js";

const GROUNDS = { board: "#d9b380", cloth: "#b5433a", paper: "#e8dcc2" };
const MADE = { grid, place: spot, number: numberOf, words, pieces, picture, table: rulesCard };

/** A node and everything below it. `scene`: what is the same for all of it, {of(family), where(place), whose(place)}. */
export function part(node, scene) {
  return MADE[node.kind]?.(node, scene) ?? null;
}

/** What is the same for all of a scene. `where(node)`: a place in words. */
export function sceneOf(data, where) {
  const shapes = new Map();
  for (const node of leaves(data)) {
    const known = shapes.get(node.place) ?? new Set();
    for (const piece of node.pieces ?? []) known.add(piece.shape || "card");
    shapes.set(node.place, known);
  }
  const largest = SIZES.find((one) => [...shapes.values()].some((some) => some.has(one)));
  const of = (family, round, usual) => [...(shapes.get(family) ?? []), round && !shapes.get(family)?.size ? (largest ?? usual) : usual];
  const scene = { of, where, whose: () => "", face: (piece) => face(piece, scene) };
  return scene;
}

/** All places below some nodes. */
export function leaves(nodes) {
  return nodes.flatMap((node) => (node.kind === "grid" ? leaves(node.cells.map((cell) => cell.part)) : node.kind === "place" ? [node] : []));
}

/** Whether a family lies around, each towards its player. */
export function liesAround(node) {
  return node.kind === "grid" && (node.lies === "around" || node.cells.some((cell) => liesAround(cell.part)));
}

/** All numbers below a node. */
export function numbers(node) {
  return node.kind === "grid" ? node.cells.flatMap((cell) => numbers(cell.part)) : node.kind === "number" ? [node] : [];
}

/** The face of a piece as its layout says. */
function face(piece, scene) {
  const card = make("span", { class: `shape faced ${piece.shape || "card"}`, "aria-hidden": "true" }, part(piece.face, scene));
  return dyed(card, paint(piece.colour));
}

function grid(node, scene) {
  const body = make("div", { class: "layout" });
  body.classList.toggle("squares", node.cells.some(({ part: one }) => one.kind === "place" && one.look.shape === "chequered"));
  body.sides = [node.rows, node.columns];
  const several = counted(node.cells.map((cell) => nameOf(cell.part)));
  for (const cell of node.cells) {
    const dark = (cell.at[0] + cell.at[1] + node.rows) % 2 === 1;
    const content = part(cell.part, { ...scene, dark, outer: false });
    if (content) body.append(placed(scene.outer && several.get(nameOf(cell.part)) === 1 ? called(cell.part, content) : content, cell));
  }
  lay(body, false);
  body.lines = node.lines;
  const ground = GROUNDS[node.look.shape];
  if (!ground) return body;
  return dyed(make("div", { class: `ground ${node.look.shape}` }, body), paint(node.look.colour, ground));
}

function counted(names) {
  const many = new Map();
  for (const name of names) many.set(name, (many.get(name) ?? 0) + 1);
  return many;
}

/** Places, tallies, banks, and markers whose value is a word. */
function isCalled({ kind, word }) {
  return kind === "place" || kind === "number" || (kind === "words" && Boolean(word));
}

function nameOf(node) {
  return isCalled(node) ? `${node.kind} ${node.place ?? node.name}` : "";
}

/** What stands alone in the middle, or before a player, has its name below it. */
function called(node, content) {
  if (!isCalled(node)) return content;
  return make("span", { class: "named" }, content, make("span", { class: "called", "aria-hidden": "true" }, node.word));
}

function placed(content, { at, seat }) {
  const stands = content.querySelector(".lies-upwards") ? " stands" : "";
  const cell = make("div", { class: `at${stands}` }, content);
  cell.where = at;
  cell.classList.toggle("towards", Number.isInteger(seat));
  if (Number.isInteger(seat)) cell.style.setProperty("--seat", seatColour(seat));
  return cell;
}

// ---- turned -----------------------------------------------------------------------------------------
/** Give all grids of a part a quarter turn, or take it back; what lies in them stays upright. */
export function turn(part, turned) {
  for (const body of part.querySelectorAll(".layout")) if (!body.closest(".faced")) lay(body, turned);
}

function lay(body, turned) {
  const [rows, columns] = body.sides;
  body.style.setProperty("grid-template-columns", `repeat(${turned ? rows : columns}, auto)`);
  for (const cell of body.children) if (cell.where) put(cell, turned ? quarter(cell.where, rows) : cell.where);
}

function quarter([row, column, high, wide], rows) {
  return [column, rows - row - high, wide, high];
}

function put(cell, [row, column, rows, columns]) {
  cell.classList.toggle("tall", rows > columns);
  cell.classList.toggle("broad", columns > rows);
  cell.style.setProperty("grid-area", `${row + 1} / ${column + 1} / span ${rows} / span ${columns}`);
}

// ---- lines ------------------------------------------------------------------------------------------
/** Draw the lines of all grids, from the middle of one place to the middle of the other. Everything has to have its size. */
export function drawLines(root) {
  for (const body of root.querySelectorAll(".layout")) {
    if (!body.lines?.length) continue;
    body.querySelector(":scope > .lines")?.remove();
    const around = body.getBoundingClientRect();
    const middle = (id) => {
      const place = body.querySelector(`[data-cell="${CSS.escape(String(id))}"]`);
      if (!place) return null;
      const { left, top, width, height } = place.getBoundingClientRect();
      return [left - around.left + width / 2, top - around.top + height / 2];
    };
    const ends = body.lines.map(([one, other]) => [middle(one), middle(other)]).filter(([one, other]) => one && other);
    const lines = ends.map(([[x1, y1], [x2, y2]]) => draw("line", { x1, y1, x2, y2 }));
    body.prepend(draw("svg", { class: "lines", "aria-hidden": "true", width: around.width, height: around.height }, ...lines));
  }
}
