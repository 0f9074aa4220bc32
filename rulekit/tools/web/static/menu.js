// The moves as a list of buttons: those that are left by pointing, in groups if there are many; one that is left alone is big.

import { inside, make, part } from "./make.js";
import { say } from "./words.js";

const MANY = 12;
const FEW = 6;
const READY = 2; // so few moves are big at once; beside a table that is small, no more than these

export class Menu {
  /** `narrow()`: whether there is little room. */
  constructor({ play, letGo, hint, narrow }) {
    this.narrow = narrow;
    this.play = play;
    this.letGo = letGo;
    this.hint = hint;
    this.wanted = "";
  }

  /** Show what can be done in a position, as far as it was pointed at. */
  show(position, pointing) {
    const numbers = pointing.left;
    const chosen = pointing.chosen.length > 0;
    if (!position.menu.length) this.wanted = "";
    part("moves").hidden = !position.menu.length;
    part("moves").classList.toggle("narrowed", chosen);
    inside(part("moves-count"), chosen ? `${numbers.length} / ${position.menu.length}` : position.menu.length);
    part("let-go").hidden = !chosen;
    const few = chosen && !this.narrow() ? numbers.length <= FEW : numbers.length <= READY;
    inside(part("ready"), few ? numbers.map((number) => this.button(position.menu[number], number, "big")) : []);
    part("moves-filter").hidden = position.menu.length <= MANY;
    part("moves-body").hidden = few;
    this.position = position;
    this.numbers = numbers;
    this.typedNumber = 0;
    this.list();
  }

  /** Digits typed one after the other are the number of a move: it comes into view and has the keyboard, Enter makes it. Gives whether a
   *  key was one. */
  typed(event) {
    if (!/^\d$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return false;
    const digit = Number(event.key);
    const buttons = this.shown();
    const longer = this.typedNumber * 10 + digit;
    this.typedNumber = longer <= buttons.length ? longer : digit;
    const button = buttons[this.typedNumber - 1];
    if (!button) return true;
    unfold(true);
    const group = button.closest("details");
    if (group) group.open = true;
    button.focus();
    return true;
  }

  /** The buttons of the moves that are left, as they stand. */
  shown() {
    return [...part(part("moves-body").hidden ? "ready" : "moves-list").querySelectorAll("button")];
  }

  /** The list below, as far as the filter lets it through. */
  list() {
    const { position, numbers } = this;
    const words = this.wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (number) => words.every((word) => position.menu[number].text.toLowerCase().includes(word));
    const left = numbers.filter(fits);
    const none = left.length || !position.menu.length ? null : make("p", { class: "faint" }, say("no_such_move"));
    inside(part("moves-list"), none, left.length > FEW ? this.groups(left) : this.items(left));
    this.shown().forEach((button, n) => (button.dataset.number = n + 1)); // what can be typed
  }

  groups(numbers) {
    const groups = new Map();
    for (const number of numbers) {
      const action = this.position.menu[number].action;
      groups.set(action, [...(groups.get(action) ?? []), number]);
    }
    if (groups.size === 1) return this.items(numbers);
    return [...groups].map(([action, inGroup]) => {
      if (inGroup.length === 1 || !action) return this.items(inGroup);
      const open = this.wanted || numbers.length <= MANY || groups.size <= 2;
      return make("details", { class: "group", open: Boolean(open) }, make("summary", {}, action, " ", make("span", { class: "count" }, inGroup.length)), this.items(inGroup));
    });
  }

  items(numbers) {
    return make("ul", { class: "choices" }, numbers.map((number) => make("li", {}, this.button(this.position.menu[number], number, "choice"))));
  }

  button(move, number, kind) {
    const show = () => this.hint(move.targets);
    const hide = () => this.hint([]);
    return make(
      "button", { type: "button", class: kind, onclick: () => this.play(number), onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide },
      kind === "big" && make("span", { "aria-hidden": "true" }, "▸ "), move.text, move.cost && make("span", { class: "cost" }, ` (${move.cost})`),
    );
  }

  filter(text) {
    this.wanted = text;
    this.list();
  }
}

/** Show the list of moves, or fold it away. */
export function unfold(open) {
  part("moves").classList.toggle("open", open);
  for (const id of ["moves-toggle", "to-moves"]) part(id).setAttribute("aria-expanded", open);
}

/** The list of moves lies open where there is room for it; its heading folds and unfolds it. */
export function unfoldWhereRoom(narrow) {
  part("moves-toggle").addEventListener("click", () => unfold(!part("moves").classList.contains("open")));
  narrow.addEventListener("change", () => unfold(!narrow.matches));
  unfold(!narrow.matches);
}
