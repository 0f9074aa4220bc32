// The editor of rule files: CodeMirror in a shadow root.
// In a shadow root CodeMirror's styles are adopted style sheets, so the page can do with `style-src 'self'`.
import {
  Annotation, Compartment, EditorState, EditorView, StreamLanguage, acceptCompletion, autocompletion, bracketMatching, closeBrackets,
  closeBracketsKeymap, completionKeymap, defaultKeymap, drawSelection, dropCursor, foldGutter, foldKeymap, foldService, highlightActiveLine,
  highlightActiveLineGutter, highlightSelectionMatches, highlightSpecialChars, history, historyKeymap, indentService, indentUnit,
  indentWithTab, keymap, lineNumbers, lintGutter, lintKeymap, openLintPanel, search, searchKeymap, setDiagnostics,
} from "./vendor/codemirror.js";
import { completions, stateAt } from "./cafe-complete.js";
import { grammarOf, opensBlock, startState, tokenizer } from "./cafe-tokens.js";
import { SHEET, TAGS, look } from "./editor-theme.js";

/** The editor's own words. `phrases` are CodeMirror's, by what they are in English. */
export const LABELS = {
  editor: "Rule file",
  help: "Tab indents. To leave the editor with the keyboard, press Escape, then Tab.",
  error: "Error", warning: "Warning", snippet: "…", phrases: {},
};
const WAIT = 400;
const INDENT = 2;
const FROM_OUTSIDE = Annotation.define();

/**
 * Put an editor into `parent`.
 *
 * `keywords` is what GET /api/keywords gives, `outline` what POST /api/check gives (it may come later, by `setOutline`).
 * `onChange(text)` is called for what is typed, not for `setText`. `getFindings(text)` gives findings, perhaps later; it is asked
 * when nothing was typed for a while. Findings of other files are for the caller to leave out.
 * Keys: Tab indents, Escape then Tab leaves, Ctrl-m makes Tab always leave; F8 goes to the next finding, Ctrl-Shift-m lists them.
 */
export function makeEditor(parent, { text = "", keywords, onChange, getFindings, outline = null, labels = {}, readOnly = false }) {
  const said = { ...LABELS, ...labels };
  const grammar = grammarOf(keywords);
  const known = { outline };
  const { root, box, helpId } = frame(parent, said);
  const asking = asker(getFindings, (text, found) => text === view.state.doc.toString() && api.setFindings(found));
  const media = watchMedia();
  const listener = EditorView.updateListener.of((update) => {
    if (!update.docChanged) return;
    const now = update.state.doc.toString();
    if (!update.transactions.some((one) => one.annotation(FROM_OUTSIDE))) onChange?.(now);
    asking.later(now);
  });
  const view = new EditorView({
    parent: box, root,
    state: EditorState.create({ doc: text, extensions: [
      languageExtensions(grammar), editing(), EditorView.lineWrapping, look, media.extension, listener,
      autocompletion({ override: [completions(grammar, () => known.outline, said)], icons: false, maxRenderedOptions: 60 }),
      EditorState.phrases.of(said.phrases), EditorState.readOnly.of(readOnly),
      EditorView.contentAttributes.of({ "aria-label": said.editor, "aria-describedby": helpId, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
    ] }),
  });
  media.attach(view);
  asking.later(text, 0);
  const api = {
    view,
    get text() { return view.state.doc.toString(); },
    setText(next) { replaceText(view, next); },
    setFindings(found) { view.dispatch(setDiagnostics(view.state, diagnostics(found, view.state.doc.length, said))); },
    setOutline(next) { if (next?.names?.length) known.outline = next; },  // a broken file has none: the last one serves
    goTo(line, column = 1) { goTo(view, line, column); },
    showFindings() { openLintPanel(view); },
    focus() { view.focus(); },
    destroy() { asking.stop(); media.detach(); view.destroy(); root.host.remove(); },
  };
  return api;
}

function frame(parent, said) {
  const host = document.createElement("div");
  host.className = "cafe-editor";
  parent.append(host);
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET);
  root.adoptedStyleSheets = [sheet];
  const box = document.createElement("div");
  box.className = "box";
  const help = document.createElement("p");
  Object.assign(help, { className: "help", id: "help", textContent: said.help });
  root.append(box, help);
  return { root, box, helpId: help.id };
}

function languageExtensions(grammar) {
  const token = tokenizer(grammar);
  return [
    StreamLanguage.define({
      name: "cafe", token, startState: () => startState(), copyState: (state) => ({ ...state }), tokenTable: TAGS,
      languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", '"'] } },
    }),
    indentUnit.of(" ".repeat(INDENT)),
    indentService.of((context, position) => indentAt(grammar, context.state.doc, position)),
    foldService.of((state, from) => foldAt(state.doc, from)),
  ];
}

function indentAt(grammar, doc, position) {
  const above = doc.lineAt(Math.max(0, position - 1));
  const before = doc.lineAt(position).from === position && position > 0 ? above : doc.lineAt(position);
  const blanks = /^ */.exec(before.text)[0].length;
  if (!before.text.trim()) return blanks;
  const { state } = stateAt(grammar, doc, Math.min(position, before.to));
  return blanks + (opensBlock(grammar, state) ? INDENT : 0);
}

function foldAt(doc, from) {
  const line = doc.lineAt(from);
  const depth = /^ */.exec(line.text)[0].length;
  let last = null;
  if (!line.text.trim()) return null;
  for (let number = line.number + 1; number <= doc.lines; number++) {
    const next = doc.line(number);
    if (!next.text.trim()) continue;
    if (/^ */.exec(next.text)[0].length <= depth) break;
    last = next;
  }
  return last && { from: line.to, to: last.to };
}

function editing() {
  return [
    lineNumbers(), lintGutter(), foldGutter({ openText: "▾", closedText: "▸" }), highlightActiveLineGutter(), highlightActiveLine(),
    highlightSpecialChars(), history(), drawSelection(), dropCursor(), bracketMatching(), closeBrackets(),
    highlightSelectionMatches({ minSelectionLength: 2 }), search({ top: true }),
    keymap.of([
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap,
      { key: "Tab", run: acceptCompletion }, indentWithTab,
    ]),
  ];
}

/** Dark or light: as the browser says, also when it changes its mind. */
function watchMedia() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const here = new Compartment();
  const now = () => EditorView.darkTheme.of(dark.matches);
  let change = null;
  return {
    extension: here.of(now()),
    attach(view) {
      change = () => view.dispatch({ effects: here.reconfigure(now()) });
      dark.addEventListener("change", change);
    },
    detach() { dark.removeEventListener("change", change); },
  };
}

/** Asks for findings when nothing was typed for a while; an answer about a text that is gone is for `answered` to refuse. */
function asker(getFindings, answered) {
  let timer = 0;
  return {
    later(text, wait = WAIT) {
      clearTimeout(timer);
      if (getFindings) timer = setTimeout(async () => {
        const found = await Promise.resolve(getFindings(text)).catch(() => null);
        if (found) answered(text, found);
      }, wait);
    },
    stop() { clearTimeout(timer); },
  };
}

function diagnostics(found, length, said) {
  return found.map((one) => {
    const from = Math.max(0, Math.min(one.from ?? 0, length));
    const to = Math.max(from, Math.min(one.to ?? from, length));
    const severity = one.severity === "warning" ? "warning" : "error";
    return { from, to, severity, message: inWords(one, said[severity]), renderMessage: () => drawn(one, said[severity]) };
  });
}

function inWords({ message, hint, code }, kind) {
  return [`${kind}: ${message}`, hint, code && `(${code})`].filter(Boolean).join(" ");
}

function drawn({ message, hint, code }, kind) {
  const box = document.createElement("span");
  const part = (className, text) => {
    const one = document.createElement("span");
    one.className = className;
    one.append(...spoken(text));
    box.append(one);
  };
  part("finding-kind", `${kind}: `);
  part("finding-message", message);
  if (code) part("finding-code", ` ${code}`);
  if (hint) part("finding-hint", hint);
  return box;
}

/** A sentence with what stands in backquotes as code. */
function spoken(text) {
  return text.split(/`([^`]+)`/).map((part, i) => {
    if (i % 2 === 0) return part;
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}

function replaceText(view, next) {
  if (next === view.state.doc.toString()) return;
  const at = Math.min(view.state.selection.main.head, next.length);
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, selection: { anchor: at }, annotations: FROM_OUTSIDE.of(true) });
}

function goTo(view, line, column) {
  const at = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
  const anchor = Math.min(at.to, at.from + Math.max(0, column - 1));
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  view.focus();
}
