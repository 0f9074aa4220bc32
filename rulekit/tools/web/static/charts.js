// Three small charts of many games, before and after a change of the rules: length, scores by seat, wins by seat.
// The old rules are outlined and hatched, the new ones filled. Looks: charts.css. `before` or `after` may be null.
import { WIDE, axisBelow, figure, fill, line, newId, scale, seriesOf, svg, text, ticks, writer } from "./chart-parts.js";

/** The charts' own words; `{…}` is filled in. */
export const CHART_LABELS = {
  lang: "en", before: "old rules", after: "new rules", nothing: "no games yet", numbers: "The numbers", rules: "rules", player: "player",
  length: "How long games last", moves: "moves (upright lines: mean)", games: "games", share_of_games: "share of games", mean: "mean", median: "median",
  length_said: "{series}: {games} games, {mean} moves on average, half of them at most {median}.",
  score: "Scores by seat", points: "points", least: "least", greatest: "greatest", quartiles: "quartiles",
  score_key: "Line: all games; box: the middle half, with the median; diamond: mean.",
  score_said: "{series}: {mean} points on average, from {least} to {greatest}.",
  seat: "Who wins", wins: "share of wins (line: 95 % certain)", share: "share of wins", between: "between", fair: "fair: {share}",
  seat_said: "{series}: {name} wins most, {share}; fair would be {fair}.",
};
const TOP = 60;
const ROW = 34;
const LEFT = 84;
const RIGHT = WIDE - 16;

/** How many moves games last, as a histogram with a line at the mean. */
export function lengthChart(before, after, labels = {}) {
  const said = { ...CHART_LABELS, ...labels };
  const [id, write] = [newId(), writer(said.lang)];
  const series = seriesOf(before, after, said, id);
  const bars = series.map((one) => barsOf(one.data));
  const all = bars.flat();
  const [low, high] = [Math.min(...all.map((bar) => bar.from)), Math.max(...all.map((bar) => bar.to))];
  const most = Math.max(...all.map((bar) => bar.share), 0.01);
  const [top, bottom] = [TOP, 214];
  const steps = ticks(0, most, 4);
  const [x, y] = [scale(low, high, 48, RIGHT), scale(0, steps.at(-1), bottom, top)];
  const parts = series.length ? [
    ...steps.flatMap((step) => [line(48, y(step), RIGHT, y(step), "chart-grid"),
      text(44, y(step) + 4, write.share(step), { anchor: "end", className: "chart-small" })]),
    text(12, (top + bottom) / 2, said.share_of_games, { anchor: "middle", className: "chart-small", turned: true }),
    ...series.flatMap((one, i) => bars[i].map((bar) => drawnBar(bar, one, i, series.length, x, y))),
    ...series.map((one) => line(x(one.data.length.mean), top - 6, x(one.data.length.mean), bottom, `chart-mean-${one.look}`)),
    ...axisBelow(x, ticks(low, high, 6).filter((value) => value >= low && value <= high), bottom, bottom, write.number, said.moves),
  ] : [];
  const values = ({ data, label }) => ({
    series: label, games: write.number(data.games), mean: write.number(data.length.mean), median: write.number(data.length.median),
  });
  return figure({
    id, title: said.length, series, high: 252, parts, labels: said,
    sentences: series.map((one) => capital(fill(said.length_said, values(one)))),
    head: [said.rules, said.games, said.mean, said.median],
    rows: series.map((one) => Object.values(values(one))),
  });
}

/** Bars from bins `[from, to, count]`: each reaches to where the next begins. */
function barsOf({ games, length: { bins } }) {
  const all = games || bins.reduce((sum, [, , count]) => sum + count, 0) || 1;
  const usual = bins.length > 1 ? bins[1][0] - bins[0][0] : 1;
  return bins.map(([from, to, count], i) => {
    const next = bins[i + 1]?.[0];
    return { from, to: next !== undefined && next - to <= 1 ? next : Math.max(to, from + usual), share: count / all };
  });
}

/** The bars of two series stand side by side in their bin. */
function drawnBar(bar, { look, paint }, place, places, x, y) {
  const wide = (x(bar.to) - x(bar.from)) / places;
  const gap = Math.min(1, wide * 0.1);
  return svg("rect", {
    x: x(bar.from) + place * wide + gap, y: y(bar.share), width: Math.max(0.5, wide - 2 * gap), height: Math.max(0, y(0) - y(bar.share)),
    class: `chart-${look}`, fill: paint,
  });
}

/** The scores of every seat: least to greatest as a line, the middle half as a box, the median across it, the mean as a diamond. */
export function scoreChart(before, after, labels = {}) {
  const said = { ...CHART_LABELS, ...labels };
  const [id, write] = [newId(), writer(said.lang)];
  const series = seriesOf(before, after, said, id).filter((one) => one.data.seats.every((seat) => seat.score));
  const scores = series.flatMap((one) => one.data.seats.map((seat) => seat.score));
  const marks = ticks(Math.min(0, ...scores.map((score) => score.least)), Math.max(1, ...scores.map((score) => score.greatest)), 6);
  const x = scale(marks[0], marks.at(-1), LEFT, RIGHT);
  const { parts, bottom } = bySeat(series, (seat, one, middle) => box(seat.score, one, x, middle));
  const told = ({ data, label }) => ({
    series: label, mean: write.number(average(data.seats.map((seat) => seat.score.mean))),
    least: write.number(Math.min(...data.seats.map((seat) => seat.score.least))),
    greatest: write.number(Math.max(...data.seats.map((seat) => seat.score.greatest))),
  });
  return figure({
    id, title: said.score, series, high: bottom + 38, labels: said,
    parts: [...axisBelow(x, marks, TOP, bottom, write.number, said.points), ...parts],
    sentences: [...series.map((one) => capital(fill(said.score_said, told(one)))), said.score_key],
    head: [said.player, said.rules, said.mean, said.least, said.quartiles, said.greatest],
    rows: rowsBySeat(series, ({ name, score }, label) =>
      [name, label, write.number(score.mean), write.number(score.least), score.quartiles.map(write.number).join(" · "), write.number(score.greatest)]),
  });
}

function box({ mean, least, greatest, quartiles: [a, b, c] }, { look, paint }, x, middle) {
  const diamond = `M ${x(mean)} ${middle - 5} l 5 5 l -5 5 l -5 -5 z`;
  return [
    line(x(least), middle, x(greatest), middle, `chart-reach-${look}`),
    ...[least, greatest].map((end) => line(x(end), middle - 3, x(end), middle + 3, `chart-reach-${look}`)),
    svg("rect", { x: x(a), y: middle - 6, width: Math.max(1, x(c) - x(a)), height: 12, class: `chart-${look}`, fill: paint }),
    line(x(b), middle - 6, x(b), middle + 6, `chart-median-${look}`),
    svg("path", { d: diamond, class: "chart-diamond" }),
  ];
}

/** Which share of the wins each seat has, how sure that is, and a line at what would be fair. */
export function seatChart(before, after, labels = {}) {
  const said = { ...CHART_LABELS, ...labels };
  const [id, write] = [newId(), writer(said.lang)];
  const series = seriesOf(before, after, said, id);
  const seats = series.flatMap((one) => one.data.seats);
  const fair = 1 / Math.max(1, ...series.map((one) => one.data.seats.length));
  const marks = ticks(0, Math.min(1, Math.max(fair, 0.05, ...seats.map((seat) => seat.high))), 5);
  const x = scale(0, marks.at(-1), LEFT, RIGHT);
  const { parts, bottom } = bySeat(series, ({ share, low, high }, { look, paint }, middle) => [
    svg("rect", { x: x(0), y: middle - 6, width: Math.max(0.5, x(share) - x(0)), height: 12, class: `chart-${look}`, fill: paint }),
    line(x(low), middle, x(high), middle, "chart-halo"),
    line(x(low), middle, x(high), middle, "chart-whisker"),
    ...[low, high].map((end) => line(x(end), middle - 4, x(end), middle + 4, "chart-whisker")),
  ]);
  const told = ({ data, label }) => {
    const best = data.seats.reduce((a, b) => (b.share > a.share ? b : a));
    return { series: label, name: best.name, share: write.share(best.share), fair: write.share(fair) };
  };
  return figure({
    id, title: said.seat, series, high: bottom + 38, labels: said,
    parts: [
      ...axisBelow(x, marks, TOP, bottom, write.round, said.wins), ...parts, line(x(fair), TOP - 4, x(fair), bottom, "chart-fair"),
      text(Math.min(x(fair), RIGHT - 40), TOP - 8, fill(said.fair, { share: write.share(fair) }), { anchor: "middle", className: "chart-small chart-strong" }),
    ],
    sentences: series.map((one) => capital(fill(said.seat_said, told(one)))),
    head: [said.player, said.rules, said.share, said.between],
    rows: rowsBySeat(series, ({ name, share, low, high }, label) => [name, label, write.share(share), `${write.share(low)} – ${write.share(high)}`]),
  });
}

/** One row a seat, in it one line a series; `draw` gives the parts of a line. */
function bySeat(series, draw) {
  const count = Math.max(0, ...series.map((one) => one.data.seats.length));
  const parts = [];
  for (let i = 0; i < count; i++) {
    const top = TOP + 4 + i * ROW;
    const name = series.map((one) => one.data.seats[i]?.name).filter(Boolean).at(-1) ?? String(i + 1);
    parts.push(text(LEFT - 8, top + ROW / 2 + 3, short(name), { anchor: "end" }));
    series.forEach((one, n) => {
      const middle = top + ROW / 2 + (series.length > 1 ? (n ? 7.5 : -7.5) : 0);
      if (one.data.seats[i]) parts.push(...draw(one.data.seats[i], one, middle));
    });
  }
  return { parts, bottom: TOP + 8 + count * ROW };
}

function rowsBySeat(series, row) {
  const count = Math.max(0, ...series.map((one) => one.data.seats.length));
  return Array.from({ length: count }, (_, i) => series.filter((one) => one.data.seats[i]).map((one) => row(one.data.seats[i], one.label))).flat();
}

const short = (name) => (name.length > 11 ? `${name.slice(0, 10)}…` : name);
const average = (some) => some.reduce((a, b) => a + b, 0) / (some.length || 1);
const capital = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
