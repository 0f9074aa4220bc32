// Below the editor: how many findings there are, and the first of them, each a way to its line.

import { inside, make } from "./make.js";
import { sentence } from "./notice.js";
import { say } from "./words.js";

const OWN = "mine.cafe";
const OPTIONS = "options";
const FEW = 4;

/** Those that belong to the text in the editor. */
export function ownFindings(findings) {
  return findings.filter((one) => one.path === OWN || !one.path);
}

/** Show findings in an element; `goTo(line, column)` is for those in the editor. */
export function showFindings(element, findings, goTo) {
  const wrong = findings.filter((one) => one.severity !== "warning").length;
  const count = wrong
    ? make("b", { class: "bad" }, "✕ ", say("mistakes", { count: wrong }))
    : make("b", { class: "good" }, "✓ ", findings.length ? say("warnings", { count: findings.length }) : say("no_mistakes"));
  const some = [...findings].sort((one, other) => rank(one) - rank(other)).slice(0, FEW);
  inside(element, make("p", {}, count), some.length > 0 && make("ul", {}, some.map((one) => make("li", {}, place(one, goTo), " ", words(one.hint ? sentence(one.message) : one.message), one.hint && [" ", make("span", { class: "faint" }, words(sentence(one.hint)))]))));
}

const rank = (finding) => (finding.severity === "warning" ? 1 : 0);

function place(finding, goTo) {
  const text = say("line", { line: finding.line });
  if (finding.path === OPTIONS) return make("span", { class: "faint" }, `${say("options")}:`);
  if (finding.path && finding.path !== OWN) return make("span", { class: "faint" }, `${finding.path}, ${text}:`);
  return make("button", { type: "button", class: "small", onclick: () => goTo(finding.line, finding.column) }, text);
}

/** What stands in backquotes is code. */
export function words(text) {
  return text.split(/`([^`]+)`/).map((bit, n) => (n % 2 ? make("code", {}, bit) : bit));
}
