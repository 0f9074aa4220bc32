// Rule files cut into coloured pieces: the keyword table comes in (GET /api/keywords), a CodeMirror stream parser goes out.
// A word is a keyword where the grammar lets that keyword stand: after the piece before it, and in the declaration it is in.

const NAME = /(?:(?!\p{Nd})[\p{L}\p{N}_][\p{L}\p{N}_]*|`(?!\p{Nd})[\p{L}\p{N}_][\p{L}\p{N}_]*`)/u;
const WORD = /^(?!\p{Nd})[\p{L}\p{N}_]+/u;
const POINTER = `(?:${NAME.source}\\.)?[bcx]?\\d+(?![\\p{L}\\p{N}_])`;
const CITE = new RegExp(
  `^@(?:${POINTER}|${NAME.source}[ \\t]+${POINTER}(?:[ \\t]+${NAME.source}[ \\t]+${POINTER})*)`, "u");
const BOUNDARY = "(?![\\p{L}\\p{N}_]|[ \\t]*:)";
const FALLBACK = "en";

/** The styles a piece can have, besides the groups of the keyword table. */
export const STYLES = ["comment", "string", "brace", "number", "mark", "bar", "name", "definition", "label", "property", "standard"];

/** The table made ready for looking up. */
export function grammarOf(table) {
  const groupOf = new Map(Object.entries(table.groups).flatMap(([group, some]) => some.map((one) => [one, group])));
  const sets = (lists) => new Map(Object.entries(lists).map(([key, list]) => [key, new Set(list)]));
  return {
    groupOf,
    starts: new Set(table.starts),
    lines: new Set(table.lines),
    opens: new Set(table.opens),
    goesOn: new Set(table.goes_on),
    joining: new Set(table.joining),
    after: sets(table.after),
    within: sets(table.within),
    marks: Object.entries(table.marks).sort(([a], [b]) => b.length - a.length),
    languages: new Map(Object.entries(table.languages).map(([code, words]) => [code, languageOf(words)])),
  };
}

function languageOf({ keywords, names, snippets }) {
  const byFirst = new Map();
  for (const [terminal, spellings] of Object.entries(keywords)) {
    for (const spelling of spellings) {
      const first = WORD.exec(spelling)?.[0] ?? spelling[0];
      const pattern = spelling.split(" ").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[ \\t]+");
      const word = { terminal, spelling, pattern: new RegExp(`^${pattern}${BOUNDARY}`, "u") };
      byFirst.set(first, [...(byFirst.get(first) ?? []), word]);
    }
  }
  for (const some of byFirst.values()) some.sort((a, b) => b.spelling.length - a.spelling.length);
  return { byFirst, keywords, standard: new Set(Object.values(names)), snippets };
}

/** The language that a file says it is written in, `null` if it does not say. */
export function languageIn(text) {
  return /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*cafe[ \t]+(\w+)/.exec(text)?.[1] ?? null;
}

export function startState(language = null) {
  return {
    language, declaration: null, previous: null, last: null, count: 0, depth: 0, table: false,
    lineStart: true, flush: true, string: "", braces: 0, outside: 0, before: null, opener: null, colon: false, equals: false,
  };
}

/** The words of the language that a file, read so far, is written in. */
export function wordsOf(grammar, state) {
  return grammar.languages.get(state.language) ?? grammar.languages.get(FALLBACK);
}

/** Whether a keyword (or "NAME") can stand at the end of what was read. */
export function canStand(grammar, state, terminal) {
  const inside = grammar.within.get(state.declaration)?.has(terminal) ?? true;
  if (state.lineStart) return state.flush ? grammar.starts.has(terminal) : inside && grammar.lines.has(terminal);
  return inside && (grammar.after.get(state.previous)?.has(terminal) ?? false) && !isMisplaced(grammar, state, terminal);
}

/** In a table, and on a declaration's own line before any `=`, no statement begins: `if` there is somebody's name. */
function isMisplaced(grammar, state, terminal) {
  return !state.depth && (state.table || (state.flush && !state.equals)) && grammar.groupOf.get(terminal) === "statement";
}

/** A CodeMirror stream parser's `token` for a grammar. */
export function tokenizer(grammar) {
  return (stream, state) => {
    if (stream.sol()) beginLine(grammar, stream, state);
    if (state.string === "text") return insideString(stream, state);
    if (state.string === "field" && beginsForms(stream, state)) return insideString(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match("#")) {
      stream.skipToEnd();
      return "comment";
    }
    if (state.string === "field" && stream.match("}")) return closed(state);
    return piece(grammar, stream, state);
  };
}

function beginLine(grammar, stream, state) {
  Object.assign(state, { string: "", braces: 0 });
  const rest = stream.string.trimStart();
  if (!rest || rest.startsWith("#")) return;
  const flush = stream.string.length === rest.length;
  const declared = flush && keywordAt(wordsOf(grammar, state), rest, (terminal) => grammar.starts.has(terminal));
  if (!declared && (state.depth > 0 || goesOn(grammar, state, rest))) return;
  Object.assign(state, {
    lineStart: true, flush, previous: null, last: null, count: 0, depth: 0, table: rest.startsWith("|"),
    opener: null, colon: false, equals: false,
  });
  if (flush) state.declaration = null;
}

function goesOn(grammar, state, rest) {
  if (!state.count) return false;
  if (rest.startsWith('"')) return state.previous === "STRING";
  if (rest.startsWith("@") || (state.count > 1 && !state.table && grammar.goesOn.has(state.previous))) return true;
  if (state.declaration === "WORDS") return false;
  return Boolean(keywordAt(wordsOf(grammar, state), rest, (terminal) => grammar.joining.has(terminal)));
}

function keywordAt(words, text, allowed) {
  const first = WORD.exec(text)?.[0] ?? text[0];
  return words.byFirst.get(first)?.find((word) => allowed(word.terminal) && word.pattern.test(text));
}

/** Whether words come now, not a value: behind a colon, or as in `{buy/buys}` and `{n: # coin/# coins}`. */
function beginsForms(stream, state) {
  if (state.depth !== state.outside || !/^[ \t]*[:/#]/.test(stream.string.slice(stream.pos))) return false;
  Object.assign(state, { string: "text", previous: "STRING" });
  return true;
}

function closed(state) {
  Object.assign(state, { string: "text", previous: "STRING", braces: Math.max(0, state.braces - 1) });
  return "brace";
}

function insideString(stream, state) {
  if (stream.match("{")) {
    Object.assign(state, { string: "field", previous: "LPAR", braces: state.braces + 1, outside: state.depth });
    return "brace";
  }
  if (state.braces && stream.match("}")) return closed(state);
  const reason = grey(state.before);
  stream.match(state.braces ? /^(?:\\.|[^"\\{}])+/ : /^(?:\\.|[^"\\{])+/);
  if (stream.match('"')) state.string = "";
  else if (stream.eol()) state.string = "";
  else if (stream.peek() === "\\") stream.next();
  return reason ? "citation" : "string";
}

const grey = (terminal) => ["ASSUMED", "RULING", "ARGUABLE", "SLIP"].includes(terminal);

function took(state, terminal) {
  const aside = terminal === "CITE" || grey(terminal) || grey(state.previous);
  Object.assign(state, { previous: terminal, last: aside ? state.last : terminal, lineStart: false, count: state.count + 1 });
}

function piece(grammar, stream, state) {
  const rest = stream.string.slice(stream.pos);
  if (rest[0] === '"') {
    stream.next();
    state.before = state.previous;
    state.string = "text";
    took(state, "STRING");
    return grey(state.before) ? "citation" : "string";
  }
  return word(grammar, stream, state, rest) ?? other(grammar, stream, state, rest);
}

function word(grammar, stream, state, rest) {
  const found = keywordAt(wordsOf(grammar, state), rest, (terminal) => canStand(grammar, state, terminal));
  if (found) {
    stream.match(found.pattern);
    return keyword(grammar, state, found.terminal);
  }
  if (state.language === null && state.lineStart && stream.match(/^cafe\b/)) {
    took(state, "CAFE");
    return "declaration";
  }
  const name = new RegExp(`^${NAME.source}`, "u").exec(rest)?.[0];
  return name ? named(grammar, stream, state, name) : null;
}

function keyword(grammar, state, terminal) {
  const group = grammar.groupOf.get(terminal);
  const style = shownAs(group, state);
  if ((state.lineStart && state.flush) || (state.previous === "REPLACE" && grammar.starts.has(terminal))) {
    state.declaration = terminal;
  }
  if (["declaration", "statement", "heading"].includes(group)) state.opener = terminal;
  took(state, terminal);
  return style;
}

/** A keyword that begins no line here only joins (`then` in `if … then`); one that begins a line inside is a heading (`with`). */
function shownAs(group, { lineStart, flush, previous }) {
  if (group === "heading") return lineStart ? group : "joining";
  if (group !== "declaration" || previous === "REPLACE" || (lineStart && flush)) return group;
  return lineStart ? "heading" : "joining";
}

function named(grammar, stream, state, name) {
  const { previous, lineStart } = state;
  stream.pos += name.length;
  took(state, "NAME");
  if (previous === "CAFE") {
    state.language = name;
    return "literal";
  }
  if (grammar.groupOf.get(previous) === "declaration") return "definition";
  if (/^[ \t]*:/.test(stream.string.slice(stream.pos))) return lineStart || previous === "HOLE" ? "label" : "property";
  if (previous === "DOT") return "property";
  return wordsOf(grammar, state).standard.has(name) ? "standard" : "name";
}

function other(grammar, stream, state, rest) {
  if (rest[0] === "@") {
    if (!stream.match(CITE)) stream.match(/^@[\p{L}\p{N}_.]*/u);
    took(state, "CITE");
    return "citation";
  }
  if (stream.match(/^\d+/)) {
    took(state, "NUMBER");
    return "number";
  }
  const mark = grammar.marks.find(([sign]) => rest.startsWith(sign));
  if (!mark) {
    stream.next();
    return null;
  }
  stream.pos += mark[0].length;
  took(state, mark[1]);
  if ("([".includes(mark[0])) state.depth++;
  if (")]".includes(mark[0])) state.depth = Math.max(0, state.depth - 1);
  if (mark[0] === ":") state.colon = true;
  if (mark[0] === "=") state.equals = true;
  return mark[0] === "|" ? "bar" : "mark";
}

/** Whether a block is expected below the line that was read. */
export function opensBlock(grammar, state) {
  if (state.depth || state.table || state.equals || !state.count) return false;
  if (state.last === "COLON") return true;
  if (state.opener === "KIND" && state.colon) return false;
  const heading = grammar.groupOf.get(state.opener) === "heading";
  return grammar.opens.has(state.opener) && (!heading || state.last === state.opener);
}
