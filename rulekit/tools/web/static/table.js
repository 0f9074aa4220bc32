// A seat at a table: positions come in live, are drawn, and what is pointed at goes out as moves.
// The elements are those of table.html, in its own page (table-page.js) or inside another one (table-frame.js).

import { answered, get, post } from "./api.js";
import { showBubble, wireBubble } from "./bubble.js";
import { bringInSight, docked, foldMoves, showWays, wireDock } from "./dock.js";
import { showEnd } from "./ending.js";
import { fit } from "./fitting.js";
import { showExpiry } from "./expires.js";
import { arrow, tabStops } from "./keys.js";
import { hint, light } from "./lighting.js";
import { nextGame, showInvite } from "./links.js";
import { listen } from "./live.js";
import { forgetLog, showLog, showSteps, wireSteps } from "./log.js";
import { inside, part } from "./make.js";
import { Menu, unfold, unfoldWhereRoom } from "./menu.js";
import { wireSpeed } from "./motion.js";
import { tell, tellError, trying } from "./notice.js";
import { keepName, showNaming } from "./person.js";
import { Pointing } from "./pointing.js";
import { nameField, showPlayers, signOf } from "./seats.js";
import { keepInAddress, stepOfAddress } from "./step.js";
import { drawTop, unfoldLit } from "./tabletop.js";
import { showTurn } from "./turn.js";
import { showUndo } from "./undo.js";
import { askTogether, askWhy, closeWhy } from "./why.js";
import { language, say, spokenIn } from "./words.js";

const menu = new Menu({ play, letGo, hint: (targets) => hint(part("table"), targets), narrow: docked });
let place = null; // what is different between the page and a table inside another page: see `wire`
let narrow = null;
let link = "";
let address = "";
let wanted = ""; // the link that is to be shown next
let live = null; // the position as it is now
let shown = null; // the position that is looked at
let pointing = new Pointing([]);
let barred = new Map(); // what refused moves would touch
let listening = null;
let asked = 0; // counts what was asked of the past, so that late answers are dropped
let aim = 0; // the step that was asked for last
let busy = false;

// ---- showing ----------------------------------------------------------------------------------------
function arrived(position) {
  const first = live === null;
  if (live && position.at < live.at && position.lang === live.lang) return;
  if (live && shown && position.at === live.at && position.lang === shown.lang && shown.step === live.steps) return news(position);
  const watching = shown === null || shown.step === live.steps;
  live = position;
  const step = first && place.keepsStep ? stepOfAddress() : null;
  if (step !== null) look(step);
  else if (watching) show(position);
  else around();
}

/** Nothing has happened in the game, only somebody came, went or asked for something: what is pointed at stays. */
function news(position) {
  live = shown = position;
  around();
}

function show(position) {
  const before = shown;
  [shown, aim] = [position, position.step];
  pointing = new Pointing(position.menu);
  barred = new Map();
  place.shown?.(position);
  spokenIn(position.speaks, ["table", "moves-list", "log-list"]);
  drawTable(before);
  if (narrow.matches) unfold(position.menu.length > 0 && !position.menu.some((move) => move.targets.length));
  showLog(position, look);
  around();
  refresh();
  if (position.menu.length && !before?.menu.length) bringInSight(part("table")); // one's turn has come
  if (position.menu.length) learn(position);
}

/** What cannot be done now, and why: asked once for each own decision. */
async function learn({ step, lang }) {
  const answer = await get(`${address}/barred`, { lang }).catch(() => null); // then nothing has a mark
  if (!answer || shown.step !== step || shown.lang !== lang) return;
  barred = new Map(Object.entries(answer.barred));
  light(part("table"), pointing, barred);
  showBubble();
}

/** All that is not the table itself. */
function around() {
  const past = shown.step < live.steps;
  part("past").hidden = !past;
  inside(part("past-text"), say("past", { step: shown.step, steps: live.steps }));
  document.body.classList.toggle("looking-back", past);
  showWays(shown);
  showPlayers(past ? shown : live);
  showSteps(shown, live);
  showTurn(shown, past, leftOf(shown));
  part("why-all").hidden = live.over || live.viewer === null;
  showUndo(live, undo);
  showInvite(link, live);
  showExpiry(live);
  part("watching").hidden = live.viewer !== null;
  showNaming(link, live, rename);
  showEnd(past ? shown : live, playAgain);
}

function drawTable(before) {
  const named = () => nameField(shown.players[shown.viewer].name, rename);
  drawTop(part("table"), shown, before, { narrow: narrow.matches, sign: (seat) => signOf(seat, shown.players), nameField: named });
}

/** The moves that are meant by pointing. */
function leftOf(position) {
  return pointing.meant.map((number) => position.menu[number]).filter(Boolean);
}

/** Light and list follow what is pointed at. */
function refresh() {
  const table = part("table");
  light(table, pointing, barred);
  unfoldLit(table);
  tabStops(table, document.activeElement?.dataset?.id);
  menu.show(shown, pointing);
  showTurn(shown, shown.step < live.steps, leftOf(shown));
  hint(table, []);
  showBubble();
}

// ---- doing ------------------------------------------------------------------------------------------
function pointAt(button) {
  if (shown.step < live.steps) return tell(say("past_only"));
  const begun = pointing.chosen.length > 0;
  if (begun && !pointing.touches(button.means) && !pointing.rival(button.means)) return trying(() => together(button));
  return take(button);
}

/** Something unlit after something chosen: why not both? If no rule is in the way, a new choice begins. */
async function together(button) {
  if (!(await askTogether(link, shown, [...pointing.chosen, button.means], button.getAttribute("aria-label")))) take(button);
}

function take(button) {
  const what = pointing.point(button.means);
  if (what === false) return trying(() => askWhy(link, shown, button.means, button.getAttribute("aria-label")));
  closeWhy();
  if (typeof what === "number") return play(what);
  refresh();
  foldMoves();
  return pointing.chosen.length && bringInSight(part("table"));
}

async function play(move) {
  if (busy) return;
  busy = true;
  document.body.classList.add("busy");
  try {
    await post(`${address}/move`, { at: shown.at, move });
    place.played?.(link);
    closeWhy();
  } catch (error) {
    if (error.status !== 409) tellError(error);
    else {
      tell(say("faster"));
      await trying(async () => show((live = await get(address, { lang: language() }))));
    }
  }
  busy = false;
  document.body.classList.remove("busy");
  letGo();
}

function letGo() {
  pointing.letGo();
  if (shown) refresh();
}

function undo(agree) {
  return trying(() => post(`${address}/undo`, { at: live.at, agree }));
}

/** Gives whether the name was accepted. `form`: where it was asked for. */
async function rename(name, form) {
  const accepted = (await trying(() => post(`${address}/name`, { name }), form)) !== null;
  if (accepted) keepName(name);
  return accepted;
}

/** The same rules, people and bots once more; the others find it at this table. */
const playAgain = () => trying(async () => place.go(await nextGame(link, live.again)));

// ---- the past ---------------------------------------------------------------------------------------
async function look(step) {
  const now = step >= live.steps;
  if (place.keepsStep) keepInAddress(now ? null : step);
  const turn = (asked += 1);
  aim = Math.min(step, live.steps);
  if (now) return show(live);
  return trying(async () => {
    const position = await get(address, { lang: language(), step });
    if (turn === asked) show(position);
  });
}

// ---- the place it stands in -------------------------------------------------------------------------
function onKey(event) {
  if (event.target.matches("input, select, textarea") && event.key !== "Escape") return;
  if (arrow(event)) return;
  if (event.key === "Escape" && shown) {
    showBubble(false);
    if (!foldMoves()) (pointing.chosen.length ? letGo : closeWhy)();
  } else if (event.key === "?" && shown) {
    const at = document.activeElement?.closest("button.point");
    why(at ? at.means : null, at ? at.getAttribute("aria-label") : say("why_all"));
  } else if (!shown || !menu.typed(event)) return;
  event.preventDefault();
}

function why(about, label) {
  showBubble(false);
  return trying(() => askWhy(link, shown, about, label));
}

/**
 * Wire the elements of a table, once. `where`: `keys` (the element whose keys count), `narrow` (a media query: moves lie folded),
 * `go(link)` (sit down elsewhere), `shown(position)`, `played(link)` (a move was made here), `keepsStep` (the past is in the address).
 */
export function wire(where) {
  place = where;
  narrow = matchMedia(where.narrow);
  part("table").addEventListener("click", (event) => {
    const button = event.target.closest("button.point");
    if (event.detail) showBubble(false); // the pointer has told enough
    if (button) pointAt(button);
  });
  place.keys.addEventListener("keydown", onKey);
  part("let-go").addEventListener("click", letGo);
  part("why-all").addEventListener("click", () => why(null, say("why_all")));
  part("why-close").addEventListener("click", closeWhy);
  part("undo").addEventListener("click", () => undo(true));
  part("past-now").addEventListener("click", () => look(live.steps));
  wireSteps(look, { first: () => 0, back: () => Math.max(0, aim - 1), on: () => aim + 1, now: () => live.steps });
  part("moves-filter").addEventListener("input", (event) => menu.filter(event.target.value));
  wireSpeed(part("speed"));
  wireBubble(part("table"));
  wireDock(narrow);
  unfoldWhereRoom(narrow);
  const resized = new ResizeObserver(() => shown && fit(part("table"), narrow.matches));
  for (const one of [part("table").parentElement, part("aim")]) if (one) resized.observe(one); // what stands above takes room, too
}

/** Sit down: show the table of a link, and listen to it. The table before is left as soon as the new one is there. */
export async function sit(at) {
  wanted = at;
  const there = `/api/at/${encodeURIComponent(at)}`;
  const position = await get(there, { lang: language() });
  if (wanted !== at) return;
  listening?.stop();
  [link, address, live, shown] = [at, there, null, null];
  asked += 1;
  closeWhy();
  dress();
  arrived(position);
  hear();
}

/** Nothing is listened to any more. */
export function leave() {
  wanted = "";
  listening?.stop();
  live = null;
}

/** Words and positions in the language that is chosen now. */
export function speak() {
  dress();
  if (!live) return;
  listening?.stop();
  trying(async () => {
    const step = shown.step < live.steps ? shown.step : null;
    live = await get(address, { lang: language() });
    if (step === null) show(live);
    else look(step);
  });
  hear();
}

function dress() {
  part("moves-filter").placeholder = say("filter");
  part("moves-filter").setAttribute("aria-label", say("filter"));
  forgetLog();
}

function hear() {
  const lost = () => (part("lost").hidden = false);
  const found = () => {
    part("lost").hidden = true;
    answered();
  };
  listening = listen(link, language(), { arrived, lost, found });
}
