// The table as elements: zones, families of places, numbers. A position comes in; no game is known here.

import { family, matrix } from "./places.js";
import { make } from "./make.js";
import { paint, seatColour } from "./colours.js";
import { say } from "./words.js";

const DENSE = 24; // where so many pieces lie, they are drawn smaller

/** All zones: what belongs to nobody, one's own, then the others in the order of play. */
export function zones(position, tools) {
  const { viewer, zones: all, players } = position;
  const own = viewer ?? -1;
  const turn = (seat) => (seat === null ? -1 : (seat - Math.max(own, 0) + players.length) % players.length);
  const sorted = [...all].sort((one, other) => turn(one.seat) - turn(other.seat));
  const isOther = (zone) => zone.seat !== null && zone.seat !== viewer;
  const each = (some) => some.map((zone) => drawn(zone, position, tools));
  return [...each(sorted.filter((zone) => !isOther(zone))), make("div", { class: "others" }, each(sorted.filter(isOther)))];
}

function drawn(zone, position, tools) {
  const mine = zone.seat !== null && zone.seat === position.viewer;
  const kind = zone.seat === null ? "common" : mine ? "own" : "other";
  const turn = zone.seat !== null && zone.seat === position.decider;
  const families = alike(zone.families).map((group) => (group.length > 1 ? matrix(group, zone, position) : family(group[0], zone, position)));
  const head = zone.seat === null ? null : heading(zone, position, mine, turn, tools);
  const dense = families.reduce((sum, one) => sum + one.querySelectorAll(".cells .piece, .matrix .cell").length, 0) > DENSE;
  const label = zone.seat === null ? say("common_zone") : zone.name;
  const room = make("section", { class: `zone ${kind}${turn ? " turn" : ""}${dense ? " dense" : ""}`, "aria-label": label, "data-seat": zone.seat ?? "" }, head);
  if (zone.seat !== null) room.style.setProperty("--seat", seatColour(zone.seat));
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
  );
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
  const cells = (position) => position.zones.flatMap((zone) => zone.families.flatMap((family) => family.cells));
  const old = new Map(cells(before).map((cell) => [cell.id, JSON.stringify([cell.count, cell.pieces])]));
  for (const cell of cells(now)) {
    if (old.get(cell.id) !== JSON.stringify([cell.count, cell.pieces])) table.querySelector(`[data-cell="${cell.id}"]`)?.classList.add("fresh");
  }
}
