// How rule files look in the editor: colours for light and dark, by custom properties that a page may set itself.
import { EditorView, HighlightStyle, Tag, syntaxHighlighting } from "./vendor/codemirror.js";
import { STYLES } from "./cafe-tokens.js";

const GROUPS = ["declaration", "heading", "statement", "operator", "literal", "shape", "joining", "citation"];

/** A tag for every style of the tokenizer. */
export const TAGS = Object.fromEntries([...GROUPS, ...STYLES].map((name) => [name, Tag.define(name)]));

const LIGHT = {
  "--cafe-paper": "#fffdf8", "--cafe-ink": "#2a211c", "--cafe-quiet": "#6b6058", "--cafe-edge": "#c9bfb2", "--cafe-panel": "#f4eee4",
  "--cafe-line": "#8a5a1412", "--cafe-selection": "#cfe0f5", "--cafe-match": "#f1d9a0", "--cafe-focus": "#8a4b12",
  "--cafe-declaration": "#8a2f12", "--cafe-statement": "#1c5a86", "--cafe-joining": "#37648a", "--cafe-literal": "#7a3a86",
  "--cafe-string": "#2f6a2c", "--cafe-number": "#7a3a86", "--cafe-comment": "#6b6a4a", "--cafe-citation": "#756c64",
  "--cafe-definition": "#2a211c", "--cafe-label": "#7d4a00", "--cafe-standard": "#0b6660", "--cafe-error": "#b3261e", "--cafe-warning": "#8f5a00",
};
const DARK = {
  "--cafe-paper": "#1d1916", "--cafe-ink": "#ece4da", "--cafe-quiet": "#a99c8f", "--cafe-edge": "#4a4139", "--cafe-panel": "#2a2420",
  "--cafe-line": "#ffe3b30d", "--cafe-selection": "#2f4a66", "--cafe-match": "#5c4a1e", "--cafe-focus": "#e0a05a",
  "--cafe-declaration": "#f0997a", "--cafe-statement": "#86bfe8", "--cafe-joining": "#9db9d2", "--cafe-literal": "#d9a3e3",
  "--cafe-string": "#a2cf8f", "--cafe-number": "#d9a3e3", "--cafe-comment": "#b0ad86", "--cafe-citation": "#978b80",
  "--cafe-definition": "#fff6ea", "--cafe-label": "#e5b567", "--cafe-standard": "#74cfc4", "--cafe-error": "#ff8a80", "--cafe-warning": "#ffc266",
};

const written = (properties) => Object.entries(properties).map(([name, value]) => `${name}: ${value};`).join(" ");

/** The style sheet of the shadow root: colours and the frame. A page may set the same custom properties on `.cafe-editor`. */
export const SHEET = `
  :host { ${written(LIGHT)} color-scheme: light dark; display: flex; flex-direction: column; height: 100%; min-height: 12rem; min-width: 0; }
  @media (prefers-color-scheme: dark) { :host { ${written(DARK)} } }
  .box { flex: 1; min-height: 0; min-width: 0; border: 2px solid var(--cafe-edge); border-radius: 6px; overflow: hidden; }
  .box:focus-within { border-color: var(--cafe-focus); }
  .help { margin: 0; padding: 0.25rem 0.5rem; color: var(--cafe-quiet); font: 0.75rem/1.4 system-ui, sans-serif; }
  @media (max-width: 40rem) {
    .cm-editor .cm-gutters .cm-foldGutter { display: none !important; }
  }
  .cm-editor .cm-content.cm-lineWrapping { white-space: pre-wrap; }
  .cm-editor .cm-content .cm-line { padding-left: calc(6px + 4ch); text-indent: -4ch; }
`;

const MONO = "ui-monospace, 'SFMono-Regular', 'Cascadia Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace";
const underline = (colour) => ({ backgroundImage: "none", textDecoration: `underline wavy var(${colour})`, textUnderlineOffset: "3px", textDecorationSkipInk: "none", paddingBottom: "0" });

const chrome = EditorView.theme({
  "&": { color: "var(--cafe-ink)", backgroundColor: "var(--cafe-paper)", height: "100%", fontFamily: "system-ui, sans-serif", fontSize: "var(--cafe-size, 0.875rem)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: `var(--cafe-font, ${MONO})`, lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--cafe-ink)", padding: "0.5rem 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--cafe-ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--cafe-panel)", color: "var(--cafe-quiet)", border: "none", borderRight: "1px solid var(--cafe-edge)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--cafe-line)" },
  ".cm-activeLineGutter": { color: "var(--cafe-ink)" },
  "& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground":
    { background: "var(--cafe-selection)" },
  ".cm-selectionMatch": { backgroundColor: "var(--cafe-match)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--cafe-match)", outline: "1px solid var(--cafe-edge)" },
  ".cm-panels": { backgroundColor: "var(--cafe-panel)", color: "var(--cafe-ink)", borderColor: "var(--cafe-edge)" },
  ".cm-panel.cm-search": { padding: "0.5rem", display: "flex", flexWrap: "wrap", gap: "0.35rem", alignItems: "center", paddingRight: "2rem" },
  ".cm-panel.cm-search br": { display: "none" },
  ".cm-textfield, .cm-button": {
    backgroundImage: "none", backgroundColor: "var(--cafe-paper)", color: "var(--cafe-ink)", border: "1px solid var(--cafe-edge)", borderRadius: "4px", font: "inherit",
  },
  ".cm-panel button[name=close], .cm-panel.cm-panel-lint button[name=close]": { color: "inherit", fontSize: "1.25rem", minWidth: "1.75rem", minHeight: "1.75rem" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--cafe-panel)", borderColor: "var(--cafe-edge)", color: "var(--cafe-quiet)" },
});

const findings = EditorView.theme({
  ".cm-lintRange-error": underline("--cafe-error"),
  ".cm-lintRange-warning": { ...underline("--cafe-warning"), textDecorationStyle: "dashed" },
  ".cm-lintRange-active": { backgroundColor: "var(--cafe-match)" },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--cafe-error)" },
  ".cm-gutter-lint": { width: "1.35em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 0.15em" },
  ".cm-lint-marker": { content: "none", width: "1em", height: "1.5em", fontWeight: "bold", textAlign: "center", lineHeight: "1.5" },
  ".cm-lint-marker-error": { color: "var(--cafe-error)" },
  ".cm-lint-marker-error::before": { content: "'●'" },
  ".cm-lint-marker-warning": { color: "var(--cafe-warning)" },
  ".cm-lint-marker-warning::before": { content: "'▲'" },
  ".cm-tooltip": {
    backgroundColor: "var(--cafe-panel)", color: "var(--cafe-ink)", border: "1px solid var(--cafe-edge)", borderRadius: "6px", boxShadow: "0 4px 14px #0003",
    maxWidth: "min(38rem, calc(100vw - 1rem))", overflow: "hidden",
  },
  ".cm-diagnostic": { padding: "0.4rem 0.6rem", whiteSpace: "normal", fontFamily: "system-ui, sans-serif" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--cafe-error)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--cafe-warning)" },
  ".finding-kind": { fontWeight: "bold" },
  ".cm-diagnostic code": { fontFamily: MONO, fontSize: "0.95em", padding: "0 0.15em", backgroundColor: "var(--cafe-line)", borderRadius: "3px" },
  ".finding-hint": { display: "block", marginTop: "0.2rem" },
  ".finding-code": { color: "var(--cafe-quiet)", fontFamily: MONO, fontSize: "0.85em" },
  ".cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]": { background: "var(--cafe-selection)", color: "var(--cafe-ink)" },
  ".cm-panel.cm-panel-lint ul": { maxHeight: "9rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: `var(--cafe-font, ${MONO})`, maxHeight: "14rem", maxWidth: "calc(100vw - 1rem)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.25rem 0.6rem", display: "flex", gap: "0.4rem", alignItems: "baseline" },
  ".cm-tooltip.cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--cafe-statement)", color: "var(--cafe-paper)" },
  ".cm-completionDetail": { marginLeft: "auto", paddingLeft: "1rem", fontStyle: "normal", opacity: "0.8" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "bold" },
});

const ink = (name, more = {}) => ({ tag: TAGS[name], color: `var(--cafe-${name})`, ...more });
const as = (name, other, more = {}) => ({ tag: TAGS[name], color: `var(--cafe-${other})`, ...more });

const highlight = HighlightStyle.define([
  ink("declaration", { fontWeight: "bold" }), as("heading", "declaration"), ink("statement"), ink("joining"), as("operator", "joining"),
  as("shape", "declaration"), ink("literal"), ink("string"), as("brace", "statement", { fontWeight: "bold" }), ink("number"),
  ink("comment", { fontStyle: "italic" }), ink("citation"), ink("definition", { fontWeight: "bold" }), ink("label"), ink("standard"),
  as("bar", "quiet"), as("mark", "quiet"), as("name", "ink"), as("property", "ink"),
]);

/** All that says how the editor looks. */
export const look = [chrome, findings, syntaxHighlighting(highlight)];
