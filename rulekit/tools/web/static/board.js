// The table as elements: zones, families of places, numbers. A position comes in; no game is known here.

import { family, matrix } from "./places.js";
import { make } from "./make.js";
import { paint, seatColour } from "./colours.js";
import { numberOf } from "./leaves.js";
import { back } from "./shapes.js";
import { leaves, liesAround, numbers, part, sceneOf } from "./scene.js";
import { say } from "./words.js";

const DENSE = 24; // where so many pieces lie, they are drawn smaller

/** All zones: what belongs to nobody, one's own, then the others in the order of play; where the file lays the table out, the others
 *  sit above the middle. */
export function zones(position, tools) {
  const { viewer, players } = position;
  const all = position.scene ? laidOut(position) : position.zones;
  const own = viewer ?? -1;
  const turn = (seat) => (seat === null ? -1 : (seat - Math.max(own, 0) + players.length) % players.length);
  const sorted = [...all].sort((one, other) => turn(one.seat) - turn(other.seat));
  const isOther = (zone) => zone.seat !== null && zone.seat !== viewer;
  const each = (some) => some.map((zone) => drawn(zone, position, tools));
  const sides = players.length === 4 && position.scene?.middle && liesAround(position.scene.middle); // then they sit left, opposite and right
  const others = make("div", { class: `others${sides ? " sides" : ""}` }, each(sorted.filter(isOther)));
  const near = each(sorted.filter((zone) => !isOther(zone)));
  return position.scene ? [others, ...near] : [...near, others];
}

/** The zones with their parts of the scene; what no layout names stays as it is. */
function laidOut({ zones: all, scene, players }) {
  const grids = new Map([[null, scene.middle], ...scene.areas.map(({ seat, grid }) => [seat, grid])]);
  const words = sceneOf([...grids.values()].filter(Boolean));
  const common = { seat: null, name: "", families: [], numbers: [] };
  const known = all.some((zone) => zone.seat === null) ? all : [common, ...all];
  return known.map((zone) => ({ ...zone, grid: grids.get(zone.seat) ?? null, words, plate: zone.seat !== null && !grids.get(zone.seat), players }));
}

/** What the file lays out of a zone. */
function stage(zone, kind) {
  const whose = (node) => (zone.name ? "" : (zone.players[node.owner]?.name ?? "")); // in the middle, too, a place may be somebody's
  const where = (node) => {
    const place = [node.word, node.label].filter(Boolean).join(" ");
    const owner = zone.name || whose(node);
    return owner ? `${owner}: ${place}` : place;
  };
  const root = make("div", { class: "scene", "data-zone": kind, "data-whole": zone.grid.whole }, part(zone.grid, { ...zone.words, where, whose, outer: true }));
  return make("div", { class: "stage" }, root);
}

function drawn(zone, position, tools) {
  const mine = zone.seat !== null && zone.seat === position.viewer;
  const kind = zone.seat === null ? "common" : mine ? "own" : "other";
  const turn = zone.seat !== null && zone.seat === position.decider;
  const families = alike(zone.families).map((group) => (group.length > 1 ? matrix(group, zone, position) : family(group[0], zone, position)));
  const head = zone.seat === null ? null : heading(zone, position, mine, turn, tools);
  const dense = families.reduce((sum, one) => sum + one.querySelectorAll(".cells .piece, .matrix .cell").length, 0) > DENSE;
  const label = zone.seat === null ? say("common_zone") : zone.name;
  const room = make("section", { class: `zone ${kind}${turn ? " turn" : ""}${dense ? " dense" : ""}${zone.plate && !families.length ? " plate-only" : ""}`, "aria-label": label, "data-seat": zone.seat ?? "" }, head);
  if (zone.seat !== null) room.style.setProperty("--seat", seatColour(zone.seat));
  if (zone.grid) room.append(stage(zone, kind));
  const numbers = zone.numbers.map(number);
  if (numbers.length) room.append(make("dl", { class: "numbers" }, numbers));
  if (families.length) room.append(make("div", { class: "families" }, families));
  return room;
}

/** Families that follow each other and whose cells have the same names, together. */
function alike(families) {
  const names = (family) => (family.grid || family.cells.length < 2 ? null : JSON.stringify(family.cells.map((cell) => [cell.label, cell.colour])));
  const groups = [];
  for (const family of families) {
    const last = groups[groups.length - 1];
    if (last && names(family) !== null && names(last[0]) === names(family)) last.push(family);
    else groups.push([family]);
  }
  return groups;
}

function heading(zone, position, mine, turn, tools) {
  const player = position.players[zone.seat];
  return make(
    "header", { class: "zone-head" },
    make("span", { class: "sign", "aria-hidden": "true" }, tools.sign(zone.seat)),
    make("h2", {}, zone.name),
    mine && make("span", { class: "tag" }, say("you")),
    player.bot && make("span", { class: "tag" }, say("bot")),
    turn && make("span", { class: "tag to-move" }, "▸ ", mine ? say("to_move_you") : say("to_move")),
    mine && tools.nameField(),
    !mine && zone.grid && folded(zone),
  );
}

/** What is told of somebody else where there is no room for more: numbers, and how much is hidden. It unfolds the rest. */
function folded(zone) {
  const hidden = leaves([zone.grid]).filter((place) => place.pieces === null && place.count);
  const facts = [
    ...numbers(zone.grid).map((node) => make("span", { class: "fact", title: node.word }, numberOf(node))),
    ...hidden.map((place) => make("span", { class: "fact", title: place.word }, back("token"), make("b", {}, place.count))),
  ];
  const unfold = ({ currentTarget }) => {
    const open = currentTarget.closest(".zone").classList.toggle("unfolded");
    currentTarget.setAttribute("aria-expanded", open);
  };
  return make("button", { type: "button", class: "fold", "aria-expanded": "false", "aria-label": zone.name, onclick: unfold }, facts, make("span", { class: "way", "aria-hidden": "true" }, "▾"));
}

function number({ name, bank, entries }) {
  return make(
    "div", { class: `number${bank ? " bank" : ""}` },
    make("dt", {}, name),
    entries.map(({ label, text, colour }) => {
      const entry = make("dd", {}, label && make("span", { class: "of" }, label), make("b", {}, text));
      if (colour) {
        entry.classList.add("coloured");
        entry.style.setProperty("--of", paint(colour));
      }
      return entry;
    }),
  );
}

/** What has changed since the position before is marked for a moment. */
export function freshen(table, before, now) {
  const laid = ({ scene }) => (scene ? leaves([scene.middle, ...scene.areas.map((area) => area.grid)].filter(Boolean)) : []);
  const cells = (position) => [...position.zones.flatMap((zone) => zone.families.flatMap((family) => family.cells)), ...laid(position)];
  const old = new Map(cells(before).map((cell) => [cell.id, JSON.stringify([cell.count, cell.pieces])]));
  for (const cell of cells(now)) {
    if (old.get(cell.id) !== JSON.stringify([cell.count, cell.pieces])) table.querySelector(`[data-cell="${cell.id}"]`)?.classList.add("fresh");
  }
}
