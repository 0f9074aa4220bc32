// The links of a table that was set here, kept for as long as the window is open; a panel to pass them on.

import { post } from "./api.js";
import { invited } from "./invitation.js";
import { inside, make, part } from "./make.js";
import { say } from "./words.js";

const kept = (link) => `rulekit.table.${link}`;

/** Keep the links of a new table: {seats: [{seat, link, bot, mine}], watch}. */
export function keepLinks(table) {
  const text = JSON.stringify(table);
  for (const link of [table.watch, ...table.seats.map((seat) => seat.link)]) {
    try {
      if (link) sessionStorage.setItem(kept(link), text);
    } catch {
      return; // storage may be forbidden: then there is no panel
    }
  }
}

/** What was kept of the table of a link, or null. */
export function links(link) {
  try {
    return JSON.parse(sessionStorage.getItem(kept(link)));
  } catch {
    return null;
  }
}

/** The link of a seat at the next game, which is opened if nobody has opened it. */
async function nextOf(link) {
  return (await post(`/api/at/${encodeURIComponent(link)}/rematch`, {})).link;
}

/** Where a link leads on at the next game, `open` already or not; who plays several seats here sits down on all of them there. */
export async function nextGame(link, open) {
  const next = open ?? (await nextOf(link));
  const mine = (links(link)?.seats ?? []).filter((seat) => seat.mine && !seat.bot);
  keepLinks({ seats: await Promise.all(mine.map(async (seat) => ({ ...seat, link: seat.link === link ? next : await nextOf(seat.link) }))) });
  return next;
}

/** Show the links of the other seats, as far as they are known, and one's own; open at first if somebody is waited for. */
export function showInvite(link, position) {
  const table = links(link) ?? { seats: [] };
  const panel = part("invite");
  panel.hidden = false;
  const others = table.seats.filter((seat) => !seat.bot && seat.link !== link);
  listInvited(link, position, table, others);
  if (!panel.dataset.shown) panel.open = others.some((seat) => !seat.mine) && position.steps === 0;
  panel.dataset.shown = "yes";
  showMine(table, link, position);
}

/** Who can be invited; what is open stays open, as long as the names are the same. */
function listInvited(link, position, table, others) {
  const wanted = others.map((seat) => [position.players[seat.seat].name, seat.link, !seat.mine]);
  if (position.watch) wanted.push([say("watch"), position.watch, false]);
  wanted.push([position.viewer === null ? say("watch") : say("own_seat", { who: position.players[position.viewer].name }), link, false]);
  const list = part("invite-list");
  const told = JSON.stringify(wanted);
  if (list.dataset.told === told) return;
  const first = wanted.findIndex(([, , waited]) => waited);
  list.dataset.told = told;
  inside(list, wanted.map(([name, to], n) => invited(name, to, n === first && position.steps === 0)));
}

/** Somebody who plays several seats at one screen changes from one to the other. */
function showMine(table, link, position) {
  const mine = table.seats.filter((seat) => seat.mine && seat.link !== link && !seat.bot);
  const due = mine.find((seat) => seat.seat === position.decider && !position.over);
  part("change-seat").hidden = !mine.length;
  inside(part("change-seat"), mine.map((seat) => {
    const name = position.players[seat.seat].name;
    return make("a", { class: seat === due ? "button primary" : "button", href: `/at/${seat.link}` }, seat === due ? say("sit_down_turn", { who: name }) : say("sit_down", { who: name }));
  }));
}

/** A button that copies what stands in a field. */
export function copyButton(field) {
  const copy = make("button", { type: "button", class: "small", onclick: () => copied(field, copy) }, say("copy"));
  return copy;
}

async function copied(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  inside(button, `✓ ${say("copied")}`);
  setTimeout(() => inside(button, say("copy")), 2500);
}
