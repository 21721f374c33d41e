/** The tables of turns and sub-sessions, with an index for each way in which they are read. */
import { count, instant, json, orNull, ratio, text } from "../database/columns.ts";
import type { Database } from "../database/open.ts";
import { createTable, declareTable, type RowOf } from "../database/table-shape.ts";
import type { Agent } from "../normaliser/dialects/agents.ts";
import { derivedId } from "../vocabulary/hash.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import type { Boundary } from "./boundaries/split.ts";
import type { Outcome } from "./outcomes/outcome-kind.ts";
import type { SubSessionState } from "./sub-session.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

/** Turns; numbers are null where the agent does not report them. */
export const TURNS = declareTable(
  "turns",
  {
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    turn_index: count(),
    /** The id of its prompt's event; in turn 0, which has none, of its first event. */
    event: text(),
    started_at: instant(),
    ended_at: instant(),
    /** The sub-session in which it is one active piece of its developer's, from start to end; null for any other. */
    active_in: orNull(text()),
    /** The UTC day of its start, counted from 1970, by which the slowest are found. */
    day: count(),
    duration_ms: count<Milliseconds>(),
    model_ms: count<Milliseconds>(),
    tool_ms: count<Milliseconds>(),
    /** The model of most of its calls. */
    model: orNull(text()),
    prompt_chars: orNull(count()),
    trivial: orNull(count()),
    repair: count(),
    calls: count(),
    failed_calls: count(),
    unknown_calls: count(),
    tools: count(),
    failed_tools: count(),
    input_uncached: orNull(count()),
    cache_read: orNull(count()),
    cache_creation: orNull(count()),
    output: orNull(count()),
    lines_added: orNull(count()),
    lines_removed: orNull(count()),
  },
  {
    owner: ["session", "developer"],
    // without a key: no question asks for a turn by its event
    indexes: {
      turns_by_session_turn: ["session", "turn_index"],
      turns_by_started_at: ["organization", "started_at"],
      turns_by_day_duration_ms: ["organization", "day", "duration_ms"],
      turns_by_developer_started_at: ["organization", "developer", "started_at"],
    },
  },
);

export type TurnRow = RowOf<typeof TURNS>;

/** Returns the id by which a turn is known outside. */
export function turnIdOf({
  organization,
  session,
  event,
}: Pick<TurnRow, "organization" | "session" | "event">) {
  return derivedId("turn", organization, session, event);
}

/** Returns the id of a prompt's event; null in turn 0. */
export function promptOf({ turn_index, event }: Pick<TurnRow, "turn_index" | "event">): string | null {
  return turn_index === 0 ? null : event;
}

/** One row for each sub-session. */
export const SUB_SESSIONS = declareTable(
  "sub_sessions",
  {
    id: text(),
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    agent: text<Agent>(),
    sub_session_index: count(),
    first_turn: count(),
    last_turn: count(),
    started_at: instant(),
    ended_at: instant(),
    title: orNull(text()),
    size: ratio(),
    bucket: count(),
    outcome: text<Outcome>(),
    scoreable: count(),
    state: text<SubSessionState>(),
    boundary_kind: text<Boundary["kind"]>(),
    boundary_p: orNull(ratio()),
    boundary_confidence: orNull(text<NonNullable<Boundary["confidence"]>>()),
    /** 1 when a person confirmed or set it. */
    boundary_overridden: count(),
    non_trivial_turns: count(),
    /** Of what it used: a `SubSessionTally`, packed without what is in other columns. Apart from the rest, because it is read more often. */
    tally: json(),
    /** The rest: a `SubSessionUsage`, packed. */
    used: json(),
  },
  {
    owner: ["session", "developer"],
    key: ["id"],
    indexes: {
      sub_sessions_by_session: ["session"],
      // sessions with a label are picked in it: rows are long, and most are of other sessions
      sub_sessions_by_started_at_id: ["organization", "started_at", "id", "session"],
      sub_sessions_by_developer_started_at: ["organization", "developer", "started_at"],
    },
  },
);

export type SubSessionRow = RowOf<typeof SUB_SESSIONS>;

/** What a sub-session used, as it is stored. */
export type UsedTexts = Pick<SubSessionRow, "agent" | "tally" | "used">;

/** The owner of each assembled session, and when the passing of time changes it. */
export const ASSEMBLED_SESSIONS = declareTable(
  "assembled_sessions",
  {
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    look_at: orNull(instant()),
  },
  {
    owner: ["session", "developer"],
    key: ["organization", "session"],
    indexes: { assembled_sessions_by_look: ["look_at"] },
  },
);

/** Makes the tables that `table.ts` writes. */
export async function createTurnTables(database: Database): Promise<void> {
  for (const shape of [TURNS, SUB_SESSIONS, ASSEMBLED_SESSIONS]) await createTable(database, shape);
}
