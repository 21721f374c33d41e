/** A report as a document that nothing runs in: the parts of its page, as markup. */
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { FixedWidth } from "../../charts/use-width.ts";
import { Contents, ReadChapter } from "../../pages/report/report-chapters.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/icon.tsx";
import type { ReportDocument } from "../document.ts";

/** As wide as a sheet of paper leaves room for; charts shrink with a smaller window. */
const CHART_WIDTH = 600;

/**
 * Writes what is in the body of the document.
 *
 * @param dashboard - Where the dashboard is, such as `https://scoring.example.com`; links lead there.
 */
export function renderReport({ title, facts, chapters }: ReportDocument, dashboard: string): string {
  return renderToStaticMarkup(
    <Router ssrPath="/" hrefs={(page) => dashboard + page}>
      <FixedWidth value={CHART_WIDTH}>
        <header>
          <p className="kind">
            <Mark /> Insight report
          </p>
          <h1>{title}</h1>
          <Facts facts={facts.map(({ name, value }) => [name, value] as const)} />
        </header>
        <main>
          {chapters.slice(0, 1).map((chapter) => (
            <ReadChapter key={chapter.id} chapter={chapter} />
          ))}
          <Contents chapters={chapters} />
          {chapters.slice(1).map((chapter) => (
            <ReadChapter key={chapter.id} chapter={chapter} />
          ))}
        </main>
      </FixedWidth>
    </Router>,
  );
}
