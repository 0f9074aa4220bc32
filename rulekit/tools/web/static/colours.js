// Colours of pieces: `#rrggbb`, or a seat's colour by name; letters that can be read on them.

const SEATS = {
  cyan: "#4cc3d9", magenta: "#d16ba5", green: "#5aa469", yellow: "#f2c14e", blue: "#5b7db1", red: "#d9534f",
  bright_cyan: "#9be3ee", bright_magenta: "#f0a6ca",
};
const NAMES = Object.keys(SEATS);
const PAPER = "#fbf7ef";

/** A colour to paint with; nothing that is not known gets through. */
export function paint(colour, otherwise = PAPER) {
  if (/^#[0-9a-fA-F]{6}$/.test(colour)) return soft(colour);
  return SEATS[colour] ?? otherwise;
}

export function seatColour(seat) {
  return SEATS[NAMES[seat % NAMES.length]];
}

/** Dark or light letters, whichever stands out more. */
export function ink(colour) {
  const light = luminance(colour);
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? "#000000" : "#ffffff"; // of these two, one always stands out enough
}

export function shade(colour, part = 0.62) {
  return hex(parts(colour).map((value) => value * part));
}

/** Paper with a breath of a colour, for a piece that has none but lies where something has one. */
export function tinted(colour) {
  const [over, paper] = [parts(paint(colour)), parts(PAPER)];
  return hex(over.map((value, n) => value * 0.42 + paper[n] * 0.58));
}

/** Screen colours at full strength hurt on paper: mix in a little of it. */
function soft(colour) {
  const paper = parts(PAPER);
  return hex(parts(colour).map((value, n) => value * 0.86 + paper[n] * 0.14));
}

function luminance(colour) {
  const [red, green, blue] = parts(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parts(colour) {
  return [1, 3, 5].map((from) => parseInt(colour.slice(from, from + 2), 16));
}

function hex(values) {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}
