/** Finds in the catalogue the frames that a page of records has to read, a few at a time. */
import type { Database } from "../database/open.ts";
import { tables } from "../database/table-shape.ts";
import { type FrameRow, type ObjectRow, OBJECT_FRAMES, OBJECT_SESSIONS, OBJECTS } from "./table.ts";
import type { StoredSignal } from "../vocabulary/otlp.ts";
import type { Bytes, Instant, Milliseconds } from "../vocabulary/units.ts";
import type { AgentSessionId } from "../vocabulary/held-name.ts";

/** Where a frame's bytes are. */
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
  signal: StoredSignal;
  from: Instant;
  to: Instant;
  session: AgentSessionId | null;
  event: string | null;
}

/** Rows looked at at once: a page rarely needs more, and a huge window never loads them all. */
const FRAMES_AT_ONCE = 64;

/**
 * Returns the frames that may hold matching records, the one with the newest record first; read as they are
 * asked for.
 */
export async function* findFrames(database: Database, filter: FrameFilter): AsyncGenerator<FramePlace, void> {
  let rows = await selectFrames(database, filter, null);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    for (const row of rows) if (holdsEvent(row.events, filter.event)) yield placeOf(row);
    if (rows.length < FRAMES_AT_ONCE) return;
    rows = await selectFrames(database, filter, last);
  }
}

type Row = Pick<ObjectRow, "key"> &
  Pick<FrameRow, "object" | "number" | "offset" | "length" | "greatest_ms" | "events">;

function selectFrames(database: Database, filter: FrameFilter, after: Row | null): Promise<Row[]> {
  let query = framesOf(database, filter)
    .where("object_frames.signal", "=", filter.signal)
    .where("greatest_ms", ">=", filter.from)
    .where("least_ms", "<", filter.to);
  if (after !== null) {
    const { greatest_ms, object, number } = after;
    query = query
      .where("greatest_ms", "<=", greatest_ms) // said apart, so that the index is entered where the page begins
      .where((build) =>
        build(
          build.refTuple("greatest_ms", "object_frames.object", "object_frames.number"),
          "<",
          build.tuple(greatest_ms, object, number),
        ),
      );
  }
  return query
    .orderBy("greatest_ms", "desc")
    .orderBy("object_frames.object", "desc")
    .orderBy("object_frames.number", "desc")
    .limit(FRAMES_AT_ONCE)
    .execute();
}

/**
 * The organization's frames; with a session, those that hold it. The organization is then found by the sessions:
 * asked of the frames too, it makes SQLite look through all frames by time and for the session in each.
 */
function framesOf(database: Database, { organization, session }: FrameFilter) {
  const frames = tables(database, OBJECTS, OBJECT_FRAMES, OBJECT_SESSIONS)
    .selectFrom("object_frames")
    .innerJoin("objects", "objects.number", "object_frames.object")
    .select([
      "objects.key",
      "object_frames.object",
      "object_frames.number",
      "offset",
      "length",
      "greatest_ms",
      "events",
    ]);
  if (session === null) return frames.where("object_frames.organization", "=", organization);
  const held = frames
    .innerJoin("object_sessions as held", (join) =>
      join
        .onRef("held.object", "=", "object_frames.object")
        .onRef("held.number", "=", "object_frames.number"),
    )
    .where("held.organization", "=", organization)
    .where("held.session", "=", session);
  return held as unknown as typeof frames; // the joined table only says which rows
}

function holdsEvent(events: string, wanted: string | null): boolean {
  return wanted === null || (JSON.parse(events) as string[]).includes(wanted);
}

function placeOf({ key, number, offset, length, greatest_ms }: Row): FramePlace {
  return { objectKey: key, number, offset, length, greatestMs: greatest_ms };
}
