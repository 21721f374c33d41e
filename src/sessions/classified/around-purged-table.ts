/** Lets sessions be measured again that stay while others are purged with which their turns were classified. */
import type { Database } from "../../database/open.ts";
import { rowChunks } from "../../database/row-chunks.ts";
import { tables } from "../../database/table-shape.ts";
import {
  ACCOUNTS,
  type AccountRow,
  findAccountsAround,
  outdateKnownOf,
} from "../../metrics/accounts/accounts-table.ts";
import { saveFlows } from "../../metrics/table.ts";
import { LOOK_BACK } from "../../metrics/kinds/kind.ts";
import { AFTER_BATCHES, markDirty } from "../../normaliser/dirty-table.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";

/** Whose rows are about to be deleted. */
export interface Purged {
  organization: string;
  sessions: readonly SessionName[];
  /** All rows of these go, whatever session they are of. */
  developers: readonly string[];
}

/**
 * Marks the sessions that stay although rows of theirs go, and those in which the same people worked within a day of
 * a purged session.
 *
 * @param transaction - The transaction that then deletes the rows of accounts.
 */
export async function measureAroundAgain(transaction: Database, purged: Purged): Promise<void> {
  const { organization } = purged;
  const purgedSessions = new Set(purged.sessions);
  const stays = ({ session }: { session: SessionName }) => !purgedSessions.has(session);
  const losing = (await rowsOfDevelopers(transaction, purged)).filter(stays);
  const around = (await rowsAround(transaction, purged)).filter(stays);
  await outdateKnownOf(
    transaction,
    around.map(({ sub_session }) => sub_session),
  );
  // flow that is not known is computed again
  await saveFlows(transaction, new Map(around.map(({ sub_session }) => [sub_session, null])));
  const names = new Set([...losing, ...around].map(({ session }) => session));
  await markDirty(
    transaction,
    [...names].map((session) => ({ organization, session, sequence: AFTER_BATCHES })),
  );
}

type SubSessionRow = Pick<AccountRow, "sub_session" | "session">;

async function rowsOfDevelopers(
  transaction: Database,
  { organization, developers }: Purged,
): Promise<SubSessionRow[]> {
  return tables(transaction, ACCOUNTS)
    .selectFrom("accounts")
    .select(["sub_session", "session"])
    .where("organization", "=", organization)
    .where("developer", "in", developers)
    .execute();
}

/** Of the developers themselves no row stays. */
async function rowsAround(
  transaction: Database,
  { organization, sessions, developers }: Purged,
): Promise<SubSessionRow[]> {
  const around: SubSessionRow[] = [];
  for (const chunk of rowChunks(sessions)) {
    const rows = await tables(transaction, ACCOUNTS)
      .selectFrom("accounts")
      .select(["person", "started_at", "ended_at"])
      .where("organization", "=", organization)
      .where("session", "in", chunk)
      .where("developer", "not in", developers)
      .execute();
    for (const { person, started_at, ended_at } of rows) {
      const window = { organization, person, from: started_at - LOOK_BACK, to: ended_at + LOOK_BACK };
      around.push(...(await findAccountsAround(transaction, window)));
    }
  }
  return around;
}
