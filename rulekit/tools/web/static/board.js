// The table as elements: zones, families of places, numbers. A position comes in; no game is known here.

import { family } from "./places.js";
import { make } from "./make.js";
import { paint, seatColour } from "./colours.js";
import { say } from "./words.js";

/** All zones: what belongs to nobody, one's own, then the others in the order of play. */
export function zones(position, tools) {
  const { viewer, zones: all, players } = position;
  const own = viewer ?? -1;
  const turn = (seat) => (seat === null ? -1 : (seat - Math.max(own, 0) + players.length) % players.length);
  const sorted = [...all].sort((one, other) => turn(one.seat) - turn(other.seat));
  return sorted.map((zone) => drawn(zone, position, tools));
}

function drawn(zone, position, tools) {
  const mine = zone.seat !== null && zone.seat === position.viewer;
  const kind = zone.seat === null ? "common" : mine ? "own" : "other";
  const turn = zone.seat !== null && zone.seat === position.decider;
  const families = zone.families.map((one) => family(one, zone, position));
  const head = zone.seat === null ? null : heading(zone, position, mine, turn, tools);
  const label = zone.seat === null ? say("common_zone") : zone.name;
  const room = make("section", { class: `zone ${kind}${turn ? " turn" : ""}`, "aria-label": label, "data-seat": zone.seat ?? "" }, head);
  if (zone.seat !== null) room.style.setProperty("--seat", seatColour(zone.seat));
  const numbers = zone.numbers.map(number);
  if (numbers.length) room.append(make("dl", { class: "numbers" }, numbers));
  if (families.length) room.append(make("div", { class: "families" }, families));
  return room;
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
