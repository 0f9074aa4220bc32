// The step of a game that is looked at, in the address of the page: so that it can be kept, and sent to others.

/** The step that the address asks for, or none. */
export function stepOfAddress() {
  const step = new URLSearchParams(location.search).get("step");
  return step !== null && /^\d+$/.test(step) ? Number(step) : null;
}

/** None: the game as it is now. */
export function keepInAddress(step) {
  const here = new URL(location.href);
  if (step === null) here.searchParams.delete("step");
  else here.searchParams.set("step", step);
  history.replaceState(null, "", here);
}
