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

async function answer(path, request) {
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Refused(0, {});
  }
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, data.error || {});
  return data;
}
