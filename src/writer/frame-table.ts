/** Finds in the catalogue the frames that a page of records has to read, a few at a time. */
import type { Selectable } from "kysely";
import { type Database, tables } from "../database/open.ts";
import type { Signal } from "../vocabulary/otlp.ts";
import type { Bytes, Milliseconds } from "../vocabulary/units.ts";
import type { CatalogueTables } from "./table.ts";

/** Where a frame's bytes lie. */
export interface FramePlace {
  objectKey: string;
  number: number;
  offset: Bytes;
  length: Bytes;
  greatestMs: Milliseconds;
}

/** Which frames a page of records may have to read. */
export interface FrameFilter {
  organization: string;
  signal: Signal;
  from: Milliseconds;
  to: Milliseconds;
  session: string | null;
  event: string | null;
}

/** Rows looked at at once: a page rarely needs more, and a huge window never loads them all. */
const FRAMES_AT_ONCE = 64;

/** Gives: the frames that may hold matching records, the one with the newest record first; read as they are asked for. */
export async function* findFrames(database: Database, filter: FrameFilter): AsyncGenerator<FramePlace, void> {
  let rows = await selectFrames(database, filter, null);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    for (const row of rows) if (holdsEvent(row.events, filter.event)) yield placeOf(row);
    if (rows.length < FRAMES_AT_ONCE) return;
    rows = await selectFrames(database, filter, last);
  }
}

type Row = Selectable<
  Pick<
    CatalogueTables["object_frames"],
    "object_key" | "number" | "offset" | "length" | "greatest_ms" | "events"
  >
>;

function selectFrames(database: Database, filter: FrameFilter, after: Row | null): Promise<Row[]> {
  const { organization, signal, from, to, session } = filter;
  const catalogue = tables<CatalogueTables>(database);
  let query = catalogue
    .selectFrom("object_frames")
    .select(["object_key", "number", "offset", "length", "greatest_ms", "events"])
    .where("organization", "=", organization)
    .where("signal", "=", signal)
    .where("greatest_ms", ">=", from)
    .where("least_ms", "<", to);
  if (session !== null) {
    const held = catalogue
      .selectFrom("object_sessions")
      .select(["object_sessions.object_key", "object_sessions.number"])
      .where("object_sessions.organization", "=", organization)
      .where("object_sessions.session", "=", session);
    query = query.where((one) =>
      one(one.refTuple("object_key", "number"), "in", held.$asTuple("object_key", "number")),
    );
  }
  if (after !== null) {
    const { greatest_ms, object_key, number } = after;
    query = query
      .where("greatest_ms", "<=", greatest_ms) // said apart, so that the index is entered where the page begins
      .where((one) =>
        one(
          one.refTuple("greatest_ms", "object_key", "number"),
          "<",
          one.tuple(greatest_ms, object_key, number),
        ),
      );
  }
  return query
    .orderBy("greatest_ms", "desc")
    .orderBy("object_key", "desc")
    .orderBy("number", "desc")
    .limit(FRAMES_AT_ONCE)
    .execute();
}

function holdsEvent(events: string, wanted: string | null): boolean {
  return wanted === null || (JSON.parse(events) as string[]).includes(wanted);
}

function placeOf({ object_key, number, offset, length, greatest_ms }: Row): FramePlace {
  return { objectKey: object_key, number, offset, length, greatestMs: greatest_ms };
}
