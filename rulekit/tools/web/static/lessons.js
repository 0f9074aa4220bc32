// Lessons: the list, or one lesson with its text, an editor, its goals and a table to try it at.

import { get, inTurn, post, search } from "./api.js";
import { editorWords } from "./editor-words.js";
import { makeEditor } from "./editor.js";
import { ownFindings, showFindings } from "./findings.js";
import { showGoals, showReached } from "./goals.js";
import { keep, kept, lessonText } from "./kept.js";
import { inside, make, part } from "./make.js";
import { nowhere, tellError, trying } from "./notice.js";
import { prose } from "./prose.js";
import { reworkedWords } from "./reworked.js";
import { Running } from "./running.js";
import { speak } from "./table.js";
import { language, languageField, loadWords, say } from "./words.js";

const DONE = "rulekit.lessons.done";
const number = Number(location.pathname.split("/").filter(Boolean)[1] ?? 0);
const running = new Running(part("frame"), (answer) => (inside(part("reworked"), reworkedWords(answer)).hidden = false));
let lesson = null;
let keywords = null;
let editor = null;
let outline = null;
let checked = ""; // the text whose goals are shown
let turn = 0;

const written = () => lessonText(lesson.lang, number);
const rules = (text) => (lesson.game ? { text, base: lesson.game } : { text });
const isDone = (one) => (kept(DONE) ?? []).includes(one);

// ---- the list ---------------------------------------------------------------------------------------
async function showList() {
  const { lessons, lang } = await get("/api/lessons", { lang: language() });
  document.title = `${say("lessons")} · rulekit`;
  part("list").hidden = false;
  inside(part("lessons"), lessons.map((one) => make(
    "li", { class: isDone(one.number) ? "done" : "" },
    make("a", { href: `/lessons/${one.number}` }, make("span", { class: "ordinal", "aria-hidden": "true" }, one.number), make("b", { lang }, one.title), isDone(one.number) && make("span", { class: "tag" }, "✓ ", say("lesson_done"))),
  )));
}

// ---- one lesson -------------------------------------------------------------------------------------
async function showLesson() {
  keywords ??= await get("/api/keywords");
  lesson = await get(`/api/lessons/${number}`, { lang: language() });
  document.title = `${lesson.title} · rulekit`;
  part("lesson").hidden = false;
  inside(part("lesson-number"), say("lesson_of", { number, count: lesson.count }));
  inside(part("lesson-title"), lesson.title);
  inside(part("prose"), prose([...lesson.parts, ...lesson.task]));
  for (const id of ["lesson-title", "prose", "goals"]) part(id).lang = lesson.lang;
  part("in-workshop").href = `/workshop?lesson=${number}`;
  neighbour("before", number - 1, `‹ ${say("lesson_before")}`);
  neighbour("after", number + 1, `${say("lesson_after")} ›`);
  showEditor();
}

function neighbour(id, other, text) {
  part(id).hidden = other < 1 || other > lesson.count;
  part(id).href = `/lessons/${other}`;
  inside(part(id), text);
}

function showEditor() {
  const text = kept(written()) ?? lesson.start;
  editor?.destroy();
  editor = makeEditor(part("editor"), { text, keywords, onChange: typed, getFindings: (now) => trying(() => look(now)), labels: editorWords() });
  showGoals(lesson.goals);
  part("anew").hidden = text === lesson.start;
  part("solution").hidden = true;
  part("solution").open = false;
  inside(part("solution-text"));
  checked = lesson.start; // before something is changed there is nothing to be judged
}

function typed(text) {
  keep(written(), text === lesson.start ? null : text);
  part("anew").hidden = text === lesson.start;
}

/** Findings of a text; one without mistakes is judged by the goals too. */
const look = inTurn(async (text) => {
  if (text !== editor.text) return null;
  const answer = await post(`/api/check${search({ lang: language() })}`, { rules: rules(text) });
  if (text !== editor.text) return null;
  showFindings(part("findings"), answer.findings, (line, column) => editor.goTo(line, column));
  part("play-it").disabled = !answer.ok;
  if (answer.outline) editor.setOutline((outline = answer.outline));
  if (answer.ok) {
    trying(() => running.rework(rules(text)));
    if (text !== checked) trying(judge);
  }
  return ownFindings(answer.findings);
});

/** Which goals are reached. */
async function judge() {
  const text = editor.text;
  const mine = (turn += 1);
  part("check").disabled = true;
  try {
    const { goals } = await post(`/api/lessons/${number}/check${search({ lang: language() })}`, { text });
    if (mine !== turn) return;
    checked = text;
    if (showReached(goals)) keep(DONE, [...new Set([...(kept(DONE) ?? []), number])]);
    part("solution").hidden = false;
  } finally {
    if (mine === turn) part("check").disabled = false;
  }
}

function showSolution() {
  const take = () => {
    editor.setText(lesson.solution);
    typed(lesson.solution);
    editor.focus();
  };
  inside(part("solution-text"), make("pre", { tabindex: "0", lang: lesson.lang }, make("code", {}, lesson.solution)),
    make("p", {}, make("button", { type: "button", class: "small", onclick: take }, say("solution_take"))));
}

async function play() {
  part("reworked").hidden = true;
  await running.play(rules(editor.text), outline.players[0], "greedy");
  part("frame").scrollIntoView({ block: "start", behavior: "smooth" });
}

function startOver() {
  editor.setText(lesson.start);
  typed(lesson.start);
  editor.focus();
}

// ---- the page ---------------------------------------------------------------------------------------
async function showAll() {
  inside(part("language"), languageField(() => trying(showAll)));
  if (!number) return showList();
  await showLesson();
  if (part("frame").children.length) speak();
}

async function start() {
  await loadWords();
  part("check").addEventListener("click", () => trying(judge));
  part("play-it").addEventListener("click", () => trying(play));
  part("anew").addEventListener("click", startOver);
  part("solution-yes").addEventListener("click", showSolution);
  await showAll().catch((error) => {
    if (error.status !== 404) throw error;
    nowhere(error, [["/lessons", say("lessons")], ["/", say("all_games")]]);
  });
}

start().catch(tellError);
