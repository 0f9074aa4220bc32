// The text of a lesson: data parts come in (paragraphs, headings, lists, blocks of code), elements go out.

import { make } from "./make.js";

const STYLES = { code: "code", emphasis: "em", strong: "strong" };

/** What the parts say. A block that the editor begins with is not shown twice. */
export function prose(parts) {
  return parts.filter((one) => one.role !== "start").map(element);
}

function element(part) {
  if (part.kind === "heading") return make(`h${Math.min(6, part.level + 1)}`, {}, runs(part.runs));
  if (part.kind === "paragraph") return make("p", {}, runs(part.runs));
  if (part.kind === "list") return make(part.ordered ? "ol" : "ul", {}, part.items.map((item) => make("li", {}, runs(item))));
  if (part.kind === "block") return make("pre", { tabindex: "0" }, make("code", {}, part.text));
  return null;
}

/** Words with code and stress among them. */
export function runs(some) {
  return some.map(({ style, text }) => (STYLES[style] ? make(STYLES[style], {}, text) : text));
}
