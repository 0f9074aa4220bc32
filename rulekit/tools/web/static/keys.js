// The keyboard on the table: Tab goes from zone to zone, arrows go to what lies next in a direction within the zone.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** In every zone one thing can be reached by Tab: the one that had it, else the first lit, else the first. */
export function tabStops(table, held = null) {
  for (const zone of table.querySelectorAll(".zone")) {
    const points = reachable(zone);
    const stop = points.find((p) => p.dataset.id === held) ?? points.find((p) => p.matches(".chosen, .lit")) ?? points[0];
    for (const point of zone.querySelectorAll("button.point")) point.tabIndex = point === stop ? 0 : -1;
  }
}

/** Arrow keys; gives whether the key was one. */
export function arrow(event) {
  const way = WAYS[event.key];
  const from = event.target.closest?.("button.point");
  if (!way || !from || event.altKey || event.ctrlKey || event.metaKey) return false;
  const to = nearest(from, reachable(from.closest(".zone")), way);
  if (to) {
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }
  event.preventDefault();
  return true;
}

/** What can be pointed at: pieces, and places that are empty, hidden or lit. */
function reachable(zone) {
  const points = [...zone.querySelectorAll("button.point")].filter((point) => point.offsetParent !== null);
  return points.filter((point) => !point.matches(".mat, .bank") || point.empty || point.matches(".lit, .chosen"));
}

function nearest(from, points, [x, y]) {
  const here = middle(from);
  let best = null;
  for (const point of points) {
    const there = middle(point);
    const ahead = (there.x - here.x) * x + (there.y - here.y) * y;
    const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
    if (point === from || ahead < 2) continue;
    const far = ahead + aside * 2.5;
    if (!best || far < best.far) best = { point, far };
  }
  return best?.point ?? null;
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
