/** One report, chapter by chapter. */
import { useParams } from "wouter";
import { Head } from "../../frame/head.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import type { Chapter } from "../../report/document.ts";
import { documentAddress, useReport, useSaveMarkdown } from "./fetch-report.ts";
import { groupBlocks } from "./report-groups.ts";
import { BlockGroup } from "./report-blocks.tsx";

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
            <Row>
              <Cell span={6} title="About this report">
                <Facts facts={facts.map(({ name, value }) => [name, value] as const)} />
              </Cell>
              <Cell span={6} title="Chapters">
                <Contents chapters={chapters} />
              </Cell>
            </Row>
            {chapters.map((chapter) => (
              <ReadChapter key={chapter.id} chapter={chapter} />
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}

function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav aria-label="Chapters">
      <ol className="report-contents">
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a className="to" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function ReadChapter({ chapter }: { chapter: Chapter }) {
  const { id, title, answer, blocks } = chapter;
  return (
    <section id={id} className="report-chapter" aria-label={title}>
      <div className="answer-block">
        <h2>{title}</h2>
        <p className="answer">{answer}</p>
      </div>
      {groupBlocks(blocks).map((group, index) => (
        <BlockGroup key={`${id}-${index + 1}`} group={group} />
      ))}
    </section>
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
