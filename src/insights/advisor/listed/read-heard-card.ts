/** A card as those who listen get it: read once for all of them. */
import type { Database } from "../../../database/open.ts";
import { idsOf, readDevelopers } from "../../../identity/developers/directory.ts";
import type { Card } from "../card.ts";
import { describeCards } from "./describe-cards.ts";
import { findCard } from "./listed-cards-table.ts";

/** A card, and what differs between those who look at it. */
export interface HeardCard {
  /** As one sees it who has not voted. */
  card: Card;
  /** The ids of the developer whose card it is; a key may be bound to any of them. */
  readers: readonly string[];
}

/** Returns null when there is no such card any more. */
export async function readHeardCard(
  database: Database,
  { organizationId: organization, id }: { organizationId: string; id: string },
): Promise<HeardCard | null> {
  const row = await findCard(database, { organization, developers: null, id });
  if (row === null) return null;
  const developers = await readDevelopers(database, organization);
  const [card] = await describeCards(database, [row], { organization, developers, voter: null });
  if (card === undefined) return null;
  return { card, readers: idsOf(card.developer.id, developers) };
}
