// The end of a game: who has won, and every player's receipt, line by line.

import { inside, make, part } from "./make.js";
import { seatColour } from "./colours.js";
import { say } from "./words.js";

/** `again()` leads to the next game, and opens it if nobody has. */
export function showEnd(position, again) {
  const { end } = position;
  part("end").hidden = !end;
  const told = JSON.stringify([end, position.again, position.lang]);
  if (!end || part("end").dataset.told === told) return; // what was opened stays open
  part("end").dataset.told = told;
  const winners = end.winners ?? [];
  const next = position.again;
  const button = (next || position.viewer !== null) && make("button", { type: "button", class: "primary", onclick: again }, say(next ? "rematch_go" : "rematch"));
  inside(
    part("end"),
    make("h2", {}, end.outcome || say("game_over")),
    (end.lines ?? []).map((line) => make("p", {}, line)),
    end.receipts.length ? make("div", { class: "receipts" }, end.receipts.map((one) => receipt(one, winners.includes(one.seat)))) : null,
    next && make("p", { role: "status" }, say("rematch_here")),
    make("p", { class: "after" }, button, make("a", { class: "button", href: "/" }, say("other_game"))),
  );
}

function receipt({ seat, name, total, lines }, won) {
  const sheet = make(
    "article", { class: `receipt${won ? " won" : ""}` },
    make("h3", {}, won && make("span", { "aria-hidden": "true" }, "★ "), name, won && make("span", { class: "tag" }, say("winner"))),
    make("table", {}, make("tbody", {}, lines.map(line)), total !== null && make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, say("total")), make("td", {}, signed(total))))),
  );
  sheet.style.setProperty("--seat", seatColour(seat));
  return sheet;
}

function line({ name, value, pieces, cited }) {
  const where = cited ? make("details", {}, make("summary", {}, name), make("p", { class: "cited" }, cited)) : name;
  const from = Array.isArray(pieces) ? pieces.join(", ") : pieces;
  const isNumber = /^[-−+]?\d+$/.test(value);
  return make("tr", {}, make("th", { scope: "row" }, where, from && make("p", { class: "from" }, from)), make("td", { class: isNumber ? "amount" : "listed" }, isNumber ? signed(value) : value));
}

/** A number with a minus that is as wide as a figure. */
function signed(number) {
  return String(number).replace("-", "−");
}
