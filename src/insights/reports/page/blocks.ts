/** What chapters are made of, as HTML. */
import type {
  Advice,
  Block,
  Listed,
  ListedColumn,
  StatFigure,
  Words,
  Written,
} from "../../../../embedded/dashboard/report/document.ts";
import { drawBars } from "./charts/bars.ts";
import { drawScores } from "./charts/score-card.ts";
import { drawTrend } from "./charts/trend.ts";
import { html, type Markup } from "./html.ts";
import type { WriteLink } from "./link.ts";

/** One block. */
export function writeBlock(block: Block, link: WriteLink): Markup {
  switch (block.kind) {
    case "paragraph":
      return html`<p class="${block.rank}">${block.words.map(link)}</p>`;
    case "points":
      return html`<ul>
        ${block.points.map((words) => html`<li>${words.map(link)}</li>`)}
      </ul>`;
    case "written":
      return writeWritten(block);
    case "scores":
      return drawScores(block.scores, link);
    case "stats":
      return html`<dl class="stats">${block.stats.map((stat) => writeStat(stat, link))}</dl>`;
    case "table":
      return writeTable(block, link);
    case "bars":
      return drawBars(block, link);
    case "trend":
      return drawTrend(block);
    case "advice":
      return writeAdvice(block, link);
  }
}

function writeWritten({ lines, by }: Written): Markup {
  return html`<div class="written">
    ${lines.map((line) => html`<p>${line}</p>`)}
    <p class="note">Written by the language model ${by} from the numbers of this report.</p>
  </div>`;
}

function writeStat({ name, number, unit, note, page }: StatFigure, link: WriteLink): Markup {
  const shown: Words = page === null ? number : { text: number, page };
  return html`<div>
    <dt>${name}</dt>
    <dd>
      <b>${link(shown)}</b
      >${unit === null ? null : html` ${unit}`}${note === null ? null : html`<span class="note">${note}</span>`}
    </dd>
  </div>`;
}

function writeTable({ title, columns, rows, note }: Listed, link: WriteLink): Markup {
  const head = columns.map(
    (column) =>
      html`<th scope="col" class="${classOf(column)}">
        ${column.title}${column.unit === undefined ? null : html` <span class="unit">${column.unit}</span>`}
      </th>`,
  );
  const body = rows.map(
    (row) =>
      html`<tr>
        ${row.map((words, index) => writeCell(words, columns[index], link))}
      </tr>`,
  );
  return html`<section class="part">
    <h3>${title}</h3>
    <div class="scroll" role="group" aria-label="${title}" tabindex="0">
      <table>
        <thead>
          <tr>
            ${head}
          </tr>
        </thead>
        <tbody>
          ${body}
        </tbody>
      </table>
    </div>
    ${note === null ? null : html`<p class="note">${link(note)}</p>`}
  </section>`;
}

function writeCell(words: Words, column: ListedColumn | undefined, link: WriteLink): Markup {
  return html`<td class="${column === undefined ? "" : classOf(column)}">${link(words)}</td>`;
}

function classOf({ align, hidesBelow }: ListedColumn): string {
  return [...(align === undefined ? [] : [align]), ...(hidesBelow === undefined ? [] : ["leaves"])].join(" ");
}

function writeAdvice({ title, about, text, quotes, expectation }: Advice, link: WriteLink): Markup {
  const quoted = quotes.map(
    ({ text: quote, from }) =>
      html`<blockquote>
        <p>“${quote}”</p>
        <footer>${link(from)}</footer>
      </blockquote>`,
  );
  return html`<article class="advice">
    <h3>${title}</h3>
    <p class="note">${about}</p>
    <p>${text}</p>
    ${quoted}
    <p class="note">${expectation}</p>
  </article>`;
}
