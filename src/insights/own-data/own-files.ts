/** Everything that is stored about a person as files, one after the other, read a part at a time as they are taken. */
import { chunksOf } from "../../database/row-chunks.ts";
import { STORED_SIGNALS, type StoredSignal } from "../../vocabulary/otlp.ts";
import { OWNED_TABLES } from "../governance/owned-tables.ts";
import { CHECK_INS } from "../satisfaction/check-ins-table.ts";
import type { Lines } from "./reading/lines.ts";
import type { OwnDataAsks } from "./own-data-queries.ts";
import type { RowsPlace } from "./reading/own-rows-table.ts";
import type { AuditPlace } from "./reading/read-own-audit.ts";
import { type Reader, writeReadme } from "./readme.ts";
import type { RecordsPlace } from "./reading/read-own-records.ts";
import type { WhoseData } from "./whose-data.ts";

/** One file. */
export interface OwnFile {
  name: string;
  /** Its text, in parts. */
  parts: AsyncIterable<string>;
}

/** Whose files, for whom, and how they are read. */
export interface OwnFilesParts {
  whose: WhoseData;
  /** Nobody but the person sees how content they said they are. */
  reader: Reader;
  asks: OwnDataAsks;
  /** Hears what is read. */
  progress?(text: string): void;
}

/**
 * Yields the files; those that would be empty are left out, and the last one says what all of them are.
 *
 * @remarks Each file has to be read to its end before the next one is taken.
 */
export async function* ownFiles(parts: OwnFilesParts): AsyncGenerator<OwnFile, void> {
  const counts = new Map<string, number>();
  for (const [name, pages] of filesOf(parts)) {
    parts.progress?.(name);
    counts.set(name, 0);
    const text = textOf(pages, (lines) => counts.set(name, (counts.get(name) ?? 0) + lines));
    const first = await text.next();
    if (first.done !== true) yield { name, parts: startingWith(first.value, text) };
  }
  yield {
    name: "README.txt",
    parts: startingWith(writeReadme({ whose: parts.whose, reader: parts.reader, counts }), null),
  };
}

type Pages = AsyncGenerator<readonly string[], void>;

const RECORD_FILES: Readonly<Record<StoredSignal, string>> = {
  logs: "records/logs.jsonl",
  prompts: "records/prompts.jsonl",
  traces: "records/spans.jsonl",
  metrics: "records/metrics.jsonl",
};

function filesOf(parts: OwnFilesParts): [string, Pages][] {
  const { whose, asks } = parts;
  return [
    ["person.json", pagesOf(() => asks.readOwnFacts({ whose }))],
    ...STORED_SIGNALS.map((signal): [string, Pages] => [RECORD_FILES[signal], recordsOf(parts, signal)]),
    ...tablesFor(parts).map((table): [string, Pages] => [
      `tables/${table}.jsonl`,
      pagesOf<RowsPlace>((place) => asks.readOwnRows({ whose, table, place })),
    ]),
    ["tables/sighting_chunks.jsonl", pagesOf<number>((place) => asks.readOwnNotes({ whose, place }))],
    ["mentions.jsonl", pagesOf<number>((place) => asks.readMentions({ whose, place }))],
    ["audit.jsonl", pagesOf<AuditPlace>((place) => asks.readOwnAudit({ whose, place }))],
  ];
}

/** Every table that says whose its rows are, so that a new one is among them by itself. */
function tablesFor({ whose, reader }: OwnFilesParts): string[] {
  const names = OWNED_TABLES.map(({ name }) => name).filter((name) => whose.tables.includes(name));
  return names.filter((name) => reader === "person" || name !== CHECK_INS.name).toSorted();
}

async function* pagesOf<Place>(ask: (place: Place | null) => Promise<Lines<Place>>): Pages {
  for (let place: Place | null = null; ;) {
    const { lines, next }: Lines<Place> = await ask(place);
    yield lines;
    if (next === null) return;
    place = next;
  }
}

const OBJECTS_AT_ONCE = 32;
const FROM_START: RecordsPlace = { object: 0, frame: 0 };

async function* recordsOf({ whose, asks, progress }: OwnFilesParts, signal: StoredSignal): Pages {
  const all = await asks.listOwnObjects({ whose, signal });
  let read = 0;
  for (const objects of chunksOf(all, OBJECTS_AT_ONCE)) {
    yield* pagesOf<RecordsPlace>((place) => {
      const done = read + (place?.object ?? 0);
      progress?.(`${RECORD_FILES[signal]}, ${done} of ${all.length} objects`);
      return asks.readOwnRecords({ whose, signal, objects, place: place ?? FROM_START });
    });
    read += objects.length;
  }
}

async function* textOf(pages: Pages, counted: (lines: number) => void): AsyncGenerator<string, void> {
  for await (const lines of pages) {
    counted(lines.length);
    if (lines.length > 0) yield `${lines.join("\n")}\n`;
  }
}

async function* startingWith(
  first: string,
  rest: AsyncGenerator<string, void> | null,
): AsyncGenerator<string, void> {
  yield first;
  if (rest !== null) yield* rest;
}
