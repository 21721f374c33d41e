/** Raw records in a list; each opens to everything that was received. The one that is open is in the address. */
import { Link, useSearch } from "wouter";
import { useParameter } from "../../address/range.ts";
import { CodeBlock } from "../../parts/command.tsx";
import { Icon } from "../../parts/icon.tsx";
import { formatCount } from "../../words/numbers.ts";
import type { RecordRow, RecordsPageData } from "./fetch-records.ts";
import { gistOf, nameOfRecord, timeOf } from "./records-data.ts";

export function RecordList({ found: { logs, nextCursor } }: { found: RecordsPageData }) {
  const [shown, show] = useParameter("record");
  return (
    <>
      <ol className="records">
        {logs.map((record, index) => {
          const place = String(index + 1);
          const isOpen = shown === place;
          return (
            <li key={`${record.timestamp} ${place}`}>
              <RecordLine record={record} isOpen={isOpen} toggle={() => show(isOpen ? null : place)} />
              {isOpen && <WholeRecord record={record} />}
            </li>
          );
        })}
      </ol>
      <More count={logs.length} nextCursor={nextCursor} />
    </>
  );
}

function RecordLine({ record, isOpen, toggle }: { record: RecordRow; isOpen: boolean; toggle: () => void }) {
  return (
    <button type="button" className="record-line" aria-expanded={isOpen} onClick={toggle}>
      <Icon name="right" />
      <span className="quiet numbers">{timeOf(record.timestamp)}</span>
      <span className="record-name">{nameOfRecord(record)}</span>
      <span className="record-gist">{gistOf(record)}</span>
      {record.severity !== null && record.severity >= WARNING && (
        <span className="warn">severity {record.severity}</span>
      )}
    </button>
  );
}

/** OTLP: WARN begins here. */
const WARNING = 13;

function WholeRecord({ record }: { record: RecordRow }) {
  const { developer, ...received } = record;
  return (
    <div className="whole-record">
      <CodeBlock
        place={`${record.scope.name ?? "log record"}, counted to ${developer.name}`}
        text={JSON.stringify(received, null, 2)}
      />
    </div>
  );
}

/** A page may be shorter than its limit although there are more. */
function More({ count, nextCursor }: { count: number; nextCursor: string | null }) {
  const parameters = new URLSearchParams(useSearch());
  const isFirst = !parameters.has("cursor");
  if (isFirst && nextCursor === null) return null;
  parameters.delete("record");
  const newest = new URLSearchParams(parameters);
  newest.delete("cursor");
  parameters.set("cursor", nextCursor ?? "");
  return (
    <nav className="table-foot" aria-label="Pages of the list">
      <span>{formatCount(count)} on this page</span>
      <span className="pager">
        {!isFirst && (
          <Link className="button small" href={`?${newest.toString()}`}>
            Newest
          </Link>
        )}
        {nextCursor !== null && (
          <Link className="button small" href={`?${parameters.toString()}`}>
            Older
          </Link>
        )}
      </span>
    </nav>
  );
}
