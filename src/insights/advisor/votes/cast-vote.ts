/** A person's vote on a card: kept in the place of the one before, or taken back. */
import type { Database } from "../../../database/open.ts";
import { inTransaction } from "../../../database/transaction.ts";
import { idsOf } from "../../../identity/developers/directory.ts";
import { rowsToRead } from "../../../identity/scope.ts";
import { isBeingPurged } from "../../governance/being-purged.ts";
import type { Redactor } from "../../../privacy/redactor.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import type { Card, CardQuery } from "../card.ts";
import { findCard } from "../listed/listed-cards-table.ts";
import { readCard } from "../listed/list-cards.ts";
import { deleteVotes, saveVote, type VoteRow } from "./votes-table.ts";

/** A vote, and by whom. */
export interface VoteRequest extends CardQuery {
  /** null takes it back. */
  vote: VoteRow["vote"] | null;
  comment: string | null;
}

/** What voting works with. */
export interface VotingParts {
  database: Database;
  clock: Clock;
  redactor: Pick<Redactor, "text">;
}

/**
 * Keeps the vote.
 *
 * @returns The card with it; null for a card that is unknown or may not be read.
 */
export async function voteOnCard(parts: VotingParts, request: VoteRequest): Promise<Card | null> {
  const { database } = parts;
  const isKept = await inTransaction(database, "full", (transaction) =>
    castVote(transaction, parts, request),
  );
  return isKept ? readCard(database, request) : null;
}

async function castVote(transaction: Database, parts: VotingParts, request: VoteRequest): Promise<boolean> {
  const { scope, voter, cardId: id } = request;
  const readable = await rowsToRead(transaction, scope, null);
  if (readable === null) return false;
  const { developers, developerIds } = readable;
  const card = await findCard(transaction, {
    organization: scope.organizationId,
    developers: developerIds,
    id,
  });
  // a card that goes away takes no votes any more
  if (card === null || (await isBeingPurged(transaction, [card.developer]))) return false;
  // by whichever name they voted before they were found to be one person
  const voters = idsOf(developers.get(voter)?.id ?? voter, developers);
  await deleteVotes(transaction, { card: id, voters });
  const vote = voteRow(parts, request);
  if (vote !== null) await saveVote(transaction, { ...vote, session: card.session });
  return true;
}

function voteRow(
  { clock, redactor }: VotingParts,
  { scope, voter, cardId, vote, comment }: VoteRequest,
): Omit<VoteRow, "session"> | null {
  if (vote === null) return null;
  return {
    card: cardId,
    organization: scope.organizationId,
    developer: voter,
    vote,
    comment: comment === null ? null : redactor.text(comment.toWellFormed(), "written"),
    said_at: clock(),
  };
}
