// The options of a game as sliders and lists; a mark where one is not as the file says.

import { inside, make, part } from "./make.js";
import { say } from "./words.js";

const WAIT = 250;

export class Knobs {
  /** `changed(set)` is told when an option is set: only those that are not as the file says. */
  constructor(changed, keepInFile) {
    this.changed = changed;
    this.keepInFile = keepInFile; // writes what is set into the file
    this.set = {};
    this.shape = "";
    this.timer = 0;
  }

  /** Other settings, for another text. */
  restart(set) {
    clearTimeout(this.timer);
    this.set = { ...set };
    this.shape = "";
  }

  /** Show the options of a game as its file says them; settings that no longer fit are forgotten. */
  show(options) {
    const known = new Map(options.map((option) => [option.name, option]));
    for (const [name, value] of Object.entries(this.set)) if (!fits(known.get(name), value)) delete this.set[name];
    part("options").hidden = !options.length;
    inside(part("options-count"), options.length);
    const shape = JSON.stringify(options);
    if (shape === this.shape) return;
    this.shape = shape;
    const held = document.activeElement?.closest("#options-list [data-option]")?.dataset.option;
    inside(part("options-list"), options.map((option) => this.row(option)));
    if (held) part("options-list").querySelector(`[data-option="${CSS.escape(held)}"] .knob`)?.focus();
  }

  row(option) {
    const value = this.set[option.name] ?? option.value;
    const shown = make("output", {}, value);
    const mark = make("span", { class: "not-own" });
    const turn = (next, wait) => {
      inside(shown, next);
      if (next === option.value) delete this.set[option.name];
      else this.set[option.name] = next;
      this.mark(mark, option, knob, turn);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.changed(this.set), wait);
    };
    const knob = option.low !== null ? slider(option, value, turn) : list(option, value, turn);
    const question = option.question || option.name.replaceAll("_", " ");
    const row = make("div", { class: "knob-row", "data-option": option.name },
      make("label", {}, make("span", {}, question), make("span", { class: "dial" }, knob, option.low !== null && shown)), mark);
    this.mark(mark, option, knob, turn);
    return row;
  }

  /** Say that it is not as the file says, with a way back. */
  mark(mark, option, knob, turn) {
    const own = !(option.name in this.set);
    mark.parentElement.classList.toggle("changed", !own);
    const back = () => {
      knob.value = option.value;
      turn(option.value, 0);
      knob.focus();
    };
    const meant = option.values.find((one) => one.value === option.value)?.text || option.value;
    inside(mark, !own && [make("span", {}, "≠ ", say("file_says", { value: meant })), " ", make("button", { type: "button", class: "small", onclick: back }, say("as_file")), " ", make("button", { type: "button", class: "small", onclick: () => this.keepInFile() }, say("keep_in_file"))]);
  }
}

function fits(option, value) {
  if (!option || value === option.value) return false;
  if (option.low !== null) return Number(value) >= option.low && Number(value) <= option.high;
  return option.values.some((one) => one.value === value);
}

function slider({ low, high }, value, turn) {
  return make("input", { class: "knob", type: "range", min: low, max: high, step: 1, value, oninput: (event) => turn(event.target.value, WAIT) });
}

function list({ values }, value, turn) {
  return make("select", { class: "knob field small", onchange: (event) => turn(event.target.value, 0) },
    values.map((one) => make("option", { value: one.value, selected: one.value === value }, one.text || one.value)));
}
