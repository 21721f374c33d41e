/** Amounts as bars from 0, each with its name and its number. */
import type { Bar, Bars } from "../../../../../embedded/dashboard/report/document.ts";
import { html, type Markup } from "../html.ts";
import type { WriteLink } from "../link.ts";

export function drawBars({ title, unit, bars, most, note }: Bars, link: WriteLink): Markup {
  const longest = most ?? Math.max(0, ...bars.map(({ amount }) => amount));
  const rows = bars.map((bar) => drawBar(bar, longest));
  return html`<section class="part">
    <h3>${title} <span class="unit">${unit}</span></h3>
    <table class="bars">
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${note === null ? null : html`<p class="note">${link(note)}</p>`}
  </section>`;
}

/** The number is beside the bar, so the bar itself says nothing to who cannot see it. */
function drawBar({ name, amount, text }: Bar, longest: number): Markup {
  const percent = longest === 0 ? 0 : (amount / longest) * 100;
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="room">
      <svg width="100%" height="12" aria-hidden="true">
        <line class="edge" x1="0" x2="0" y1="0" y2="12" />
        <rect class="bar" width="${percent.toFixed(1)}%" y="2" height="8" />
      </svg>
    </td>
    <td class="right">${text}</td>
  </tr>`;
}
