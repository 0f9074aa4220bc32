// A table inside another page: the elements of table.html are taken over, wired once, and show one seat after the other.

import { make } from "./make.js";
import { trying } from "./notice.js";
import { leave, sit, wire } from "./table.js";
import { say, sayIn } from "./words.js";

const PARTS = ["players", "past", "undo-asked", "lost"];
const ROOM = "main.room";
const NARROW = "(max-width: 1699px)"; // beside an editor there is less room

/** Put a table into an element. `tools`: `played(link)`: a move was made there; `moved(link)`: somebody sat down there from the table itself. */
export async function tableIn(element, tools = {}) {
  const source = await read("/static/table.html");
  const room = make("div", { class: "room" }, [...source.querySelector(ROOM).children].map(adopt));
  element.classList.add("mounted");
  element.replaceChildren(...PARTS.map((id) => adopt(source.getElementById(id))), room);
  sayIn(element);
  const go = (link) => trying(async () => {
    await sit(link);
    tools.moved?.(link);
  });
  wire({ keys: element, narrow: NARROW, keepsStep: false, go, played: tools.played });
  element.addEventListener("click", (event) => {
    const link = event.target.closest("#change-seat a")?.getAttribute("href")?.split("/").pop();
    if (!link) return;
    event.preventDefault();
    go(link);
  });
  return { sit, leave };
}

const adopt = (node) => document.importNode(node, true);

/** A page of ours as a document: nothing in it is run. */
function read(address) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => (request.status === 200 ? done(request.response) : failed(new Error(say("no_answer"))));
    request.onerror = () => failed(new Error(say("no_answer")));
    request.send();
  });
}
