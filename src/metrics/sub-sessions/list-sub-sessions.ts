/** Lists the sub-sessions of a window with the parts of their SSE, one by one or by session. */
import type { Database } from "../../database/open.ts";
import { describeOwner } from "../../identity/developers/answer.ts";
import { rowsToRead, type RowsToRead } from "../../identity/scope.ts";
import { findSessionNames } from "../../normaliser/table.ts";
import { saidAnswer } from "../../turns/outcomes/said-outcome.ts";
import { readSaidOutcomes, type SaidOutcomeRow } from "../../turns/outcomes/said-table.ts";
import { readSubSessionTitles } from "../../turns/titles/titles-table.ts";
import { idIn, type AgentSessionId, type SessionName } from "../../vocabulary/held-name.ts";
import { readPage } from "../../vocabulary/page.ts";
import { sumsOfRow } from "../metrics-row.ts";
import { breakdownOf } from "./breakdown.ts";
import { readTurnEntries } from "./read-turn-entries.ts";
import type { TurnEntry } from "./turn-entry-answer.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Score } from "../../vocabulary/units.ts";
import type {
  SessionRow,
  SessionsPage,
  SubSessionAnswer,
  SubSessionPosition,
  SubSessionsPage,
  SubSessionsQuery,
} from "./sub-session-answer.ts";
import {
  countSubSessions,
  type FirstOfSession,
  type JoinedRow,
  readSessionsPage,
  readSubSessionsOf,
  readSubSessionsPage,
  type SubSessionsFilter,
} from "./sub-sessions-table.ts";
import type { AfterRow } from "../table.ts";

/** Reads one page of sub-sessions, the newest first. */
export async function listSubSessions(database: Database, query: SubSessionsQuery): Promise<SubSessionsPage> {
  const readable = await rowsAskedFor(database, query);
  if (readable === null) return { subSessions: [], total: 0, next: null };
  const filter = await filterOf(database, query, readable);
  const read = (limit: number) => readSubSessionsPage(database, filter, { limit, after: afterOf(query) });
  const { rows, next } = await readPage(query.limit, read, positionOf);
  const total = await countSubSessions(database, filter, "sub_sessions");
  const entries = await entriesOf(database, query, rows);
  const worded = await withWords(database, rows);
  return {
    subSessions: worded.map((row) => subSessionAnswer(row, { readable, entries })),
    total,
    next,
  };
}

/** Reads one page of sessions with their sub-sessions in the window, the session that starts last in it first. */
export async function listBySession(database: Database, query: SubSessionsQuery): Promise<SessionsPage> {
  const readable = await rowsAskedFor(database, query);
  if (readable === null) return { sessions: [], total: 0, next: null };
  const filter = await filterOf(database, query, readable);
  const read = (limit: number) => readSessionsPage(database, filter, { limit, after: afterOf(query) });
  const { rows: firsts, next } = await readPage(query.limit, read, positionOf);
  const names = firsts.map(({ session }) => session);
  const found = await withWords(database, await readSubSessionsOf(database, filter, names));
  const rows = Map.groupBy(found, ({ session }) => session);
  const entries = await entriesOf(database, query, found);
  const total = await countSubSessions(database, filter, "sessions");
  return {
    sessions: firsts.map((first) => sessionRow(first, rows.get(first.session) ?? [], { readable, entries })),
    total,
    next,
  };
}

/** Returns the rows that scope and filters leave; null when they leave nobody's. */
async function rowsAskedFor(database: Database, query: SubSessionsQuery): Promise<RowsToRead | null> {
  const readable = await rowsToRead(database, query.scope, query.developer);
  const { among = null } = query;
  if (readable === null || among === null) return readable;
  const developerIds = among.filter((id) => readable.developerIds?.includes(id) ?? true);
  return developerIds.length === 0 ? null : { ...readable, developerIds };
}

type EntriesById = ReadonlyMap<string, TurnEntry[]>;

/** What rows are described with: names of developers, and the accounts of turns. */
interface Described {
  readable: RowsToRead;
  entries: EntriesById;
}

/** The accounts of turns, where they are asked for. */
async function entriesOf(
  database: Database,
  { turns, scope }: SubSessionsQuery,
  rows: readonly JoinedRow[],
): Promise<EntriesById> {
  return turns ? readTurnEntries(database, scope.organizationId, rows) : new Map<string, TurnEntry[]>();
}

/** A sub-session with what a person said of it. */
type WordedRow = JoinedRow & { said: SaidOutcomeRow | undefined };

/** A title that the judge model wrote replaces the beginning of a prompt. */
async function withWords(database: Database, rows: readonly JoinedRow[]): Promise<WordedRow[]> {
  const ids = rows.map(({ id }) => id);
  const titles = await readSubSessionTitles(database, ids);
  const said = await readSaidOutcomes(database, ids);
  return rows.map((row) => ({ ...row, title: titles.get(row.id) ?? row.title, said: said.get(row.id) }));
}

async function filterOf(
  database: Database,
  { scope, from, to, session, outcome, scoreable }: SubSessionsQuery,
  { developerIds: developers, labels }: RowsToRead,
): Promise<SubSessionsFilter> {
  const organization = scope.organizationId;
  const sessions = session === null ? null : await namesOfSessions(database, organization, session);
  const counted = scoreable === null ? null : Number(scoreable);
  return { organization, developers, labels, sessions, from, to, outcome, scoreable: counted };
}

async function namesOfSessions(
  database: Database,
  organization: string,
  session: { id: AgentSessionId } | { name: SessionName },
): Promise<readonly SessionName[]> {
  return "name" in session ? [session.name] : findSessionNames(database, organization, session.id);
}

function afterOf({ after }: SubSessionsQuery): AfterRow | null {
  return after === null ? null : { startedAt: after.startedAt, subSessionId: after.id };
}

function positionOf({ started_at, id }: { started_at: number; id: string }): SubSessionPosition {
  return { startedAt: started_at, id };
}

function sessionRow(
  { session, developer }: FirstOfSession,
  rows: readonly WordedRow[],
  described: Described,
): SessionRow {
  return {
    sessionId: idIn(session),
    developer: describeOwner(described.readable.developers, developer),
    sse: meanSse(rows),
    subSessions: rows.map((row) => subSessionAnswer(row, described)),
  };
}

/** A session is too short for the evidence that scores need, so one value is enough. */
function meanSse(rows: readonly JoinedRow[]): Score | null {
  const scored = rows.filter((row) => row.scoreable === 1 && row.sse !== null);
  const weight = scored.reduce((sum, row) => sum + row.weight, 0);
  return weight === 0 ? null : scored.reduce((sum, row) => sum + row.weight * (row.sse ?? 0), 0) / weight;
}

function subSessionAnswer(row: WordedRow, { readable, entries }: Described): SubSessionAnswer {
  const turnEntries = entries.get(row.id);
  return {
    id: row.id,
    sessionId: idIn(row.session),
    developer: describeOwner(readable.developers, row.developer),
    agent: row.agent,
    index: row.sub_session_index,
    title: row.title,
    startedAt: isoTime(row.started_at),
    endedAt: isoTime(row.ended_at),
    turns: row.non_trivial_turns,
    outcome: row.outcome,
    said: saidAnswer(row.said),
    scoreable: row.scoreable === 1,
    sse: row.sse,
    size: row.size,
    bucket: row.bucket,
    breakdown: breakdownOf(sumsOfRow(row), {
      cap: row.outcome === "partial" || row.outcome === "abandoned" ? row.outcome : null,
      changeTurns: row.change_turns,
      medianMsPerToken: row.median_ms_per_token,
    }),
    ...(turnEntries === undefined ? {} : { turnEntries }),
    scoringVersion: row.scoring_version,
    boundary: {
      kind: row.boundary_kind,
      p: row.boundary_p,
      confidence: row.boundary_confidence,
      overridden: row.boundary_overridden === 1,
    },
  };
}
