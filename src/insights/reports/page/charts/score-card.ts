/** The three scores, each as a number with its range on a scale. */
import { axis, scaleRange, tenth } from "../../../../../embedded/dashboard/charts/geometry.ts";
import type { ScoreFigure, Words } from "../../../../../embedded/dashboard/report/document.ts";
import { DIRECTION_WORDS, directionOf } from "../../../../../embedded/dashboard/words/direction.ts";
import {
  formatInterval,
  formatScore,
  formatSigned,
} from "../../../../../embedded/dashboard/words/numbers.ts";
import { html, type Markup } from "../html.ts";
import type { WriteLink } from "../link.ts";

export function drawScores(scores: readonly ScoreFigure[], link: WriteLink): Markup {
  return html`<div class="scores">${scores.map((score) => drawScore(score, link))}</div>`;
}

function drawScore(score: ScoreFigure, link: WriteLink): Markup {
  const { name, value, page, reason } = score;
  if (value === null)
    return html`<section class="score">
      <h3>${name}</h3>
      <p class="none">No score</p>
      <p class="note">${reason}</p>
    </section>`;
  const number = formatScore(value);
  const shown: Words = page === null ? number : { text: number, page };
  return html`<section class="score">
    <h3>${name}</h3>
    <p class="number"><b>${link(shown)}</b> <span>${sayRange(score)}</span></p>
    ${drawScale(score, value)}
    <p class="change">${sayChange(score)}</p>
  </section>`;
}

function sayRange({ range, rangeName }: ScoreFigure): Markup {
  return range === null
    ? html`of 100`
    : html`${formatInterval(range)}<br /><span class="note">of 100, ${rangeName}</span>`;
}

const SHAPES = { up: "▲", down: "▼", same: "–" } as const;

function sayChange({ change }: ScoreFigure): Markup {
  if (change === null) return html`<span class="note">nothing to compare with in the time before</span>`;
  const direction = directionOf(change);
  const interval =
    change.interval === null
      ? null
      : html` (${formatSigned(change.interval[0])} to ${formatSigned(change.interval[1])})`;
  const words = change.interval === null ? "against the time before" : DIRECTION_WORDS[direction];
  return html`<span aria-hidden="true">${SHAPES[direction]}</span>
    <b>${formatSigned(change.value)}</b>${interval} <span class="note">${words}</span>`;
}

/** Places are shares of the width, so that no text is stretched. */
function drawScale({ name, range, rangeName, middle, before }: ScoreFigure, value: number): Markup {
  const known = [value, ...(range ?? []), ...(before === null ? [] : [before])];
  const [from, to] = scaleRange(known);
  const at = axis(from, to, [0, 100]);
  const percent = (place: number): string => `${tenth(Math.min(100, Math.max(0, at(place))))}%`;
  const band =
    range === null
      ? null
      : html`<rect
          class="band"
          x="${percent(range[0])}"
          width="${tenth(at(range[1]) - at(range[0]))}%"
          y="8"
          height="12"
          rx="2"
        />`;
  const mark =
    range === null
      ? html`<circle class="hollow" cx="${percent(value)}" cy="14" r="4.5" />`
      : html`<line class="value" x1="${percent(value)}" x2="${percent(value)}" y1="5" y2="23" />`;
  const ring = before === null ? null : html`<circle class="before" cx="${percent(before)}" cy="14" r="3" />`;
  const label = `${name} ${formatScore(value)} of 100${range === null ? "" : `, ${rangeName} ${formatInterval(range)}`}`;
  return html`<svg class="scale" width="100%" height="42" role="img" aria-label="${label}">
    <line class="line" x1="0" x2="100%" y1="14" y2="14" />
    <line class="edge" x1="0" x2="0" y1="10" y2="18" />
    <line class="edge" x1="100%" x2="100%" y1="10" y2="18" />
    ${band}
    <line class="edge" x1="50%" x2="50%" y1="4" y2="24" />
    ${ring}${mark}
    <text x="0" y="38">${from}</text>
    <text x="50%" y="38" text-anchor="middle">${middle}</text>
    <text x="100%" y="38" text-anchor="end">${to}</text>
  </svg>`;
}
