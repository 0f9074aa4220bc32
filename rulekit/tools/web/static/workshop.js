// The workshop: the rule file on the left, and on the right what it does.

import { get, inTurn, post, search } from "./api.js";
import { USUAL, address, asked, beginning } from "./beginnings.js";
import { editorWords } from "./editor-words.js";
import { makeEditor } from "./editor.js";
import { nameIn, openFile, save, share } from "./files.js";
import { ownFindings, showFindings } from "./findings.js";
import { keep, keepFew, kept } from "./kept.js";
import { Knobs } from "./knobs.js";
import { inside, make, part } from "./make.js";
import { tell, tellError, trying } from "./notice.js";
import { keepOwn } from "./own-games.js";
import { loadPlays, playsKept } from "./plays.js";
import { gameKept, leaveGame, resumeGame, rulesChanged, sayProof, showPlayers, wireProof } from "./proof.js";
import { setting } from "./setting.js";
import { speak } from "./table.js";
import { language, languageField, loadWords, say } from "./words.js";

const KEPT = "rulekit.workshop";
const knobs = new Knobs(() => {
  keepAll();
  if (work.ok) rulesChanged();
}, () => trying(keepInFile));
let games = [];
let keywords = null;
let editor = null;
let work = { from: "", text: "", base: null, start: { text: "", set: {}, base: null }, outline: null, ok: false, checked: "" };

// ---- what is worked on ------------------------------------------------------------------------------
/** Begin with something; what was written there before in this browser is still there, unless it is to begin anew. */
async function begin(from, anew = false) {
  const last = kept(`${KEPT}.${from}`);
  const old = anew ? null : last;
  const start = (isFile(from) ? last?.start : old?.start) ?? (await beginning(from, games));
  const text = old?.text ?? start.text;
  work = { from, text, base: start.base, start, outline: null, ok: false, checked: "" };
  knobs.restart(old?.set ?? start.set);
  leaveGame();
  loadPlays(last?.plays ?? []);
  part("shared").hidden = true;
  address(from);
  editor.setText(text);
  showBeginnings();
  const mine = work;
  if (old?.game) await trying(() => resumeGame(old.game));
  if (mine !== work) return;
  keepAll();
  await check(text);
}

const isFile = (from) => /^(file|own)=/.test(from);

/** Whether the text has become something else than what it began with: rules for another game, or another game. */
function strayed({ from, text, start, outline }) {
  const [kind, name] = [from.slice(0, from.indexOf("=")), from.slice(from.indexOf("=") + 1)];
  if (kind === "game" || kind === "house") return outline.name !== name.replaceAll("-", "_");
  return kind === "small" && nameIn(text) !== nameIn(start.text);
}

/** From now on it is a text of its own, and what it began with can be chosen again as it was. */
function ownText() {
  keep(`${KEPT}.${work.from}`, null);
  work.from = `own=${nameIn(work.text)}.${Date.now().toString(36)}`;
  work.start = { text: work.text, set: {}, base: null };
  address(work.from);
  showBeginnings();
  keepAll();
}

function keepAll() {
  const { from, text, start } = work;
  if (from) keepFew(KEPT, from, { text, set: knobs.set, start, game: gameKept(), plays: playsKept() });
  part("anew").hidden = text === start.text && JSON.stringify(knobs.set) === JSON.stringify(start.set);
}

/** Rules that can be played and are not those of a bundled game stand on the first page of this browser. */
function keepMine() {
  const { from, text, start, outline, ok } = work;
  if (from.startsWith("lesson=") || !ok) return;
  if (text !== start.text || isFile(from)) keepOwn({ from, title: titleOf(outline), players: outline.players, rules: rules() });
}

/** What the options are set to is written into the file; then nothing is set any more. */
async function keepInFile() {
  const { text } = await post("/api/settled", { rules: { text: work.text, set: knobs.set } });
  knobs.restart({});
  await write(text);
}

/** Another text stands in the editor, written by a click. */
async function write(text) {
  editor.setText(text);
  typed(text);
  await check(text);
}

/** What would be played now. */
function rules() {
  const { from, text, start } = work;
  return from.startsWith("game=") && text === start.text ? { game: from.slice(5), set: { ...knobs.set } } : written();
}

/** The same as a text, to be written into. */
function written() {
  const { text, base } = work;
  const set = { ...knobs.set };
  return base === null ? { text, set } : { text, base, set };
}

/** What it is held against: the printed game, the game of a lesson, or the text as it was in the beginning. */
function original() {
  if (work.base !== null) return { rules: { text: work.base, set: {} }, label: say("old_rules") };
  const game = games.find((one) => one.name.replaceAll("-", "_") === work.outline?.name);
  if (game) return { rules: { game: game.name, set: {} }, label: say("printed_rules") };
  return { rules: { text: work.start.text, set: {} }, label: say("rules_began") };
}

// ---- checking ---------------------------------------------------------------------------------------
function typed(text) {
  work.text = text;
  work.ok = false;
}

/** Check a text as it is written (without what the options are set to); the findings go to the editor and below it. */
const check = inTurn(async (text) => {
  const [mine, key] = [work, `${language()} ${text}`];
  if (text !== editor.text || key === mine.checked) return null;
  const written = work.base === null ? { text } : { text, base: work.base };
  if (!part("findings").children.length) inside(part("findings"), make("p", { class: "faint" }, say("checking")));
  const answer = await post(`/api/check${search({ lang: language() })}`, { rules: written }).catch(asFindings);
  if (text !== editor.text || mine !== work) return null;
  work.checked = key;
  keepAll();
  showFindings(part("findings"), answer.findings, (line, column) => editor.goTo(line, column));
  work.ok = answer.ok;
  if (answer.outline) showOutline(answer.outline);
  if (answer.ok && strayed(work)) ownText();
  keepMine();
  for (const id of ["play-this", "open-table", "many", "compare", "share"]) part(id).disabled = !answer.ok;
  part("table-setting").hidden = true; // it was for the rules before
  editor.setFindings(ownFindings(answer.findings));
  if (answer.ok) rulesChanged();
  return null;
});

/** What is refused altogether is a finding too. */
function asFindings(error) {
  if (!error.status) tellError(error);
  const found = error.findings?.length ? error.findings : [{ severity: "error", message: error.message, hint: error.hint, line: 1, column: 1, path: "" }];
  return { ok: false, findings: found, outline: null };
}

function showOutline(outline) {
  work.outline = outline;
  editor.setOutline(outline);
  knobs.show(outline.options);
  showPlayers(outline.players);
  document.title = `${titleOf(outline)} · ${say("workshop")} · rulekit`;
}

/** A house rule has a title of its own, before that of its game. */
const titleOf = ({ title, changes }) => [...changes, title].join(" – ");

// ---- the page ---------------------------------------------------------------------------------------
function showBeginnings() {
  const option = (value, text) => make("option", { value, selected: value === work.from }, text);
  const known = [...games.flatMap((game) => [`game=${game.name}`, `house=${game.name}`]), "small=1"];
  const others = [...new Set([work.from, ...(kept(KEPT) ?? [])])].filter((from) => from && !known.includes(from));
  inside(
    part("begin"),
    make("optgroup", { label: say("begin_house") }, games.map((game) => option(`house=${game.name}`, say("house_for", { title: game.title })))),
    make("optgroup", { label: say("begin_game") }, games.map((game) => option(`game=${game.name}`, game.title))),
    make("optgroup", { label: say("begin_other") }, option("small=1", say("begin_small")), others.map((from) => option(from, nameOf(from)))),
  );
}

function nameOf(from) {
  const name = from.slice(from.indexOf("=") + 1);
  if (from.startsWith("lesson=")) return say("lesson_number", { number: name });
  if (from.startsWith("own=")) return say("begin_own", { name: name.slice(0, name.lastIndexOf(".")) });
  return from.startsWith("rules=") ? say("begin_shared") : name;
}

function opened(name, text) {
  work.from = `file=${name}`;
  keepFew(KEPT, work.from, { text, set: {}, start: { text, set: {}, base: null } });
  trying(() => begin(work.from));
}

function showEditor() {
  const text = editor?.text ?? "";
  editor?.destroy();
  work.checked = ""; // a new editor has no findings yet
  editor = makeEditor(part("editor"), { text, keywords, onChange: typed, getFindings: (now) => trying(() => check(now)), outline: work.outline, labels: editorWords() });
}

/** All words in the language of now. */
async function speakAll() {
  inside(part("language"), languageField(() => trying(speakAll)));
  sayProof();
  showEditor();
  games = (await get("/api/games", { lang: language() })).games;
  showBeginnings();
  if (part("frame").children.length) speak();
}

function wire() {
  part("options").open = matchMedia("(min-width: 900px)").matches;
  part("begin").addEventListener("change", (event) => trying(() => begin(event.target.value)));
  part("anew").addEventListener("click", () => trying(() => begin(work.from, true)));
  part("open").addEventListener("click", () => openFile(opened, (text) => tell(text, "wrong")));
  part("save").addEventListener("click", () => save(editor.text));
  part("open-table").addEventListener("click", () => {
    const panel = part("table-setting");
    panel.hidden = !panel.hidden;
    if (!panel.hidden) inside(panel, make("p", { class: "faint" }, say("open_table_about")), setting({ ...work.outline, changes: [], options: [] }, rules()));
  });
  part("share").addEventListener("click", () => trying(() => share(rules(), part("shared"))));
  addEventListener("pagehide", keepAll);
  wireProof({ rules, original, written, write, changed: keepAll });
}

async function start() {
  await loadWords();
  wire();
  keywords = await get("/api/keywords");
  await speakAll();
  const from = asked() ?? kept(KEPT)?.[0] ?? USUAL;
  await begin(from).catch((error) => {
    tellError(error);
    return begin(USUAL);
  });
}

start().catch(tellError);
