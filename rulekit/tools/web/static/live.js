// Live positions: the server sends each as it comes. A connection that is lost is made again.

import { search } from "./api.js";

const AGAIN = 3000;

/** Listen to a table; `stop()` ends it. */
export function listen(link, lang, { arrived, lost, found }) {
  let source = null;
  let waiting = 0;
  const start = () => {
    source = new EventSource(`/api/at/${link}/events${search({ lang })}`);
    source.addEventListener("open", found);
    source.addEventListener("position", (event) => arrived(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      lost();
      if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      clearTimeout(waiting);
      waiting = setTimeout(start, AGAIN);
    });
  };
  start();
  return {
    stop() {
      clearTimeout(waiting);
      source.close();
    },
  };
}
