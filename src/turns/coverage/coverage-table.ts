/** The rows of coverage: one per session, with the facts that its records show. */
import type { SessionOf } from "../../database/engine.ts";
import type { Database } from "../../database/open.ts";
import { count, instant, orNull, text } from "../../database/columns.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import type { TableSet } from "../../database/prepare.ts";
import { replaceSessionRows } from "../../database/session-rows.ts";
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type Fact, FACTS } from "./facts-seen.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

export const SESSION_FACTS = declareTable(
  "session_facts",
  {
    organization: text(),
    session: text<SessionName>(),
    developer: text(),
    agent: text<Agent>(),
    version: orNull(text()),
    started_at: instant(),
    /** One bit for each fact, in the order of `FACTS`. */
    facts: count(),
  },
  {
    owner: ["session", "developer"],
    key: ["organization", "session"],
    indexes: { session_facts_by_time: ["organization", "started_at"] },
  },
);

export type CoverageRow = RowOf<typeof SESSION_FACTS>;

export const coverageTables = {
  name: "coverage",
  tables: [SESSION_FACTS],
  kept: false,
  shape: 2,
  create: createTables,
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, SESSION_FACTS);
}

/** What one session's records show. */
export interface SessionCoverage {
  organization: string;
  session: SessionName;
  developer: string;
  agent: Agent;
  version: string | null;
  /** null for a session without turns, which no query lists. */
  startedAt: Instant | null;
  facts: ReadonlySet<Fact>;
}

/** The rows of sessions' coverage. */
export function coverageRows(sessions: readonly SessionCoverage[]): CoverageRow[] {
  return sessions.flatMap(({ startedAt, facts, ...rest }) =>
    startedAt === null ? [] : [{ ...rest, started_at: startedAt, facts: bitsOf(facts) }],
  );
}

/** Replaces the coverage of sessions. */
export async function saveCoverage(
  database: Database,
  sessions: readonly SessionOf[],
  rows: readonly CoverageRow[],
): Promise<void> {
  await replaceSessionRows(database, SESSION_FACTS, { sessions, rows });
}

function bitsOf(facts: ReadonlySet<Fact>): number {
  return FACTS.reduce((bits, fact, place) => bits | (Number(facts.has(fact)) << place), 0);
}

/** Returns the facts of a row. */
export function factsOf(bits: number): Fact[] {
  return FACTS.filter((_, place) => (bits & (1 << place)) !== 0);
}

/** Sessions of one agent's version that show the same facts. */
export interface FactsTold {
  agent: Agent;
  version: string | null;
  facts: Fact[];
  sessions: number;
}

/**
 * Returns how many sessions of which agent showed what.
 *
 * @param window - A window of sessions' starts.
 */
export async function readCoverage(database: Database, filter: WindowFilter): Promise<FactsTold[]> {
  const query = inWindow(tables(database, SESSION_FACTS).selectFrom("session_facts"), filter, "started_at")
    .select((row) => ["agent", "version", "facts", row.fn.countAll<number>().as("sessions")])
    .groupBy(["agent", "version", "facts"]);
  const rows = await query.execute();
  return rows.map(({ facts, sessions, ...row }) => ({
    ...row,
    facts: factsOf(facts),
    sessions: Number(sessions),
  }));
}
