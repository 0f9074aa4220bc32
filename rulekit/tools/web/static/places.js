// A family of places: a board of spots, or cells side by side; what lies in each, as buttons that can be pointed at.
//
// A button of a piece has `ids` (alike pieces that lie together share one button), a cell's mat has the cell's id.

import { back, card, disc, tile } from "./svg.js";
import { make } from "./make.js";
import { paint } from "./colours.js";
import { say } from "./words.js";
import { signOf } from "./seats.js";

const ALIKE = 3; // so many alike pieces in a row become one heap
const FANNED = 7;
const TIGHT = 14;
const OPEN_HAND = 20;
const BACKS = 8;

/** Families whose cells have the same names, one below the other: cups and what was served from them. */
export function matrix(families, zone, position) {
  const names = families[0].cells.map((cell) => cell.label);
  const table = make("div", { class: "matrix" }, names.map((name, n) => tinge(make("span", { class: "cell-label" }, name), families[0].cells[n])));
  table.style.setProperty("--columns", names.length);
  for (const one of families) {
    const cells = one.cells.map((cell) => lying(cell, { family: one, zone, position, named: true }));
    table.append(make("div", { class: `matrix-row ${one.shape}`, role: "group", "aria-label": one.word }, make("h3", {}, one.word), cells));
  }
  return make("div", { class: "family" }, table);
}

function tinge(element, cell) {
  if (cell.colour) {
    element.classList.add("coloured");
    element.style.setProperty("--cell", paint(cell.colour));
  }
  return element;
}

export function family(one, zone, position) {
  const scene = { family: one, zone, position };
  if (one.grid) return grid(scene);
  const cells = one.cells.map((cell) => lying(cell, scene));
  const labelled = one.cells.some((cell) => cell.label);
  const body = make("div", { class: `cells ${one.shape}${labelled ? " labelled" : ""}` }, cells);
  const count = one.cells.reduce((sum, cell) => sum + cell.count, 0);
  if (isStore(one, count)) return store(one, body, count);
  return make("div", { class: "family", role: "group", "aria-label": one.word }, make("h3", {}, one.word), body);
}

/** What lies open in large numbers and no order: folded away until somebody looks. */
function isStore(one, count) {
  return one.name === "box" || (one.shape === "bag" && count > 12 && one.cells.some((cell) => cell.pieces));
}

function store(one, body, count) {
  const title = make("summary", {}, one.word, " ", make("span", { class: "count" }, count));
  return make("details", { class: "family store", "data-store": one.name }, title, body);
}

// ---- a board ----------------------------------------------------------------------------------------
function grid(scene) {
  const { grid: sides, cells, word } = scene.family;
  const board = make("div", { class: "grid" });
  board.style.setProperty("--columns", sides.columns.length);
  sides.rows.forEach((name, row) => board.append(placed(make("span", { class: "side", "aria-hidden": "true" }, name), 1, sides.rows.length - row)));
  sides.columns.forEach((name, column) => board.append(placed(make("span", { class: "side", "aria-hidden": "true" }, name), column + 2, sides.rows.length + 1)));
  const highestFirst = [...cells].sort((one, other) => other.at[1] - one.at[1] || one.at[0] - other.at[0]);
  for (const cell of highestFirst) board.append(placed(lying(cell, scene, true), cell.at[0] + 2, sides.rows.length - cell.at[1]));
  const title = make("h3", {}, word, " ", make("span", { class: "faint" }, say("sides", { across: sides.across, up: sides.up })));
  return make("div", { class: "family board", role: "group", "aria-label": word }, title, board);
}

function placed(element, column, row) {
  element.style.setProperty("grid-column", column);
  element.style.setProperty("grid-row", row);
  return element;
}

// ---- a cell -----------------------------------------------------------------------------------------
function lying(cell, scene, onBoard = false) {
  const { shape, counted } = scene.family;
  const where = [scene.family.word, cell.label].filter(Boolean).join(" ");
  const hidden = cell.pieces === null;
  const heaps = hidden ? [] : heapsOf(cell, shape, counted);
  const mat = make("button", { type: "button", class: "point mat", "data-id": cell.id, tabindex: -1, "aria-label": matLabel(cell, where, scene.zone) });
  mat.ids = [String(cell.id)];
  mat.veiled = hidden ? `${cell.id}:` : null; // what lies here cannot be pointed at one by one
  mat.covered = shape === "spot" && heaps.length > 0; // then its piece stands for it
  mat.empty = heaps.length === 0;
  const content = hidden ? backs(cell, shape) : heaps.map((heap) => pieceButton(heap, cell, scene, where, onBoard));
  if (shape === "pile" && !hidden) content.forEach((button, n) => button.style.setProperty("--layer", content.length - n)); // the first is the top
  const fan = counted ? "" : fanOf(heaps.length, shape === "hand" && scene.zone.seat === scene.position.viewer);
  const held = make("div", { class: `held${fan}${hidden ? " hidden" : ""}` }, content);
  const label = !onBoard && !scene.named && cell.label ? make("span", { class: "cell-label" }, cell.label) : null;
  const many = !hidden && cell.count > FANNED && heaps.length > 1 ? make("span", { class: "count", "aria-hidden": "true" }, cell.count) : null;
  const place = make("div", { class: "place" }, mat, held, many);
  const box = make("div", { class: `cell ${cell.count ? "" : "empty"}`, "data-cell": cell.id }, label, notes(cell), place);
  return tinge(box, cell);
}

/** What the rules say of such a place: the cells of a cup, the tables at a chair. Where colours tell it, words are for the ear. */
function notes(cell) {
  if (!cell.notes.length) return null;
  const told = cell.notes.map((note) => note.text).join(", ");
  const signs = cell.notes.map(({ text, colour }) => {
    const sign = make("span", { class: `note ${colour ? "swatch-note" : ""}`, "aria-hidden": "true" }, colour ? text.slice(0, 1) : text);
    if (colour) sign.style.setProperty("--note", colour);
    return sign;
  });
  return make("span", { class: "notes", title: told, role: "img", "aria-label": told }, signs);
}

/** How closely pieces lie; one's own hand is held wide open. */
function fanOf(count, ownHand) {
  if (ownHand) return count > OPEN_HAND ? " fan" : "";
  return count > TIGHT ? " fan tight" : count > FANNED ? " fan" : "";
}

function matLabel(cell, where, zone) {
  const whose = zone.name ? `${zone.name}: ${where}` : where;
  if (!cell.count) return say("empty_place", { where: whose });
  return say("place_holds", { where: whose, count: cell.count });
}

/** Pieces as heaps: alike ones that follow each other (in a bag: all alike) lie on one heap, where their positions do not matter. */
function heapsOf(cell, shape, counted) {
  const alike = (piece) => JSON.stringify([piece.icon, piece.text, piece.colour, piece.label]);
  const heaps = [];
  cell.pieces.forEach((piece, position) => {
    const key = alike(piece);
    const last = shape === "bag" ? heaps.find((heap) => heap.key === key) : heaps[heaps.length - 1];
    if (last && last.key === key) last.positions.push(position);
    else heaps.push({ key, piece, positions: [position] });
  });
  if (shape === "bag") return heaps;
  const apart = counted || shape === "hand";
  return heaps.flatMap((heap) => (apart || heap.positions.length < ALIKE ? heap.positions.map((position) => ({ ...heap, positions: [position] })) : [heap]));
}

function pieceButton(heap, cell, scene, where, onBoard) {
  const { piece, positions } = heap;
  const ids = positions.map((position) => `${cell.id}:${position}`);
  const seat = scene.position.players.findIndex((player) => player.name === piece.text && !piece.icon);
  const round = seat >= 0 ? " round" : "";
  const image = round ? disc(piece.colour, signOf(seat, scene.position.players)) : onBoard ? tile(piece, cell.colour) : card(piece, cell.colour);
  const number = scene.family.counted ? positions[0] + 1 : null;
  const label = [piece.label, where, number && say("position", { number }), positions.length > 1 && `× ${positions.length}`].filter(Boolean).join(", ");
  const button = make(
    "button", { type: "button", class: `point piece${positions.length > 1 ? " heap" : ""}${round}`, "data-id": ids[0], tabindex: -1, "aria-label": label },
    image,
    positions.length > 1 && make("span", { class: "count" }, `×${positions.length}`),
    number && make("span", { class: "position" }, number),
  );
  button.ids = ids;
  button.named = piece.label;
  button.cell = String(cell.id);
  button.alone = scene.family.shape === "spot";
  button.family = scene.family.name;
  button.key = scene.family.shape === "hand" ? `${cell.id} ${heap.key}` : null; // in a hand, alike cards are as good
  return button;
}

function backs(cell, shape) {
  if (!cell.count) return [];
  const shown = shape === "hand" || shape === "row" ? Math.min(cell.count, BACKS) : Math.min(cell.count, 3);
  const pictures = Array.from({ length: shown }, () => back());
  return [make("div", { class: `backs ${shape === "hand" || shape === "row" ? "spread" : "stack"}`, "aria-hidden": "true" }, pictures), make("span", { class: "count", "aria-hidden": "true" }, cell.count)];
}
