// Every shape, place, ground and way to lie, to be looked at. Made of nodes as a scene has them.

import { back, outline, shape } from "/static/shapes.js";
import { drawLines, part, sceneOf } from "/static/scene.js";
import { make } from "/static/make.js";

const PIECES = ["card", "tile", "token", "disc", "coin", "cube", "die", "bead", "pawn", "plate", "bowl", "spoon", "stick"];
const COLOURS = ["#ffd700", "#2e9e4f", "#4d7dff", "#ff4040", "#a050c0", "#fffff0", "#a0522d", "#5a5a5a"];
const page = document.getElementById("gallery");
let cells = 0;

function section(title, samples) {
  page.append(make("section", {}, make("h2", {}, title), make("div", { class: "samples" }, samples)));
}

function sample(name, ...content) {
  return make("div", { class: "sample", "data-sample": name }, content, make("small", {}, name));
}

const look = ({ shape: of = "", colour = "", icon = "", drawing = "" } = {}) => ({ text: "", icon: drawing || icon, colour, shape: of });
const piece = (more) => ({ shape: "card", icon: "", drawing: "", text: "", colour: "", label: "piece", face: null, ...more });
const place = ({ id = (cells += 1), shape: of = "", colour = "", single = false, bag = false, of: kinds = [], pieces = [], printed = null, ...more }) => ({
  kind: "place", id, place: `${kinds[0] ?? ""} ${cells}`, word: "place", label: `${id}`, shape: single ? "spot" : bag ? "bag" : "row", lies: "row", look: look({ shape: of, colour }),
  printed: printed?.map(({ text, ...other }) => ({ text, look: look(other) })) ?? null, count: (pieces ?? []).length, pieces, position: null, named: false, kinds, ...more,
});
const at = (row, column, part, rows = 1, columns = 1) => ({ at: [row, column, rows, columns], part });
const grid = ({ shape: of = "", colour = "", ...more }) => ({ kind: "grid", name: "", word: "", whole: true, lies: "", look: look({ shape: of, colour }), lines: [], ...more });
const words = (text, more = {}) => ({ kind: "words", text, heading: true, look: look(more) });
const number = (text, more = {}) => ({ kind: "number", name: "coins", word: "coins", text, look: look(more), bank: null, owner: null });
const outer = (node) => grid({ rows: 1, columns: 1, cells: [at(0, 0, node)] });
const scene = { ...sceneOf([], (node) => `place ${node.label}`), of: (family) => [family.split(" ")[0] || "card"] };
const shown = (node) => part(node, scene);
const named = (node) => part(outer(node), { ...scene, outer: true });

for (const kind of PIECES) {
  const looks = [
    ["coloured", { colour: COLOURS[0] }], ["icon", { colour: COLOURS[1], drawing: "cat" }], ["text", { colour: COLOURS[5], text: "12" }],
    ["both", { colour: COLOURS[6], drawing: "snowflake-2", text: "4" }], ["emoji", { icon: "☕", text: "DE", colour: COLOURS[2] }],
    ["word", { text: "merchant", colour: COLOURS[3] }], ["label only", { label: "a token with no look" }],
  ];
  section(kind, [...looks.map(([name, look]) => sample(name, shape(piece({ ...look, shape: kind })))), sample("back", back(kind)), sample("outline", outline(kind))]);
}
section("dice", ["1", "2", "3", "4", "5", "6"].map((text) => sample(text, shape(piece({ shape: "die", text, colour: text === "6" ? "#b22222" : "" })))));

const suits = ["clubs", "diamonds", "spades", "hearts"];
const hand = (count) => Array.from({ length: count }, (_, n) => piece({ drawing: suits[n % 4], text: String(2 + (n % 9)), colour: "" }));
const tiles = (count) => Array.from({ length: count }, (_, n) => piece({ shape: "tile", text: String(1 + (n % 4)), drawing: ["hot-surface", "bubbles", "snowflake-2"][n % 3], colour: n % 2 ? "#a0522d" : "#fffff0" }));
const beads = (count) => Array.from({ length: count }, () => piece({ shape: "bead", colour: "#daa520" }));

for (const lies of ["row", "column", "upwards", "stack", "heap", "spread", "fan"]) {
  section(lies, [1, 3, 7, 13, 28].map((count) => sample(`${count}`, shown(place({ lies, pieces: lies === "upwards" || lies === "column" ? tiles(Math.min(count, 6)) : hand(count), count: lies === "upwards" || lies === "column" ? Math.min(count, 6) : count })))));
}
section("not seen", [["fan", 7], ["stack", 61], ["row", 4], ["stack", 1]].map(([lies, count]) => sample(`${lies} ${count}`, shown(place({ lies, pieces: null, count })))).concat(sample("sack", shown(place({ pieces: null, count: 34, bag: true }))), sample("empty", shown(place({}))), sample("printed", shown(place({ of: ["token"], printed: [{ text: "latte", drawing: "", icon: "", colour: "#a050c0" }] })))));

const cells4 = [{ text: "coffee", drawing: "coffee-beans", colour: "#a0522d" }, { text: "milk", drawing: "milk-carton", colour: "#fffff0" }, { text: "milk", drawing: "milk-carton", colour: "#fffff0" }, { text: "milk", drawing: "milk-carton", colour: "#fffff0" }];
const cup = (colour, high, full) => place({ shape: "cup", lies: "upwards", colour, of: ["tile"], printed: cells4.slice(0, high), pieces: tiles(4).slice(0, full) });
const thing = (kind, colour) => piece({ shape: kind, colour });
section("places", [
  ...[[1, 0], [2, 1], [3, 2], [4, 4]].map(([high, full], n) => sample(`cup ${full}/${high}`, shown(cup(COLOURS[n], high, full)))),
  sample("chair", shown(place({ shape: "chair" }))), sample("taken", shown(place({ shape: "chair", single: true, pieces: [piece({ drawing: "female", text: "IT", colour: "#2e9e4f" })] }))),
  sample("point", shown(place({ shape: "point" }))), sample("point, taken", shown(place({ shape: "point", single: true, pieces: [thing("disc", "cyan")] }))),
  sample("round", shown(place({ shape: "round", lies: "inside", of: ["plate"] }))),
  ...[["plate"], ["plate", "bowl"], ["spoon", "bowl", "plate"], ["bowl", "spoon"]].map((kinds) => sample(kinds.join(" "), shown(place({ shape: "round", lies: "inside", of: ["plate"], pieces: kinds.map((kind, n) => thing(kind, ["#cd853f", "#fffff0", "#8b4513"][n])) })))),
]);

const hollow = (count, shapeOf = "hollow") => place({ shape: shapeOf, lies: "heap", pieces: beads(count), count });
section("grounds", [
  sample("board, hollows", shown(grid({ rows: 2, columns: 8, name: "trough", shape: "board", colour: "#cd853f", cells: [at(0, 0, hollow(12), 2), ...[4, 0, 6, 5, 5, 1].flatMap((count, n) => [at(0, n + 1, hollow(count)), at(1, n + 1, hollow(5 - n))]), at(0, 7, hollow(31), 2)] }))),
  sample("cloth, round", shown(grid({ rows: 1, columns: 3, name: "runner", shape: "cloth", colour: "#b22222", cells: [["plate", "bowl", "spoon"], [], ["plate", "bowl"]].map((kinds, n) => at(0, n, place({ shape: "round", lies: "inside", of: ["plate"], pieces: kinds.map((kind, k) => thing(kind, ["#8b4513", "#cd853f", "#fffff0"][k])) }))) }))),
  sample("paper", shown(grid({ rows: 3, columns: 3, name: "upper", shape: "paper", colour: "", cells: [at(0, 1, words("Ada")), at(0, 2, words("Bob")), at(1, 0, words("ones")), at(1, 1, number("3")), at(1, 2, number("4")), at(2, 0, words("twos")), at(2, 1, number("8"))] }))),
]);

const names = "abcdefg";
const mill = ["a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4 e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"].flatMap((line) => line.split(" "));
const ids = new Map(mill.map((name, n) => [name, 1000 + n]));
const joined = ["a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1", "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1"]
  .flatMap((line) => line.split(" ").slice(1).map((to, n) => [ids.get(line.split(" ")[n]), ids.get(to)]));
const men = { d6: "cyan", g7: "magenta", a4: "cyan", e4: "magenta", d1: "cyan" };
const board = grid({ rows: 7, columns: 7, name: "mill", shape: "board", colour: "#deb887", lines: joined, cells: mill.map((name) => at(7 - Number(name[1]), names.indexOf(name[0]), place({ id: ids.get(name), shape: "point", single: true, pieces: men[name] ? [thing("disc", men[name])] : [] }))) });
const squares = Array.from({ length: 64 }, (_, n) => at(Math.floor(n / 8), n % 8, place({ shape: "chequered", single: true, pieces: n < 24 && (n + Math.floor(n / 8)) % 2 ? [piece({ shape: "disc", colour: "cyan", drawing: n === 3 ? "queen-crown" : "" })] : [] })));
const small = grid({ rows: 3, columns: 3, name: "noughts", shape: "chequered", cells: Array.from({ length: 9 }, (_, n) => at(Math.floor(n / 3), n % 3, place({ shape: "chequered", single: true, pieces: n === 4 ? [piece({ shape: "disc", colour: "magenta", label: "Player 1" })] : [] }))) });
const framed = grid({ rows: 1, columns: 2, name: "whole", cells: [at(0, 0, grid({ rows: 1, columns: 1, name: "grids", shape: "board", colour: "#deb887", cells: [at(0, 0, small)] })), at(0, 1, place({ lies: "stack", pieces: hand(3) }))] });
section("boards", [sample("lines and points", shown(board)), sample("chequered", shown(grid({ rows: 8, columns: 8, name: "draughts", cells: squares }))), sample("chequered beside", shown(grid({ rows: 1, columns: 3, cells: [at(0, 0, words("x")), at(0, 1, small), at(0, 2, place({ lies: "stack", pieces: hand(3) }))] }))), sample("chequered on a board", shown(framed))]);

section("numbers and words", [
  ...["0", "4", "34"].map((text) => sample(`coin ${text}`, named(number(text, { shape: "coin" })))), ...["0", "2", "9"].map((text) => sample(`cube ${text}`, named(number(text, { shape: "cube" })))),
  sample("disc", named(number("3", { shape: "disc", colour: "#ff4040" }))), sample("card", named(number("2", { shape: "card", colour: "#4d7dff" }))), sample("icon", named(number("12", { drawing: "laurel-crown" }))), sample("bare", named(number("7"))),
  sample("heading", shown(words("espresso", { colour: "#ffd700" }))), sample("heading", shown(words("milk", { drawing: "milk-carton", colour: "#fffff0" }))), sample("heading", shown(words("ruby", { drawing: "cut-diamond", colour: "#ff4040" }))),
  sample("table", shown({ kind: "table", name: "menu", word: "Menu: coins for", head: ["", "1", "2", "3 symbols"], rows: [["espresso", "2", "", ""], ["macchiato", "3", "1", ""], ["latte", "7", "4", "1"]], looks: [{ colour: "gold" }, { colour: "green" }, {}] })),
  sample("picture", shown({ kind: "picture", cells: [[thing("plate", "#cd853f"), thing("bowl", "#fffff0")], [thing("spoon", "#8b4513")], null] })),
]);
const gem = (text, colour) => number(text, { shape: "disc", colour });
const card = grid({ rows: 2, columns: 4, cells: [at(0, 0, number("3")), at(0, 3, words("", { drawing: "cut-diamond", colour: "#4d7dff" })), at(1, 0, gem("2", "#ffffff")), at(1, 2, gem("6", "#2e9e4f")), at(1, 3, gem("5", "#ff4040"))] });
const goal = grid({ rows: 2, columns: 2, cells: [at(0, 0, { kind: "picture", cells: [[thing("spoon", "#fffff0")], [thing("spoon", "#cd853f")], [thing("spoon", "#8b4513")]] }, 1, 2), at(1, 1, words("+2"))] });
section("faces", [sample("jewel", shown(place({ pieces: [piece({ face: card, colour: "#fffff0" }), piece({ face: card, colour: "#fffff0" })] }))), sample("goal", shown(place({ pieces: [piece({ face: goal })] })))]);
drawLines(page);
document.body.dataset.ready = "yes";
