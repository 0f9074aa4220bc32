// The parts of which charts are made: SVG elements, scales, ticks, the two series' looks, the frame with its words.
const SVG = "http://www.w3.org/2000/svg";
export const WIDE = 380;
let made = 0;

/** An SVG element; a text child becomes text. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** `{name}` in a sentence is replaced by the value of that name. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/** Numbers and shares as a language writes them. */
export function writer(lang) {
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 });
  const round = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 });
  return { number: (value) => number.format(value), share: (value) => share.format(value), round: (value) => round.format(value) };
}

/** A function from values to places, with its ends. */
export function scale(low, high, from, to) {
  const span = high - low || 1;
  const at = (value) => from + ((value - low) / span) * (to - from);
  return Object.assign(at, { low, high });
}

/** Round values that cover a range, about as many as wanted. */
export function ticks(low, high, wanted = 5) {
  const rough = (high - low || 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** The two series that are there, the old one first; each with its class and its fill. */
export function seriesOf(before, after, labels, id) {
  return [
    before && { data: before, label: labels.before, look: "old", paint: `url(#${id}-hatch)` },
    after && { data: after, label: labels.after, look: "new", paint: null },
  ].filter(Boolean);
}

export function newId() {
  return `chart-${++made}`;
}

function hatch(id) {
  return svg("defs", {}, svg("pattern", { id: `${id}-hatch`, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { class: "chart-paper", width: 6, height: 6 }), svg("line", { class: "chart-hatch", x1: 0, y1: 0, x2: 0, y2: 6 })));
}

export function text(x, y, words, { anchor = "start", className = "chart-text", turned = false } = {}) {
  return svg("text", { x, y, "text-anchor": anchor, class: className, transform: turned ? `rotate(-90 ${x} ${y})` : null }, words);
}

export function line(x1, y1, x2, y2, className) {
  return svg("line", { x1, y1, x2, y2, class: className });
}

/** A swatch and a word for each series, from left to right. */
function legend(series, y) {
  const parts = [];
  let x = 8;
  for (const one of series) {
    parts.push(svg("rect", { x, y: y - 10, width: 18, height: 11, class: `chart-${one.look}`, fill: one.paint }), text(x + 23, y, one.label));
    x += 23 + one.label.length * 6.6 + 18;
  }
  return parts;
}

/** The marks of an axis below: lines upwards and numbers, and what it counts. */
export function axisBelow(at, values, top, bottom, write, label) {
  return [
    ...values.flatMap((value) => [
      line(at(value), top, at(value), bottom, "chart-grid"),
      text(at(value), bottom + 14, write(value), { anchor: "middle", className: "chart-small" }),
    ]),
    line(at(at.low), bottom, at(at.high), bottom, "chart-axis"),
    text((at(at.low) + at(at.high)) / 2, bottom + 30, label, { anchor: "middle", className: "chart-small" }),
  ];
}

/** A figure: the drawing with title and description, a sentence or two, and the numbers as a table. */
export function figure({ id, title, series, high, parts, sentences, head, rows, labels }) {
  if (!series.length) return html("figure", { class: "chart" }, html("figcaption", {}, `${title}: ${labels.nothing}`));
  const drawing = svg("svg", { viewBox: `0 0 ${WIDE} ${high}`, role: "img", "aria-labelledby": `${id}-title ${id}-desc` },
    svg("title", { id: `${id}-title` }, title), svg("desc", { id: `${id}-desc` }, sentences.join(" ")), hatch(id),
    text(8, 18, title, { className: "chart-title" }), ...legend(series, 37), ...parts);
  const cells = (name, some) => html("tr", {}, ...some.map((one, i) => html(i ? name : "th", i ? {} : { scope: name === "th" ? "col" : "row" }, one)));
  const table = html("table", {}, html("thead", {}, cells("th", head)), html("tbody", {}, ...rows.map((row) => cells("td", row))));
  return html("figure", { class: "chart" }, drawing,
    html("figcaption", {}, ...sentences.map((one) => html("p", {}, one))),
    html("details", {}, html("summary", {}, labels.numbers), html("div", { class: "chart-table" }, table)));
}
