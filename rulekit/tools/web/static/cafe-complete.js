// What could be written at the cursor: the grammar and the outline come in, a CodeMirror completion source goes out.
// Keywords are offered only where they can stand, beginnings of declarations only at the beginning of a line.
import { StringStream, snippetCompletion } from "./vendor/codemirror.js";
import { canStand, languageIn, startState, tokenizer, wordsOf } from "./cafe-tokens.js";

const BEFORE = /@?[\p{L}\p{N}_]*/u;
const LINES = 400;
const ICONS = {
  kind: "enum", piece: "class", place: "namespace", tally: "property", marker: "property", option: "constant",
  action: "method", step: "method", define: "function", table: "function", value: "constant",
};
/** What is likely to be named after a keyword. */
const LIKELY = {
  TO: ["place"], UNDER: ["place"], FROM: ["place"], FILL: ["place"], SHUFFLE: ["place"], IN: ["place", "kind"], DO: ["action", "step"],
  SET: ["marker"], OF: ["piece", "kind"], WITH: ["option"], CHOOSE: ["kind", "piece"], CAN: ["action"], CANNOT: ["action"],
};

/** The tokenizer's state after all that stands before a position; `closed` if nothing can be completed there (comment, text). */
export function stateAt(grammar, doc, position) {
  const here = doc.lineAt(position);
  let first = here.number;
  while (first > 1 && here.number - first < LINES && !/^[\p{L}_`]/u.test(doc.line(first).text)) first--;
  const state = startState(first === 1 ? null : languageIn(doc.sliceString(0, 2000)));
  const token = tokenizer(grammar);
  let style = null;
  for (let number = first; number <= here.number; number++) {
    const line = doc.line(number);
    const text = number === here.number ? line.text.slice(0, position - line.from) : line.text;
    style = readLine(token, text, state);
  }
  if (!here.text.slice(0, position - here.from).trim()) beginEmpty(state, position - here.from);
  return { state, closed: style === "comment" || state.string === "text" };
}

function readLine(token, text, state) {
  const stream = new StringStream(text, 2, 2);
  let style = null;
  while (!stream.eol()) {
    style = token(stream, state);
    stream.start = stream.pos;
  }
  return style;
}

function beginEmpty(state, column) {
  if (state.depth) return;
  Object.assign(state, { lineStart: true, flush: column === 0, previous: null, count: 0, string: "" });
}

/** A completion source; `outline()` gives the outline of the file as it was checked last. */
export function completions(grammar, outline, labels) {
  return (context) => {
    const word = context.matchBefore(BEFORE);
    if (!context.explicit && !word?.text) return null;
    const from = word ? word.from : context.pos;
    const { state, closed } = stateAt(grammar, context.state.doc, from);
    if (closed || /^\d/.test(word?.text ?? "") || (!context.explicit && isNaming(grammar, state))) return null;
    const options = [
      ...snippetsHere(grammar, state, labels),
      ...keywordsHere(grammar, state),
      ...namesHere(grammar, state, context.state.doc, outline(), from, labels),
    ];
    return options.length ? { from, options, validFor: /^@?[\p{L}\p{N}_]*$/u } : null;
  };
}

function isNaming(grammar, state) {
  const addressed = ["REPLACE", "REMOVE", "BEFORE", "AFTER", "ADDTO", "WITH"].includes(state.previous);
  return state.previous === "CAFE" || (!addressed && grammar.groupOf.get(state.previous) === "declaration");
}

function snippetsHere(grammar, state, labels) {
  if (!state.lineStart || !state.flush) return [];
  const words = wordsOf(grammar, state);
  return words.snippets.map(({ terminal, template }) =>
    snippetCompletion(template, { label: words.keywords[terminal][0], detail: labels.snippet, type: "text", boost: 10 }));
}

function keywordsHere(grammar, state) {
  const words = wordsOf(grammar, state);
  const some = new Set(Object.entries(words.keywords).flatMap(([terminal, spellings]) => {
    if (!canStand(grammar, state, terminal)) return [];
    return state.previous === "NAME" && spellings.length > 1 ? [spellings.at(-1)] : [spellings[0]];
  }));
  return [...some].map((label) => ({ label, type: "keyword", boost: state.lineStart ? 9 : 1 }));
}

function namesHere(grammar, state, doc, outline, from, labels) {
  if (state.lineStart && state.flush) return [];
  const property = state.previous === "DOT";
  if (!property && !canStand(grammar, state, "NAME") && state.previous !== null) return [];
  const names = new Map();
  for (const { name, what } of outline?.names ?? []) {
    const boost = LIKELY[state.previous]?.includes(what) ? 8 : 3;
    names.set(name, { label: name, detail: labels[what] ?? what, type: ICONS[what] ?? "variable", boost });
  }
  for (const label of property ? [] : wordsOf(grammar, state).standard) {
    if (!names.has(label)) names.set(label, { label, type: "function" });
  }
  for (const label of wordsIn(grammar, state, doc, from)) if (!names.has(label)) names.set(label, { label, type: "variable" });
  return [...names.values()];
}

function wordsIn(grammar, state, doc, from) {
  const found = new Set();
  const reserved = wordsOf(grammar, state).byFirst;  // a word that begins a keyword is no use as a name
  const near = doc.sliceString(Math.max(0, from - 20000), from) + " " + doc.sliceString(from + 1, from + 20000);
  const code = near.replace(/"(?:\\.|[^"\\\n])*"|#[^\n]*|@\S*/g, " ");
  for (const [word] of code.matchAll(/(?!\p{Nd})[\p{L}\p{N}_]{2,}/gu)) if (!reserved.has(word)) found.add(word);
  found.delete("cafe");
  return found;
}
