/** Removes a person from every table, and counts what that takes. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { ACCOUNTS } from "../../metrics/accounts/accounts-table.ts";
import { deleteUnnamedSigns } from "../../normaliser/neighbours/neighbours-table.ts";
import { scopeOf } from "../../normaliser/sightings/scope.ts";
import { readSessionsOf } from "../../normaliser/table.ts";
import { passOnJudgements } from "../../rubric/prompts/save-judgement.ts";
import { measureAroundAgain } from "../../sessions/classified/around-purged-table.ts";
import { idIn, type AgentSessionId } from "../../vocabulary/held-name.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { findReportsNaming, forgetReports } from "../reports/forget-person.ts";
import { OWNED_TABLES } from "./owned-tables.ts";
import {
  countRows,
  deleteRows,
  deleteSightings,
  deleteSigns,
  unlistSessions,
  type Whose,
} from "./person-table.ts";

/** Whose rows go. */
export interface TheirRows extends Whose {
  keys: readonly string[];
  /** Scopes of traces and instances of their sessions. */
  scopes: readonly string[];
  /** What keys sent later stays. */
  until: Instant;
}

/** Rows by table; tables without any are left out. */
type Counted = Record<string, number>;

/** Counts what belongs to them, and the team's reports that name them. */
export async function countTheirRows(database: Database, whose: Whose, counted: Counted): Promise<void> {
  for (const table of OWNED_TABLES) addRows(counted, table.name, await countRows(database, table, whose));
  addRows(counted, "reports", (await findReportsNaming(database, whose)).length);
}

/** Deletes it, and counts it. */
export async function purgeRows(database: Database, theirs: TheirRows, counted: Counted): Promise<void> {
  const naming = await findReportsNaming(database, theirs);
  await forgetReports(database, naming);
  addRows(counted, "reports", naming.length);
  const { organization, sessions, keys, until } = theirs;
  const scopes = [...theirs.scopes, ...sessions.map(scopeOf.session)];
  await inTransaction(database, "full", async (transaction) => {
    await deleteSightings(transaction, { organization, ids: scopes });
    await deleteUnnamedSigns(transaction, { organization, keys });
    await deleteSigns(transaction, { organization, ids: keys, until });
    await unlistSessions(transaction, { organization, ids: await idsOfThemAlone(transaction, theirs) });
    await passOnJudgements(transaction, { organization, sessions });
  });
  for (const table of OWNED_TABLES) {
    const rows = await countRows(database, table, theirs);
    if (rows === 0) continue;
    await inTransaction(database, "full", async (transaction) => {
      if (table.name === ACCOUNTS.name) await measureAroundAgain(transaction, theirs);
      await deleteRows(transaction, table, theirs);
    });
    addRows(counted, table.name, rows);
  }
  // one that was being made meanwhile may be about rows that were still there
  await forgetReports(database, await findReportsNaming(database, theirs));
}

function addRows(counted: Counted, table: string, rows: number): void {
  if (rows > 0) counted[table] = (counted[table] ?? 0) + rows;
}

/** What the catalogue lists by an agent's id stays while the id is that of somebody else's session too. */
async function idsOfThemAlone(
  database: Database,
  { organization, sessions }: Whose,
): Promise<AgentSessionId[]> {
  const ids = new Set(sessions.map(idIn));
  const theirs = new Set(sessions);
  for (const { session } of await readSessionsOf(database, organization, [...ids]))
    if (!theirs.has(session)) ids.delete(idIn(session));
  return [...ids];
}
