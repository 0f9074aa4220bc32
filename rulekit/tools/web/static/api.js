// Questions to the server. What it refuses is thrown as a Refused, with a sentence for people.

export class Refused extends Error {
  constructor(status, error) {
    super(error.message || `${status}`);
    this.status = status;
    this.hint = error.hint || "";
    this.findings = error.findings || [];
  }
}

export function get(path, query = {}) {
  return answer(path + search(query), { headers: { Accept: "application/json" } });
}

export function post(path, data) {
  return answer(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
}

export function search(query) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

/** The same work, one at a time: who has to wait begins when the one before has ended. */
export function inTurn(work) {
  let last = Promise.resolve();
  return (...given) => {
    const mine = last.then(() => work(...given));
    last = mine.catch(() => null);
    return mine;
  };
}

const hearing = [];

/** `heard()` is called whenever the server has answered. */
export function whenAnswered(heard) {
  hearing.push(heard);
}

/** The server is there. */
export function answered() {
  for (const heard of hearing) heard();
}

/** Ask whether the server is there: who waits for it is told. */
export function knock() {
  return fetch("/static/icon.svg", { cache: "no-store" }).then(answered, () => null);
}

async function answer(path, request) {
  let response;
  const headers = { ...request.headers, "Accept-Language": document.documentElement.lang || "en" };
  try {
    response = await fetch(path, { ...request, headers });
  } catch {
    throw new Refused(0, {});
  }
  answered();
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, data.error || {});
  return data;
}
