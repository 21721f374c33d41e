/** The rows of coverage: one per session, with the facts that its records tell. */
import { type Database, tables } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { replaceSessionRows } from "../../database/session-rows-table.ts";
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { type Fact, FACTS } from "./facts-seen.ts";

interface CoverageTables {
  session_facts: {
    organization: string;
    session: string;
    developer: string;
    agent: Agent;
    version: string | null;
    started_at: Milliseconds;
    /** One bit for each fact, in the order of `FACTS`. */
    facts: number;
  };
}

export const coverageTables: TableSet = {
  name: "coverage",
  tables: ["session_facts"],
  kept: false,
  migrations: [createTables],
};

async function createTables(database: Database): Promise<void> {
  const { schema } = tables<CoverageTables>(database);
  await schema
    .createTable("session_facts")
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("session", "text", (column) => column.notNull())
    .addColumn("developer", "text", (column) => column.notNull())
    .addColumn("agent", "text", (column) => column.notNull())
    .addColumn("version", "text")
    .addColumn("started_at", "integer", (column) => column.notNull())
    .addColumn("facts", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("session_facts_key", ["organization", "session"])
    .execute();
  await schema
    .createIndex("session_facts_by_time")
    .on("session_facts")
    .columns(["organization", "started_at"])
    .execute();
}

/** What one session's records tell. */
export interface SessionCoverage {
  organization: string;
  session: string;
  developer: string;
  agent: Agent;
  version: string | null;
  /** null for a session without turns: it is none that anybody asks about. */
  startedAt: Milliseconds | null;
  facts: ReadonlySet<Fact>;
}

/** Puts the coverage of sessions in the place of what they had. */
export async function saveCoverage(database: Database, sessions: readonly SessionCoverage[]): Promise<void> {
  const rows = sessions.flatMap(({ startedAt, facts, ...rest }) =>
    startedAt === null ? [] : [{ ...rest, started_at: startedAt, facts: bitsOf(facts) }],
  );
  await replaceSessionRows(tables<CoverageTables>(database), "session_facts", { sessions, rows });
}

function bitsOf(facts: ReadonlySet<Fact>): number {
  return FACTS.reduce((bits, fact, place) => bits | (Number(facts.has(fact)) << place), 0);
}

function factsOf(bits: number): Fact[] {
  return FACTS.filter((_, place) => (bits & (1 << place)) !== 0);
}

/** Whose coverage is wanted. */
export interface CoverageFilter {
  organization: string;
  /** null for everybody's. */
  developers: readonly string[] | null;
  /** Sessions that start at or after this time… */
  from: Milliseconds;
  /** …and before this one. */
  to: Milliseconds;
}

/** Sessions of one agent's version that tell the same facts. */
export interface FactsTold {
  agent: Agent;
  version: string | null;
  facts: Fact[];
  sessions: number;
}

/** Gives: how many sessions of which agent told what. */
export async function readCoverage(database: Database, filter: CoverageFilter): Promise<FactsTold[]> {
  let query = tables<CoverageTables>(database)
    .selectFrom("session_facts")
    .select((row) => ["agent", "version", "facts", row.fn.countAll<number>().as("sessions")])
    .where("organization", "=", filter.organization)
    .where("started_at", ">=", filter.from)
    .where("started_at", "<", filter.to);
  if (filter.developers !== null) query = query.where("developer", "in", filter.developers);
  const rows = await query.groupBy(["agent", "version", "facts"]).execute();
  return rows.map(({ facts, sessions, ...row }) => ({
    ...row,
    facts: factsOf(facts),
    sessions: Number(sessions),
  }));
}
