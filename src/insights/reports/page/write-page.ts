/** A report as one HTML document that needs nothing beside it: to be read, kept and printed. */
import type { Chapter, ReportDocument } from "../../../../embedded/dashboard/report/document.ts";
import { writeBlock } from "./blocks.ts";
import { html, Markup } from "./html.ts";
import { linksTo, type WriteLink } from "./link.ts";
import style from "./page.css" with { type: "text" };

/** No script, no style but its own, nothing from elsewhere. */
const STYLE_HASH = new Bun.CryptoHasher("sha256").update(style).digest("base64");

/** As a whole: a blank more would have another hash. */
const STYLE = new Markup(`<style>${style}</style>`);

/** What a kept file says to the browser that opens it. */
const KEPT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/** The Content-Security-Policy that a page is sent with. */
export const PAGE_POLICY = `${KEPT_POLICY}; frame-ancestors 'none'`;

/**
 * @remarks Takes where the dashboard is, such as `https://scoring.example.com`; null where that is not known.
 */
export function writePage({ title, facts, chapters }: ReportDocument, dashboard: string | null): string {
  const link = linksTo(dashboard);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${KEPT_POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · scoring</title>
        ${STYLE}
      </head>
      <body>
        <header>
          <p class="kind">${MARK} Insight report</p>
          <h1>${title}</h1>
          <dl class="facts">
            ${facts.map(
              ({ name, value }) =>
                html`<div>
                  <dt>${name}</dt>
                  <dd>${value}</dd>
                </div>`,
            )}
          </dl>
          <nav aria-label="Contents">
            <ol>
              ${chapters.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}
            </ol>
          </nav>
        </header>
        <main>${chapters.map((chapter, index) => writeChapter(chapter, index + 1, link))}</main>
      </body>
    </html> `;
  return page.text;
}

/** A score with its interval on a scale. */
const MARK = html`<svg class="mark" width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
  <path class="edge" d="M2 5v10M18 5v10M2 10h16" />
  <rect class="band" x="6" y="7" width="8" height="6" rx="1.5" />
  <path class="value" d="M10 4v12" />
</svg>`;

function writeChapter({ id, title, answer, blocks }: Chapter, number: number, link: WriteLink): Markup {
  return html`<section class="chapter" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title"><span class="count">${number}</span> ${title}</h2>
    <p class="answer">${answer}</p>
    ${blocks.map((block) => writeBlock(block, link))}
  </section> `;
}
