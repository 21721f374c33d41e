/** Advice on one session, because somebody asks for it now. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { rowsToRead } from "../../identity/scope.ts";
import { findSessionNames } from "../../normaliser/table.ts";
import { findNamed } from "../../sessions/listed/listed-table.ts";
import { readSessionDeveloper } from "../../turns/table.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Advised, advise } from "./advise.ts";
import { type Card, type CardReader, NO_CARD_REASONS, type NoCardReason } from "./card.ts";
import { summaryOf, writeNow, type WritingParts } from "./model/write-now.ts";
import { describeCards } from "./listed/describe-cards.ts";
import { readCardsPage } from "./listed/listed-cards-table.ts";
import { hasOpenWork, readClosedOf } from "./writing/work-table.ts";
import { NO_SESSION, type AgentSessionId, type SessionName } from "../../vocabulary/held-name.ts";

/** Which session is meant, by the id that its agent gave. */
export interface RunRequest extends CardReader {
  sessionId: AgentSessionId;
}

/** What the advice on a session comes to. */
export interface Advice {
  /** Written by the judge model; null where it has written none. */
  summary: string | null;
  /** All cards of the session, the newest first. */
  cards: Card[];
  /** Why there is none; null where there is one, and where the work went meanwhile. */
  reason: NoCardReason | null;
}

/**
 * Makes the cards that the session's sub-sessions lack, those that are closed at least for now, however long
 * ago and however many its developer had today.
 *
 * With a judge model their prompts are rewritten and the session is summed up, as far as it answers.
 *
 * @returns null for a session that is unknown or may not be read.
 */
export async function runAdvisor(
  parts: WritingParts,
  { scope, voter, sessionId }: RunRequest,
): Promise<Advice | null> {
  const { database } = parts;
  const organization = scope.organizationId;
  const readable = await rowsToRead(database, scope, null);
  if (readable === null) return null;
  const sessions = await readSessions(database, {
    organization,
    sessionId,
    developers: readable.developerIds,
  });
  if (sessions.length === 0) return null;
  const reasons: NoCardReason[] = [];
  for (const session of sessions) reasons.push(...(await adviseOnSession(parts, { organization, session })));
  const everything = { organization, developers: null, from: 0, to: Number.MAX_SAFE_INTEGER, sessions };
  const readCards = () => readCardsPage(database, everything, { limit: MOST_CARDS, after: null });
  const newest = { organization, session: await newestOf(database, organization, sessions) };
  await writeNow(parts, newest, await readCards());
  const onlooker = { organization, developers: readable.developers, voter };
  const cards = await describeCards(database, await readCards(), onlooker);
  return {
    summary: await summaryOf(parts, newest),
    cards,
    reason: cards.length > 0 ? null : (NO_CARD_REASONS.find((reason) => reasons.includes(reason)) ?? null),
  };
}

/** Returns the names of those sessions of that id that may be read. */
async function readSessions(
  database: Database,
  {
    organization,
    sessionId,
    developers,
  }: { organization: string; sessionId: AgentSessionId; developers: readonly string[] | null },
): Promise<SessionName[]> {
  const sessions: SessionName[] = [];
  for (const session of await findSessionNames(database, organization, sessionId)) {
    const developer = await readSessionDeveloper(database, organization, session);
    if (developer !== null && (developers === null || developers.includes(developer))) sessions.push(session);
  }
  return sessions;
}

/** What an answer holds at most; sessions have far fewer. */
const MOST_CARDS = 500;

/** Where several people's sessions have the id: the one that the summary's own address names. */
async function newestOf(
  database: Database,
  organization: string,
  sessions: readonly SessionName[],
): Promise<SessionName> {
  const [newest] = await findNamed(database, { organization, developers: null }, sessions);
  return newest?.session ?? sessions[0] ?? NO_SESSION;
}

/** Returns why its sub-sessions without a card have none. */
async function adviseOnSession(
  { database, clock }: { database: Database; clock: Clock },
  name: { organization: string; session: SessionName },
): Promise<NoCardReason[]> {
  const closed = await readClosedOf(database, name);
  if (closed.length === 0) return [(await hasOpenWork(database, name)) ? "not_closed" : "not_counted"];
  const found = new Set<Advised>();
  for (const metrics of closed)
    found.add(
      await inTransaction(database, "full", (transaction) =>
        advise(transaction, metrics, { now: clock(), isAsked: true }),
      ),
    );
  return NO_CARD_REASONS.filter((reason) => found.has(reason));
}
