/** The chapters of a report and their table of contents, on the page and in the document to print. */
import type { Chapter } from "../../report/document.ts";
import { BlockGroup } from "./report-blocks.tsx";
import { groupBlocks } from "./report-groups.ts";

export function Contents({ chapters }: { chapters: readonly Chapter[] }) {
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

export function ReadChapter({ chapter }: { chapter: Chapter }) {
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
