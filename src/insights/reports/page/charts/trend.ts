/** One score over days or weeks: a line that stops at gaps, its range as a band. */
import {
  axis,
  band,
  path,
  scoreRange,
  tenth,
  ticks,
} from "../../../../../embedded/dashboard/charts/geometry.ts";
import {
  describeTrend,
  type PlacedPoint,
  placePoints,
  unbroken,
} from "../../../../../embedded/dashboard/charts/trend-points.ts";
import type { Trend } from "../../../../../embedded/dashboard/report/document.ts";
import { formatDay } from "../../../../../embedded/dashboard/words/times.ts";
import { html, type Markup } from "../html.ts";

const HEIGHT = 150;
const TOP = 8;
const BOTTOM = 22;
/** On a phone more dates would run into each other. */
const MOST_DATES = 5;

type Axis = (value: number) => number;

export function drawTrend({ name, bucket, points, bandName }: Trend): Markup {
  const placed = placePoints(points);
  const [from, to] = scoreRange(placed.flatMap(({ low, high }) => [low, high]));
  const x = axis(0, Math.max(1, points.length - 1), [0, 100]);
  const y = axis(from, to, [HEIGHT - BOTTOM, TOP]);
  const drawing = html`<svg
    class="trend"
    width="100%"
    height="${HEIGHT}"
    role="img"
    aria-label="${describeTrend(name, points, bucket)}"
  >
    ${drawGrid(from, to, y)}${drawDates(points, x)}${drawRuns(unbroken(placed), x, y)}${placed.map((point) => html`<circle class="point" cx="${tenth(x(point.index))}%" cy="${tenth(y(point.value))}" r="2.5" />`)}
  </svg>`;
  const caption = `Line: the value of each ${bucket}. Band: ${bandName}. Axis: ${from} to ${to}.`;
  return html`<figure class="part">
    <h3>${name} by ${bucket}</h3>
    <div class="plot">${drawing}</div>
    <figcaption class="note">${caption}</figcaption>
  </figure>`;
}

function drawGrid(from: number, to: number, y: Axis): Markup[] {
  return ticks(from, to).map(
    (value) =>
      html`<line
          class="${value === 50 ? "rule strong" : "rule"}"
          x1="0"
          x2="100%"
          y1="${tenth(y(value))}"
          y2="${tenth(y(value))}"
        /><text x="-8" y="${tenth(y(value) + 4)}" text-anchor="end">${value}</text>`,
  );
}

function drawDates(points: Trend["points"], x: Axis): Markup[] {
  const step = Math.max(1, Math.ceil((points.length - 1) / (MOST_DATES - 1)));
  return points.flatMap(({ start }, index) => {
    if (index % step !== 0) return [];
    const anchor = index === 0 ? "start" : index === points.length - 1 ? "end" : "middle";
    return [
      html`<text x="${tenth(x(index))}%" y="${HEIGHT - 4}" text-anchor="${anchor}"
        >${formatDay(start)}</text
      >`,
    ];
  });
}

/** Lines and bands are stretched to the width; text and points beside them are not. */
function drawRuns(runs: readonly (readonly PlacedPoint[])[], x: Axis, y: Axis): Markup {
  const drawn = runs.map((run) => {
    const upper = run.map(({ index, high }) => [x(index), y(high)] as const);
    const lower = run.map(({ index, low }) => [x(index), y(low)] as const);
    const line = path(run.map(({ index, value }) => [x(index), y(value)] as const));
    return html`<path class="band" d="${band(upper, lower)}" /><path class="curve" d="${line}" />`;
  });
  return html`<svg width="100%" height="${HEIGHT}" viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none">
    ${drawn}
  </svg>`;
}
