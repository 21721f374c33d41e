/** Reads what a card is written from, and the sub-sessions that it is held against. */
import { type Database, engineOf } from "../../../database/engine.ts";
import { chunksOf, rowChunks } from "../../../database/row-chunks.ts";
import { tables } from "../../../database/table-shape.ts";
import { METRICS_TABLE, type MetricsRow } from "../../../metrics/columns-table.ts";
import { SKILL_INPUTS, type SkillInput } from "../../../metrics/metrics.ts";
import { type PromptRow, PROMPTS } from "../../../rubric/prompts/prompts-table.ts";
import { SUB_SESSIONS, type SubSessionRow, type TurnRow, TURNS } from "../../../turns/create-tables.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import type { SessionName } from "../../../vocabulary/held-name.ts";

/** Returns null for a sub-session that is not there any more. */
export async function readMetricsOf(database: Database, subSession: string): Promise<MetricsRow | null> {
  return (await readMetricsOfEach(database, [subSession])).get(subSession) ?? null;
}

/** Returns the metrics of sub-sessions by id; none for one that is not there any more. */
export async function readMetricsOfEach(
  database: Database,
  subSessions: readonly string[],
): Promise<Map<string, MetricsRow>> {
  const rows = await tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .selectAll()
    .where("sub_session", "in", engineOf(database).listOf(subSessions))
    .execute();
  return new Map(rows.map((row) => [row.sub_session, row]));
}

// Rows are long, and this runs for each sub-session that closes: only what a card is written from is read.
const PLACE_READ = [
  "organization",
  "session",
  "sub_session_index",
  "first_turn",
  "last_turn",
  "boundary_kind",
] as const;
const TURN_READ = [
  "turn_index",
  "event",
  "started_at",
  "ended_at",
  "failed_calls",
  "input_uncached",
  "cache_read",
  "cache_creation",
  "output",
] as const;
const PROMPT_READ = [
  "organization",
  "prompt",
  "turn_index",
  "repair",
  "content",
  "model",
  "rubric_score",
  "text",
] as const;

/** Where a sub-session is in its session, and how it began. */
export type WorkPlace = Pick<SubSessionRow, (typeof PLACE_READ)[number]>;

/** What a card is written from of a turn. */
export type WorkTurn = Pick<TurnRow, (typeof TURN_READ)[number]>;

/** The same of a prompt. */
export type WorkPrompt = Pick<PromptRow, (typeof PROMPT_READ)[number]>;

/** Returns where a sub-session is; null for one that is not there any more. */
export async function readPlaceOf(database: Database, subSession: string): Promise<WorkPlace | null> {
  const row = await tables(database, SUB_SESSIONS)
    .selectFrom("sub_sessions")
    .select(PLACE_READ)
    .where("id", "=", subSession)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the turns of a sub-session, in order. */
export async function readTurnsOf(database: Database, place: WorkPlace): Promise<WorkTurn[]> {
  return tables(database, TURNS)
    .selectFrom("turns")
    .select(TURN_READ)
    .where("organization", "=", place.organization)
    .where("session", "=", place.session)
    .where("turn_index", ">=", place.first_turn)
    .where("turn_index", "<=", place.last_turn)
    .orderBy("turn_index")
    .execute();
}

/** Returns the prompts of a sub-session that are not trivial, in order. */
export async function readPromptsOf(database: Database, place: WorkPlace): Promise<WorkPrompt[]> {
  return tables(database, PROMPTS)
    .selectFrom("prompts")
    .select(PROMPT_READ)
    .where("organization", "=", place.organization)
    .where("session", "=", place.session)
    .where("turn_index", ">=", place.first_turn)
    .where("turn_index", "<=", place.last_turn)
    .where("trivial", "=", 0)
    .orderBy("turn_index")
    .execute();
}

/**
 * Returns the sub-sessions of a session that are closed at least for now and count in scores, the newest
 * first.
 */
export async function readClosedOf(
  database: Database,
  { organization, session }: { organization: string; session: SessionName },
): Promise<MetricsRow[]> {
  return tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .selectAll()
    .where("organization", "=", organization)
    .where("session", "=", session)
    .where("state", "!=", "open")
    .where("scoreable", "=", 1)
    .orderBy("started_at", "desc")
    .orderBy("sub_session", "desc")
    .execute();
}

/** Returns whether a session has sub-sessions that are measured and not closed. */
export async function hasOpenWork(
  database: Database,
  { organization, session }: { organization: string; session: SessionName },
): Promise<boolean> {
  const open = await tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .select("sub_session")
    .where("organization", "=", organization)
    .where("session", "=", session)
    .where("state", "=", "open")
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Whose sub-sessions are looked at, and on which side of which moment. */
export interface Side {
  organization: string;
  developers: readonly string[];
  /** Those that start before this time, the newest of them… */
  before?: Instant;
  /** …or those that start at or after this one, the earliest of them. */
  since?: Instant;
  /** A sub-session that is not looked at. */
  except?: string;
}

const VALUES_READ = [
  "sub_session",
  "session",
  "started_at",
  "weight",
  "scoring_version",
  ...SKILL_INPUTS,
] as const;

/** What a sub-session counts with. */
export type ValuesRow = Pick<MetricsRow, (typeof VALUES_READ)[number] & keyof MetricsRow> &
  Pick<MetricsRow, SkillInput>;

/** Returns at most `limit` closed sub-sessions that count in scores, those nearest to the moment first. */
export async function readNear(database: Database, side: Side, limit: number): Promise<ValuesRow[]> {
  return nearest(database, side, limit).execute();
}

/** A longer statement is not kept for the next time, and takes longer to prepare than it saves. */
const SIDES_AT_ONCE = 10;

/** Returns of each side, in the order of the sides, what `readNear` gives, but in no order of its own. */
export async function readNearEach(
  database: Database,
  sides: readonly Side[],
  limit: number,
): Promise<ValuesRow[][]> {
  const found: ValuesRow[][] = [];
  for (const chunk of chunksOf(sides, SIDES_AT_ONCE)) {
    const rows = await nearestOfEach(database, chunk, limit);
    const bySide = Map.groupBy(rows, ({ side }) => side);
    found.push(...chunk.map((_, place) => bySide.get(place) ?? []));
  }
  return found;
}

/** Returns what the sub-sessions count with, by id; none for one that is not there any more. */
export async function readValuesOf(
  database: Database,
  subSessions: readonly string[],
): Promise<Map<string, ValuesRow>> {
  const found = new Map<string, ValuesRow>();
  for (const chunk of rowChunks(subSessions)) {
    const rows = await tables(database, METRICS_TABLE)
      .selectFrom("metrics")
      .select(VALUES_READ)
      .where("sub_session", "in", chunk)
      .execute();
    for (const row of rows) found.set(row.sub_session, row);
  }
  return found;
}

function nearest(database: Database, side: Side, limit: number) {
  let query = tables(database, METRICS_TABLE)
    .selectFrom("metrics")
    .select(VALUES_READ)
    .where("organization", "=", side.organization)
    .where("developer", "in", side.developers)
    .where("scoreable", "=", 1)
    .where("state", "=", "closed");
  if (side.before !== undefined) query = query.where("started_at", "<", side.before);
  if (side.since !== undefined) query = query.where("started_at", ">=", side.since);
  if (side.except !== undefined) query = query.where("sub_session", "!=", side.except);
  const order = side.since === undefined ? "desc" : "asc";
  return query.orderBy("started_at", order).orderBy("sub_session", order).limit(limit);
}

async function nearestOfEach(
  database: Database,
  sides: readonly Side[],
  limit: number,
): Promise<(ValuesRow & { side: number })[]> {
  const [first, ...others] = sides.map((side, place) =>
    tables(database, METRICS_TABLE)
      .selectFrom(nearest(database, side, limit).as("near"))
      .selectAll("near")
      .select(({ lit }) => lit(place).as("side")),
  );
  if (first === undefined) return [];
  return first.unionAll(others).execute();
}
