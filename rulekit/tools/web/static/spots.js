// A place of a scene: its outline, what is printed there, and the pieces on it as buttons that can be pointed at.
//
// A button of a piece has `ids` (`CELL:POSITION`; pieces of which only one is seen share a button), a place's mat has the cell's id.

import { back, drawing, dyed, outline, shape, sign, WIDE } from "./shapes.js";
import { held } from "./lying.js";
import { make } from "./make.js";
import { paint } from "./colours.js";
import { sack } from "./leaves.js";
import { say } from "./words.js";

const PLACES = new Set(["round", "hollow", "point", "chair", "cup", "hexagon", "chequered"]);
const COVERED = new Set(["stack", "heap"]); // not everything that lies so is seen
const BACKS = 12;
const CROWDED = { spread: 0, fan: 8, row: 6 }; // of more cards than these, only a corner is seen
const MANY = 7;

/** A place, or one position of it. `scene`: {face(piece), of(family): shapes of pieces that may lie there, dark, where(node), whose(node)}. */
export function spot(node, scene) {
  const seen = new Seen(node, scene);
  const place = make("span", { class: `place ${seen.outline}${seen.count ? "" : " bare"}`, "data-cell": node.id });
  if (seen.outline === "chequered") place.classList.add(scene.dark ? "dark" : "light");
  place.classList.toggle("in-row", seen.lies === "row" && !seen.single);
  if (node.look.colour) dyed(place, paint(node.look.colour));
  if (seen.outline === "round") place.style.setProperty("--room", `${Math.max(...seen.of.map((one) => WIDE[one] ?? 3))}em`);
  const things = seen.pieces ? buttons(seen) : backs(seen);
  const mat = matOf(seen);
  mat.empty = !things.length;
  mat.covered = seen.single && things.length > 0 && !seen.hidden; // then its piece stands for it
  place.append(mat, ...[...under(seen), ...over(seen, things)].filter(Boolean));
  return place;
}

/** What is to be known of a place to draw it. */
class Seen {
  constructor(node, scene) {
    const { look, position, pieces } = node;
    this.node = node;
    this.scene = scene;
    this.hidden = pieces === null;
    this.outline = PLACES.has(look.shape) ? look.shape : "plain";
    this.single = node.shape === "spot" || position !== null;
    this.of = WIDE[look.shape] ? [look.shape] : scene.of(node.place, look.shape === "round", node.lies === "upwards" ? "tile" : "card");
    this.where = scene.where(node);
    this.at = [node.word, node.label, position !== null && say("position", { number: position })].filter(Boolean);
    const all = this.hidden ? null : pieces.map((piece, at) => ({ piece, at }));
    this.pieces = position === null || !all ? all : all.slice(position - 1, position);
    this.count = position === null ? node.count : Math.max(0, Math.min(1, node.count - position + 1));
    this.lies = position === null ? node.lies : "inside";
    this.bag = node.shape === "bag" && this.hidden;
  }
}

function matOf({ node, hidden, where, count }) {
  const label = count ? say("place_holds", { where, count }) : say("empty_place", { where });
  const mat = make("button", { type: "button", class: "point mat", "data-id": node.id, tabindex: -1, "aria-label": label });
  mat.ids = [String(node.id)];
  mat.named = where;
  mat.count = count;
  mat.veiled = hidden ? `${node.id}:` : null; // what lies here cannot be pointed at one by one
  return mat;
}

// ---- what is seen where nothing lies --------------------------------------------------------------------
function under({ node, outline: kind, count, lies, of, bag }) {
  const printed = node.printed ?? [];
  if (count || (lies === "upwards" && printed.length)) return [];
  if (kind === "chair") return [make("span", { class: "seat", "aria-hidden": "true" }, printed.length ? print(printed[0]) : drawing("wooden-chair"))];
  if (kind !== "plain") return printed.slice(0, 1).map(print);
  return [bag ? sack() : printedOn(of, printed[0])];
}

/** The outline of a piece with what is printed there. */
function printedOn(of, told) {
  const empty = outline(of[0], told ? print(told) : null);
  if (told?.look.colour) {
    empty.classList.add("tinted");
    empty.style.setProperty("--tint", paint(told.look.colour));
  }
  return empty;
}

function print({ text, look }) {
  return sign(look) ?? (look.colour ? null : make("b", { class: "word" }, look.text || text));
}

// ---- what lies there --------------------------------------------------------------------------------
function over(seen, things) {
  const { node, outline: kind, count, lies, of, hidden, bag } = seen;
  const number = make("span", { class: "count", "aria-hidden": "true" }, count);
  if (bag) return count ? [sack(), number] : [];
  const open = lies === "upwards" ? (node.printed ?? []).slice(things.length).map((told) => printedOn(of, told)) : [];
  const all = [...things, ...open];
  if (!all.length) return kind === "hollow" ? [number] : [];
  const faced = !hidden && node.pieces.some((piece) => piece.face); // as wide as what is on it
  const wide = faced ? 0 : (WIDE[(hidden ? of[0] : node.pieces[0]?.shape) || of[0]] ?? WIDE.card);
  const hold = held(lies, all, { count, wide, hollow: kind === "hollow", more: (some) => say("and_more", { count: some }) });
  const tell = kind === "hollow" || (count > 1 && COVERED.has(lies)) || hidden || (count > MANY && lies !== "spread");
  return [hold, tell && number];
}

function backs({ lies, count, of }) {
  const shown = lies === "fan" || lies === "row" ? Math.min(count, BACKS) : Math.min(count, 3);
  return Array.from({ length: shown }, () => back(of[0]));
}

/** The pieces, the lowest first: of a pile and a deck the first is the top. */
function buttons(seen) {
  const { node, lies, pieces } = seen;
  const lowestFirst = node.shape === "pile" || node.shape === "deck" ? [...pieces].reverse() : pieces;
  const last = lowestFirst[lowestFirst.length - 1];
  const below = lies === "stack" ? lowestFirst.slice(0, -1) : [];
  return lowestFirst.map((one) => button(one, seen, one === last ? below : []));
}

/** `below`: pieces that are not seen because this one lies on them; whoever means them points at it. */
function button({ piece, at: position }, { node, scene, lies, single, at, count, outline: kind }, below) {
  const ids = [position, ...below.map((one) => one.at)].map((one) => `${node.id}:${one}`);
  const corner = !piece.face && (piece.shape || "card") === "card" && count > (CROWDED[lies] ?? Infinity);
  const on = node.printed?.[position]?.look.colour || node.look.colour;
  const picture = piece.face ? scene.face(piece) : shape(piece, { on, corner, bare: kind === "round" });
  const [word, name, ...more] = at;
  if (piece.tilted) picture.classList.add("tilted"); // turned on its side
  const label = [piece.label, ...(node.label ? [`${word} ${name}`, ...more] : [word, name].filter(Boolean)), scene.whose(node)].filter(Boolean).join(", ");
  const one = make("button", { type: "button", class: "point piece", "data-id": ids[0], tabindex: -1, "aria-label": label }, picture);
  one.named = piece.label;
  one.dataset.shape = piece.shape || "card";
  one.classList.toggle("tilted", Boolean(piece.tilted));
  one.ids = ids;
  one.family = node.place;
  one.cell = String(node.id);
  one.alone = single;
  one.key = node.shape === "hand" ? `${node.id} ${piece.label}` : null; // in a hand, alike cards are as good
  return one;
}
