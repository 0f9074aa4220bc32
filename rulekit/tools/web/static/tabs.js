// Tabs: a row of buttons, each with its pane; arrows go from one to the next.

import { inside, make, part } from "./make.js";

/** Fill a row with tabs `[{name, text}]`; the pane of a tab is the element `pane-NAME`, if there is one. */
export function tabs(row, some, chosen, choose) {
  const buttons = some.map(({ name, text }) =>
    make("button", { type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": part(`pane-${name}`) && `pane-${name}`, onclick: () => show(name) }, text));
  const show = (name) => {
    for (const button of buttons) {
      const on = button.dataset.tab === name;
      button.setAttribute("aria-selected", on);
      button.tabIndex = on ? 0 : -1;
      const pane = part(`pane-${button.dataset.tab}`);
      if (pane) pane.hidden = !on;
    }
    choose?.(name);
  };
  row.onkeydown = (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = buttons.indexOf(event.target);
    if (!way || at < 0) return;
    event.preventDefault();
    const next = buttons[(at + way + buttons.length) % buttons.length];
    next.focus();
    show(next.dataset.tab);
  };
  inside(row, buttons);
  const quiet = choose;
  choose = null;
  show(chosen);
  choose = quiet;
  return show;
}
