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

/** What lies straight in a direction comes before what lies aside: who looks along a row does not want the next one. */
function nearest(from, points, [x, y]) {
  const here = middle(from);
  const there = points.filter((point) => point !== from).map((point) => {
    const { x: across, y: down } = middle(point);
    const ahead = (across - here.x) * x + (down - here.y) * y;
    const aside = Math.abs((across - here.x) * y) + Math.abs((down - here.y) * x);
    return { point, ahead, aside, far: ahead + aside * 2.5 };
  }).filter(({ ahead }) => ahead >= 2);
  const straight = there.filter(({ ahead, aside }) => aside <= ahead);
  const some = straight.length ? straight : there;
  return some.length ? some.reduce((best, one) => (one.far < best.far ? one : best)).point : null;
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
