/** Answers which cards there are, and what one says. */
import type { Database } from "../../../database/open.ts";
import { rowsToRead } from "../../../identity/scope.ts";
import { findSessionNames } from "../../../normaliser/table.ts";
import { readPage } from "../../../vocabulary/page.ts";
import type { Card, CardQuery, CardsPage, CardsQuery } from "../card.ts";
import { describeCards } from "./describe-cards.ts";
import { type CardsFilter, countCards, findCard, readCardsPage } from "./listed-cards-table.ts";

/** Reads one page of cards, the newest first. */
export async function listCards(database: Database, query: CardsQuery): Promise<CardsPage> {
  const { scope, voter, from, to, sessionId, limit, after } = query;
  const organization = scope.organizationId;
  const readable = await rowsToRead(database, scope, query.developer);
  if (readable === null) return { cards: [], total: 0, next: null };
  const sessions = sessionId === null ? null : await findSessionNames(database, organization, sessionId);
  const { developerIds, labels } = readable;
  const filter: CardsFilter = { organization, developers: developerIds, labels, from, to, sessions };
  const { rows, next } = await readPage(
    limit,
    (atMost) => readCardsPage(database, filter, { limit: atMost, after }),
    (last) => ({ at: last.closed_at, id: last.id }),
  );
  const { developers } = readable;
  const cards = await describeCards(database, rows, { organization, developers, voter });
  return { cards, total: await countCards(database, filter), next };
}

/**
 * Reads one card.
 *
 * @returns null for one that is unknown or may not be read.
 */
export async function readCard(database: Database, query: CardQuery): Promise<Card | null> {
  const { scope, voter, cardId: id } = query;
  const organization = scope.organizationId;
  const readable = await rowsToRead(database, scope, null);
  if (readable === null) return null;
  const row = await findCard(database, { organization, developers: readable.developerIds, id });
  if (row === null) return null;
  const { developers } = readable;
  const [card] = await describeCards(database, [row], { organization, developers, voter });
  return card ?? null;
}
