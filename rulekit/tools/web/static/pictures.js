// Small pictures of tables on the first page: each is fetched and drawn when it comes into sight, after the page itself.

const waiting = new WeakMap();
const watch = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) draw(target);
}, { rootMargin: "200px" });

/** Draw a picture into an element when it is seen. `fetched()`: a promise of the position. */
export function drawWhenSeen(slot, fetched) {
  waiting.set(slot, fetched);
  watch.observe(slot);
}

async function draw(slot) {
  watch.unobserve(slot);
  try {
    const [{ drawSmall }, position] = await Promise.all([import("./small-table.js"), waiting.get(slot)()]);
    if (slot.isConnected) await drawSmall(slot, position);
  } catch {
    slot.hidden = true; // a game can be played without
  }
}
