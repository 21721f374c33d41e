/** The rows of turns and sub-sessions, and which sessions change by the passing of time. */
import type { ChangedRows, SessionOf } from "../database/engine.ts";
import type { Database } from "../database/open.ts";
import { type RowOf, tables } from "../database/table-shape.ts";
import type { TableSet } from "../database/prepare.ts";
import { replaceSessionRows } from "../database/session-rows.ts";
import { DAY, type Instant } from "../vocabulary/units.ts";
import { type CallHourRow, callHourRows, saveCallHours } from "./latency/call-hours-table.ts";
import type { CallHour } from "./latency/call-hours.ts";
import {
  ASSEMBLED_SESSIONS,
  createTurnTables,
  SUB_SESSIONS,
  type SubSessionRow,
  type TurnRow,
  TURNS,
  type UsedTexts,
} from "./create-tables.ts";
import { type LookRow, lookRows, saveLooks } from "./boundaries/looks-table.ts";
import type { AssembledSession } from "./session.ts";
import type { SubSession } from "./sub-session.ts";
import { isNonTrivial, type Turn } from "./turn.ts";
import type { SessionName } from "../vocabulary/held-name.ts";
import { heldHere } from "../database/leases/held-table.ts";

export const turnTables = {
  name: "turns",
  tables: [TURNS, SUB_SESSIONS, ASSEMBLED_SESSIONS],
  kept: false,
  shape: 4,
  create: createTurnTables,
} satisfies TableSet;

/** One session's rows, and whose they are. */
export interface SessionRows extends SessionOf {
  developer: string;
  assembled: AssembledSession;
  /** Indices of the turns that repair what the agent did. */
  repairs: ReadonlySet<number>;
  /** What each sub-session used, by its id. */
  used: ReadonlyMap<string, UsedTexts>;
  /** The sub-session of each turn that was active from start to end, by the index of the turn. */
  activeIn: ReadonlyMap<number, string>;
  /** Its model calls by hour. */
  hours: readonly CallHour[];
}

/** Everything that is stored of assembled sessions. */
export interface AssembledRows {
  turns: TurnRow[];
  subSessions: SubSessionRow[];
  hours: CallHourRow[];
  looks: LookRow[];
  nextLooks: RowOf<typeof ASSEMBLED_SESSIONS>[];
}

export function assembledRows(sessions: readonly SessionRows[]): AssembledRows {
  return {
    turns: sessions.flatMap((session) => session.assembled.turns.map((turn) => turnRow(turn, session))),
    subSessions: sessions.flatMap((session) =>
      session.assembled.subSessions.map((subSession) => subSessionRow(subSession, session)),
    ),
    hours: callHourRows(sessions),
    looks: lookRows(sessions),
    nextLooks: sessions.map(({ organization, session, developer, assembled }) => {
      return { organization, session, developer, look_at: assembled.nextLookAt };
    }),
  };
}

/** What changed with the rows of sessions. */
export interface ChangedAssembled {
  turns: ChangedRows<TurnRow>;
  subSessions: ChangedRows<SubSessionRow>;
  /** The hours whose model calls changed. */
  calls: { organization: string; at: Instant }[];
}

/** Replaces the rows of sessions. */
export async function saveAssembled(
  database: Database,
  sessions: readonly SessionOf[],
  { turns, subSessions, hours, looks, nextLooks }: AssembledRows,
): Promise<ChangedAssembled> {
  const changedTurns = await replaceSessionRows(database, TURNS, { sessions, rows: turns });
  const changedSubSessions = await replaceSessionRows(database, SUB_SESSIONS, {
    sessions,
    rows: subSessions,
  });
  const changed = await saveCallHours(database, sessions, hours);
  await saveLooks(database, sessions, looks);
  await replaceSessionRows(database, ASSEMBLED_SESSIONS, { sessions, rows: nextLooks });
  const calls = changed.map(({ organization, hour }) => ({ organization, at: hour }));
  return { turns: changedTurns, subSessions: changedSubSessions, calls };
}

/** A turn is one session's, so its row is another one only where its owner, its repair or its sub-session is. */
const knownRows = new WeakMap<Turn, TurnRow>();

function turnRow(turn: Turn, whose: SessionRows): TurnRow {
  const repair = Number(whose.repairs.has(turn.index));
  const activeIn = whose.activeIn.get(turn.index) ?? null;
  const known = knownRows.get(turn);
  const isSame =
    known?.repair === repair && known.developer === whose.developer && known.active_in === activeIn;
  if (isSame) return known;
  const row = newTurnRow(turn, whose);
  knownRows.set(turn, row);
  return row;
}

function newTurnRow(turn: Turn, whose: SessionRows): TurnRow {
  const { organization, session, developer, repairs, activeIn } = whose;
  return {
    organization,
    session,
    developer,
    turn_index: turn.index,
    event: turn.prompt?.id ?? turn.events[0]?.id ?? "",
    started_at: turn.startedAt,
    ended_at: turn.endedAt,
    active_in: activeIn.get(turn.index) ?? null,
    day: dayOf(turn.startedAt),
    duration_ms: turn.durationMs,
    model_ms: turn.modelMs,
    tool_ms: turn.toolMs,
    model: mainModel(turn),
    prompt_chars: turn.promptChars,
    trivial: turn.trivial === null ? null : Number(turn.trivial),
    repair: Number(repairs.has(turn.index)),
    calls: turn.calls,
    failed_calls: turn.failedCalls,
    unknown_calls: turn.unknownCalls,
    tools: turn.tools,
    failed_tools: turn.failedTools,
    input_uncached: turn.tokens.input,
    cache_read: turn.tokens.cacheRead,
    cache_creation: turn.tokens.cacheCreation,
    output: turn.tokens.output,
    lines_added: turn.linesAdded,
    lines_removed: turn.linesRemoved,
  };
}

/** Returns the UTC day, counted from 1970. */
export function dayOf(at: Instant): number {
  return Math.floor(at / DAY);
}

function mainModel(turn: Turn): string | null {
  const counts = new Map<string, number>();
  for (const event of turn.events) {
    if (event.kind === "model_call" && event.model !== null)
      counts.set(event.model, (counts.get(event.model) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted((left, right) => right[1] - left[1] || left[0].localeCompare(right[0]));
  return most?.[0] ?? null;
}

const knownSubSessions = new WeakMap<SubSession, SubSessionRow>();

function subSessionRow(subSession: SubSession, whose: SessionRows): SubSessionRow {
  const used = whose.used.get(subSession.id);
  if (used === undefined) throw new Error("BUG: a sub-session without what it used");
  const known = knownSubSessions.get(subSession);
  const isSame =
    known?.developer === whose.developer &&
    known.agent === used.agent &&
    known.tally === used.tally &&
    known.used === used.used;
  if (isSame) return known;
  const row = { ...newSubSessionRow(subSession, whose), ...used };
  knownSubSessions.set(subSession, row);
  return row;
}

function newSubSessionRow(
  subSession: SubSession,
  { organization, session, developer }: SessionRows,
): Omit<SubSessionRow, keyof UsedTexts> {
  return {
    id: subSession.id,
    organization,
    session,
    developer,
    sub_session_index: subSession.index,
    first_turn: subSession.firstTurn,
    last_turn: subSession.lastTurn,
    started_at: subSession.startedAt,
    ended_at: subSession.endedAt,
    title: subSession.title,
    size: subSession.size,
    bucket: subSession.bucket,
    outcome: subSession.outcome,
    scoreable: Number(subSession.scoreable),
    state: subSession.state,
    boundary_kind: subSession.boundary.kind,
    boundary_p: subSession.boundary.p,
    boundary_confidence: subSession.boundary.confidence,
    boundary_overridden: Number(subSession.boundary.overridden),
    non_trivial_turns: subSession.turns.filter(isNonTrivial).length,
  };
}

/** Returns at most `limit` sessions whose time has come, the longest overdue first. */
export async function findDue(database: Database, now: Instant, limit: number): Promise<SessionOf[]> {
  return tables(database, TURNS, SUB_SESSIONS, ASSEMBLED_SESSIONS)
    .selectFrom("assembled_sessions")
    .select(["organization", "session"])
    .where("look_at", "<=", now)
    .$call(heldHere(database, "organization"))
    .orderBy("look_at")
    .limit(limit)
    .execute();
}

/** Notes that the passing of time no longer changes the sessions. */
export async function forgetDue(database: Database, sessions: readonly SessionOf[]): Promise<void> {
  for (const { organization, session } of sessions) {
    await tables(database, TURNS, SUB_SESSIONS, ASSEMBLED_SESSIONS)
      .updateTable("assembled_sessions")
      .set({ look_at: null })
      .where("organization", "=", organization)
      .where("session", "=", session)
      .execute();
  }
}

/** The prompt that opens a turn. */
export interface TurnPrompt {
  turnIndex: number;
  /** Its event's id. */
  id: string;
}

/** Returns the prompts that open a session's turns, in order. */
export async function readPrompts(
  database: Database,
  organization: string,
  session: SessionName,
): Promise<TurnPrompt[]> {
  const rows = await tables(database, TURNS, SUB_SESSIONS, ASSEMBLED_SESSIONS)
    .selectFrom("turns")
    .select(["turn_index as turnIndex", "event as id"])
    .where("organization", "=", organization)
    .where("session", "=", session)
    .where("turn_index", ">", 0)
    .orderBy("turn_index")
    .execute();
  return rows;
}

/** Returns the indices of a session's turns that repair what the agent did. */
export async function readRepairs(
  database: Database,
  organization: string,
  session: SessionName,
): Promise<number[]> {
  const rows = await tables(database, TURNS, SUB_SESSIONS, ASSEMBLED_SESSIONS)
    .selectFrom("turns")
    .select("turn_index as turnIndex")
    .where("organization", "=", organization)
    .where("session", "=", session)
    .where("repair", "=", 1)
    .orderBy("turn_index")
    .execute();
  return rows.map(({ turnIndex }) => turnIndex);
}

/** Returns the session that a sub-session is part of; null for one that is not known. */
export async function readSessionOf(
  database: Database,
  organization: string,
  subSession: string,
): Promise<SessionName | null> {
  const row = await tables(database, TURNS, SUB_SESSIONS, ASSEMBLED_SESSIONS)
    .selectFrom("sub_sessions")
    .select("session")
    .where("organization", "=", organization)
    .where("id", "=", subSession)
    .executeTakeFirst();
  return row?.session ?? null;
}

/** Returns the developer of an assembled session; null for one that is not known. */
export async function readSessionDeveloper(
  database: Database,
  organization: string,
  session: SessionName,
): Promise<string | null> {
  const row = await tables(database, TURNS, SUB_SESSIONS, ASSEMBLED_SESSIONS)
    .selectFrom("assembled_sessions")
    .select("developer")
    .where("organization", "=", organization)
    .where("session", "=", session)
    .executeTakeFirst();
  return row?.developer ?? null;
}
