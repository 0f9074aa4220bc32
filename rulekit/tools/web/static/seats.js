// Who sits at the table: a strip of players, one's own name, links to invite others.

import { inside, make, part } from "./make.js";
import { seatColour } from "./colours.js";
import { say } from "./words.js";

/** A sign for a seat that tells it from the others without colour: the first letter, or the number where letters are alike. */
export function signOf(seat, players) {
  const first = (player) => [...player.name.trim()][0]?.toUpperCase() ?? "";
  const alone = players.filter((player) => first(player) === first(players[seat])).length === 1;
  return alone && first(players[seat]) ? first(players[seat]) : String(seat + 1);
}

export function showPlayers(position) {
  const { players, decider, over } = position;
  inside(part("players"), players.map((player) => {
    const turn = !over && player.seat === decider;
    const there = player.bot ? say("bot") : player.here ? say("here") : say("away");
    const chip = make(
      "li", { class: `player${turn ? " turn" : ""}${player.mine ? " mine" : ""}${player.here || player.bot ? "" : " absent"}`, "aria-current": turn ? "step" : null },
      make("span", { class: "sign", "aria-hidden": "true" }, signOf(player.seat, players)),
      make("span", { class: "who" }, player.name),
      make("span", { class: "there" }, player.mine ? say("you") : there),
      turn && make("span", { class: "to-move" }, "▸ ", say("to_move")),
    );
    chip.style.setProperty("--seat", seatColour(player.seat));
    return chip;
  }));
}

/** A button that becomes a field for one's own name. */
export function nameField(name, rename) {
  const open = () => {
    const field = make("input", { class: "field small", value: name, maxlength: 30, "aria-label": say("your_name") });
    const done = async (event) => {
      event.preventDefault();
      if (!field.value.trim() || (await rename(field.value.trim(), form))) form.replaceWith(button);
    };
    const form = make("form", { class: "rename", onsubmit: done }, field, make("button", { class: "small", type: "submit" }, say("ok")));
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      form.replaceWith(button);
      button.focus();
    });
    button.replaceWith(form);
    field.focus();
    field.select();
  };
  const button = make("button", { type: "button", class: "quiet small", onclick: open, "aria-label": say("rename"), title: say("rename") }, "✎");
  return button;
}
