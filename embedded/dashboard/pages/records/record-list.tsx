/** Raw records in a list; each opens to everything that was received. The one that is open is in the address. */
import { Link, useSearch } from "wouter";
import { useParameter } from "../../address/range.ts";
import { CodeBlock } from "../../parts/command.tsx";
import { Icon } from "../../parts/icon.tsx";
import { formatCount } from "../../words/numbers.ts";
import type { FoundRecords, RecordRow } from "./fetch-records.ts";
import { gistOf, nameOfRecord, placeOfPage, type ShownPlace, timeOf } from "./records-data.ts";

export function RecordList({ found: { logs, nextCursor } }: { found: FoundRecords }) {
  const [shown, show] = useParameter("record");
  const [page] = useParameter("page");
  const place = placeOfPage(logs.length, page);
  return (
    <>
      <ol className="records">
        {logs.slice(place.first, place.end).map((record, index) => {
          const number = String(place.first + index + 1);
          const isOpen = shown === number;
          return (
            <li key={`${record.timestamp} ${number}`}>
              <RecordLine record={record} isOpen={isOpen} toggle={() => show(isOpen ? null : number)} />
              {isOpen && <WholeRecord record={record} />}
            </li>
          );
        })}
      </ol>
      <More place={place} count={logs.length} nextCursor={nextCursor} />
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

/** Which of the records are shown, and the way to the others. */
function More({ place, count, nextCursor }: { place: ShownPlace; count: number; nextCursor: string | null }) {
  const parameters = new URLSearchParams(useSearch());
  const isNewest = !parameters.has("cursor");
  if (place.pages === 1 && isNewest && nextCursor === null) return null;
  const addressWith = (changes: Readonly<Record<string, string | null>>): string => {
    const changed = new URLSearchParams(parameters);
    changed.delete("record");
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) changed.delete(name);
      else changed.set(name, value);
    }
    return `?${changed.toString()}`;
  };
  const links = [
    nextCursor !== null && place.page === 1
      ? { name: "Older records", address: addressWith({ cursor: nextCursor, page: null }) }
      : null,
    place.page > 1 ? { name: "Earlier", address: addressWith({ page: String(place.page - 1) }) } : null,
    place.page < place.pages
      ? { name: "Later", address: addressWith({ page: String(place.page + 1) }) }
      : null,
    isNewest ? null : { name: "Newest records", address: addressWith({ cursor: null, page: null }) },
  ].filter((link) => link !== null);
  return (
    <nav className="table-foot" aria-label="Pages of the list">
      <span>
        {formatCount(place.first + 1)} to {formatCount(place.end)} of {formatCount(count)}
      </span>
      <span className="pager">
        {links.map(({ name, address }) => (
          <Link key={name} className="button small" href={address}>
            {name}
          </Link>
        ))}
      </span>
    </nav>
  );
}
