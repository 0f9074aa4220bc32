// Setting a table: a form for one game with its changes, options, players and seats.

import { post } from "./api.js";
import { EASY, bots } from "./bots.js";
import { keepLinks } from "./links.js";
import { inside, make } from "./make.js";
import { trying } from "./notice.js";
import { keepName, ownName } from "./person.js";
import { say } from "./words.js";

/** The form; it remembers what was chosen for seats when their number changes. `own`: rules of one's own instead of the game's. */
export function setting(game, own = null) {
  const seats = [];
  const changes = game.changes.map((change) => ({ change, box: make("input", { type: "checkbox", onchange: () => count() }) }));
  const options = game.options.map((option) => ({ option, field: optionField(option) }));
  const number = make("select", { class: "field", onchange: () => rows() });
  const list = make("ol", { class: "seats" });

  /** How many can play: as the last change that says so, else as the game. */
  function count() {
    const chosen = changes.filter(({ box }) => box.checked).map(({ change }) => change.players).filter(Boolean);
    const [low, high] = chosen[chosen.length - 1] ?? game.players;
    const before = Number(number.value) || low;
    const now = Math.max(low, Math.min(high, before));
    inside(number, Array.from({ length: high - low + 1 }, (_, n) => make("option", { value: low + n, selected: low + n === now }, low + n)));
    rows();
  }

  function rows() {
    while (seats.length < Number(number.value)) seats.push(seat(seats.length));
    inside(list, seats.slice(0, Number(number.value)).map((one) => one.row));
  }

  async function begin(event) {
    event.preventDefault();
    go.disabled = true;
    await trying(() => play(own ?? rules(game, changes, options), seats.slice(0, Number(number.value))));
    go.disabled = false;
  }

  const go = make("button", { type: "submit", class: "primary" }, say("play"));
  count();
  return make(
    "form", { class: "setting", onsubmit: begin },
    changes.length > 0 && make("fieldset", {}, make("legend", {}, say("changes")), changes.map(({ change, box }) => make("label", { class: "check" }, box, " ", said(change)))),
    make("fieldset", {}, make("legend", {}, say("seats")), make("label", { class: "many" }, say("how_many"), " ", number), list),
    options.length > 0 && make("details", { class: "options" }, make("summary", {}, say("options"), " ", make("span", { class: "count" }, options.length)), options.map(({ option, field }) => make("label", { class: "option" }, make("span", {}, option.question || option.name), field))),
    make("p", { class: "go" }, go),
  );
}

/** A reading or variant, so that a family knows what it is. */
function said({ role, title, name }) {
  return say(role === "reading" ? "as_reading" : "with_variant", { title: title || name });
}

function seat(number) {
  const kinds = [["me", say("seat_me")], ["friend", say("seat_friend")], ...bots()];
  const first = number === 0 ? "me" : EASY;
  const who = make("select", { class: "field", "aria-label": say("seat_who", { number: number + 1 }) }, kinds.map(([value, text]) => make("option", { value, selected: value === first }, text)));
  const name = make("input", { class: "field", maxlength: 30, placeholder: say("seat_name", { number: number + 1 }), "aria-label": say("seat_name", { number: number + 1 }), autocomplete: "off" });
  if (number === 0) name.value = ownName();
  return { who, name, row: make("li", {}, who, name) };
}

/** A field for an option: a list of its values, or a number. */
function optionField({ values, value, low, high }) {
  if (values?.length) return make("select", { class: "field" }, values.map((one) => make("option", { value: one.value, selected: one.value === value }, one.text || one.value)));
  return make("input", { class: "field", type: low === null ? "text" : "number", min: low, max: high, value });
}

/** What is played: only what differs from the game as it is. */
function rules(game, changes, options) {
  const chosen = changes.filter(({ box }) => box.checked).map(({ change }) => change.name);
  const set = options.filter(({ option, field }) => field.value !== "" && field.value !== String(option.value));
  return { game: game.name, with: chosen, set: Object.fromEntries(set.map(({ option, field }) => [option.name, field.value])) };
}

async function play(what, seats) {
  const wanted = seats.map(({ who, name }) => ({ bot: ["me", "friend"].includes(who.value) ? null : who.value, name: name.value.trim() || null }));
  const table = await post("/api/tables", { rules: what, players: seats.length, seats: wanted, seed: null });
  if (seats[0]?.who.value === "me") keepName(seats[0].name.value);
  keepLinks({ ...table, seats: table.seats.map((one) => ({ ...one, mine: seats[one.seat].who.value === "me" })) });
  const mine = table.seats.find((one) => seats[one.seat].who.value === "me") ?? table.seats.find((one) => !one.bot);
  location.assign(`/at/${mine ? mine.link : table.watch}`);
}
