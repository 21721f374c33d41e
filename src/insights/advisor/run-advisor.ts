/** Advice on one session, because somebody asks for it now. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { findSessionNames } from "../../normaliser/table.ts";
import { readSessionDeveloper } from "../../turns/table.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { advise } from "./advise.ts";
import type { Card, CardReader } from "./card.ts";
import { describeCards } from "./listed/describe-cards.ts";
import { readCardsPage } from "./listed/listed-cards-table.ts";
import { readClosedOf } from "./writing/work-table.ts";

/** Which session is meant, by the id that its agent gave. */
export interface RunRequest extends CardReader {
  sessionId: string;
}

/**
 * Makes the cards that the session's sub-sessions lack, those that are closed at least for now, however long ago.
 *
 * Gives: all cards of the session, the newest first; null for a session that is unknown or may not be read.
 */
export async function runAdvisor(
  { database, clock }: { database: Database; clock: Clock },
  { scope, voter, sessionId }: RunRequest,
): Promise<Card[] | null> {
  const organization = scope.organizationId;
  const readable = await rowsToRead(database, scope, null);
  const sessions: string[] = [];
  for (const session of await findSessionNames(database, organization, sessionId)) {
    const developer = await readSessionDeveloper(database, organization, session);
    if (developer !== null && (readable?.names?.includes(developer) ?? readable !== null))
      sessions.push(session);
  }
  if (readable === null || sessions.length === 0) return null;
  for (const session of sessions) await adviseOnSession({ database, clock }, { organization, session });
  const everything = { organization, developers: null, from: 0, to: Number.MAX_SAFE_INTEGER, sessions };
  const rows = await readCardsPage(database, everything, { limit: MOST_CARDS, after: null });
  return describeCards(database, rows, { organization, developers: readable.developers, voter });
}

/** What an answer holds at most; sessions have far fewer. */
const MOST_CARDS = 500;

async function adviseOnSession(
  { database, clock }: { database: Database; clock: Clock },
  name: { organization: string; session: string },
): Promise<void> {
  for (const metrics of await readClosedOf(database, name))
    await inTransaction(database, "full", (transaction) => advise(transaction, metrics, clock()));
}
