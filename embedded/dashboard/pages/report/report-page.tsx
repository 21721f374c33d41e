/** One report, chapter by chapter. */
import { useParams } from "wouter";
import { MayZoom } from "../../address/zoom.ts";
import { Head } from "../../frame/head.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { documentAddress, useReport, useSaveMarkdown } from "./fetch-report.ts";
import { Contents, ReadChapter } from "./report-chapters.tsx";

export function ReportPage() {
  const { id } = useParams<{ id: string }>();
  const report = useReport(id);
  return (
    <>
      <Head
        title={report.data === undefined ? "Report" : report.data.title}
        crumb={{ name: "Reports", address: "/reports" }}
        {...(report.data !== undefined && { tools: <Tools id={id} /> })}
        hasRange={false}
      />
      <Loaded query={report} what="The report" bones="lines">
        {({ facts, chapters }) => (
          <>
            {chapters.slice(0, 1).map((chapter) => (
              <ReadChapter key={chapter.id} chapter={chapter} />
            ))}
            <Row>
              <Cell span={6} title="About this report">
                <Facts facts={facts.map(({ name, value }) => [name, value] as const)} />
              </Cell>
              <Cell span={6} title="Chapters">
                <Contents chapters={chapters} />
              </Cell>
            </Row>
            <MayZoom value={false}>
              {chapters.slice(1).map((chapter) => (
                <ReadChapter key={chapter.id} chapter={chapter} />
              ))}
            </MayZoom>
          </>
        )}
      </Loaded>
    </>
  );
}

function Tools({ id }: { id: string }) {
  const save = useSaveMarkdown(id);
  return (
    <>
      <ProblemLine problem={save.error} />
      <button type="button" className="button" disabled={save.isPending} onClick={() => save.mutate()}>
        Save as Markdown
      </button>
      <a className="button" href={documentAddress(id)} target="_blank" rel="noopener noreferrer">
        Open to print
      </a>
    </>
  );
}
