/** What people said of how their sub-sessions ended. It is kept: nothing could say it again. */
import { instant, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import { inWindow, type WindowFilter } from "../../database/window.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import { SUB_SESSIONS } from "../create-tables.ts";
import type { SaidAndMeasured, SaidOutcome } from "./said-outcome.ts";

const SAID_OUTCOMES = declareTable(
  "said_outcomes",
  {
    /** Its id comes from its first prompt, so what was said stays with it when it is computed again. */
    sub_session: text(),
    organization: text(),
    session: text<SessionName>(),
    outcome: text<SaidOutcome>(),
    /** Redacted. */
    note: orNull(text()),
    /** The id of the key or account it came with. */
    key: text(),
    said_at: instant(),
  },
  {
    owner: ["session"],
    key: ["sub_session"],
    indexes: { said_outcomes_by_session: ["session"] },
  },
);

export type SaidOutcomeRow = RowOf<typeof SAID_OUTCOMES>;

export const saidOutcomeTables = {
  name: "said_outcomes",
  tables: [SAID_OUTCOMES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, SAID_OUTCOMES);
}

/** Keeps what was said and replaces what was said before. */
export async function saveSaidOutcome(transaction: Database, row: SaidOutcomeRow): Promise<void> {
  const { sub_session: _, ...said } = row;
  await tables(transaction, SAID_OUTCOMES)
    .insertInto("said_outcomes")
    .values(row)
    .onConflict((conflict) => conflict.columns(["sub_session"]).doUpdateSet(said))
    .execute();
}

/** Takes back what was said of a sub-session. */
export async function forgetSaidOutcome(transaction: Database, subSession: string): Promise<void> {
  await tables(transaction, SAID_OUTCOMES)
    .deleteFrom("said_outcomes")
    .where("sub_session", "=", subSession)
    .execute();
}

/** Returns what was said of those of the sub-sessions of which somebody said something. */
export async function readSaidOutcomes(
  database: Database,
  subSessions: readonly string[],
): Promise<Map<string, SaidOutcomeRow>> {
  const said = new Map<string, SaidOutcomeRow>();
  for (const chunk of rowChunks(subSessions)) {
    const rows = await tables(database, SAID_OUTCOMES)
      .selectFrom("said_outcomes")
      .selectAll()
      .where("sub_session", "in", chunk)
      .execute();
    for (const row of rows) said.set(row.sub_session, row);
  }
  return said;
}

/** Returns the window's sub-sessions that scores count and of which somebody said how they ended. */
export async function readSaidAndMeasured(
  database: Database,
  filter: WindowFilter,
): Promise<SaidAndMeasured[]> {
  const { organization } = filter;
  const measured = await counted(database, filter)
    .select(["id", "outcome"])
    .where("id", "in", (inner) =>
      inner.selectFrom("said_outcomes").select("sub_session").where("organization", "=", organization),
    )
    .orderBy("id")
    .execute();
  const said = await readSaidOutcomes(
    database,
    measured.map(({ id }) => id),
  );
  return measured.flatMap(({ id, outcome }) => {
    const row = said.get(id);
    return row === undefined ? [] : [{ measured: outcome, said: row.outcome }];
  });
}

/** Counts the window's sub-sessions that scores count. */
export async function countScoreable(database: Database, filter: WindowFilter): Promise<number> {
  const query = counted(database, filter).select((row) => row.fn.countAll<number>().as("found"));
  return (await query.executeTakeFirstOrThrow()).found;
}

function counted(database: Database, filter: WindowFilter) {
  const all = tables(database, SUB_SESSIONS, SAID_OUTCOMES).selectFrom("sub_sessions");
  return inWindow(all, filter, "started_at").where("scoreable", "=", 1);
}
