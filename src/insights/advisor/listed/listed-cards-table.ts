/** Finds cards for the lists: whose they are is what their sessions say today. */
import { pageAfter } from "../../../database/window.ts";
import { ofLabelled } from "../../../database/labels/session-labels-table.ts";
import type { Database } from "../../../database/open.ts";
import { rowChunks } from "../../../database/row-chunks.ts";
import { tables } from "../../../database/table-shape.ts";
import { totalOf } from "../../../database/total.ts";
import type { WindowFilter } from "../../../database/window.ts";
import { isOf, type PromptRow, PROMPTS } from "../../../rubric/prompts/prompts-table.ts";
import { ASSEMBLED_SESSIONS } from "../../../turns/create-tables.ts";
import type { CardPosition } from "../card.ts";
import { type CardRow, CARDS } from "../cards-table.ts";
import type { SessionName } from "../../../vocabulary/held-name.ts";

/** Which cards are wanted. */
export interface CardsFilter extends WindowFilter {
  /** Names of sessions; null for all. */
  sessions: readonly SessionName[] | null;
}

/** Each card with its session's developer in the place of the one that it was made for. */
function withOwners(database: Database) {
  return tables(database, CARDS, ASSEMBLED_SESSIONS)
    .selectFrom("cards")
    .leftJoin("assembled_sessions as owner", (join) =>
      join
        .onRef("owner.organization", "=", "cards.organization")
        .onRef("owner.session", "=", "cards.session"),
    );
}

type WithOwners = ReturnType<typeof withOwners>;

function ofDevelopers(query: WithOwners, developers: readonly string[] | null): WithOwners {
  if (developers === null) return query;
  return query.where(({ fn }) => fn.coalesce("owner.developer", "cards.developer"), "in", developers);
}

function filtered(
  database: Database,
  { organization, developers, from, to, sessions, labels = null }: CardsFilter,
) {
  let query = ofDevelopers(withOwners(database), developers)
    .where("cards.organization", "=", organization)
    .where("cards.closed_at", ">=", from)
    .where("cards.closed_at", "<", to);
  for (const label of labels ?? []) query = query.where(ofLabelled(organization, "cards.session", label));
  return sessions === null ? query : query.where("cards.session", "in", sessions);
}

async function rowsOf(query: WithOwners): Promise<CardRow[]> {
  const rows = await query.selectAll("cards").select("owner.developer as owner").execute();
  return rows.map(({ owner, ...card }) => ({ ...card, developer: owner ?? card.developer }));
}

/** Returns at most `limit` cards, the newest first. */
export async function readCardsPage(
  database: Database,
  filter: CardsFilter,
  { limit, after }: { limit: number; after: CardPosition | null },
): Promise<CardRow[]> {
  return rowsOf(pageAfter(filtered(database, filter), ["cards.closed_at", "cards.id"], after).limit(limit));
}

/** Returns how many cards match, as `totalOf` counts them. */
export function countCards(database: Database, filter: CardsFilter): Promise<number | null> {
  return totalOf(database, filtered(database, filter).select("cards.id"));
}

/** Returns how many of the cards are about each input; no entry for one without any. */
export async function countCardsByInput(
  database: Database,
  filter: CardsFilter,
): Promise<{ input: CardRow["input"]; cards: number }[]> {
  const rows = await filtered(database, filter)
    .select(({ fn }) => ["cards.input", fn.countAll<number | string>().as("cards")])
    .groupBy("cards.input")
    .orderBy("cards.input")
    .execute();
  return rows.map(({ input, cards }) => ({ input, cards: Number(cards) }));
}

/** Returns a card of one of the developers, null for everybody's; null for none. */
export async function findCard(
  database: Database,
  {
    organization,
    developers,
    id,
  }: { organization: string; developers: readonly string[] | null; id: string },
): Promise<CardRow | null> {
  const query = ofDevelopers(withOwners(database), developers)
    .where("cards.organization", "=", organization)
    .where("cards.id", "=", id);
  return (await rowsOf(query))[0] ?? null;
}

/** Where a prompt is today. */
export type PromptPlace = Pick<PromptRow, "session" | "prompt" | "turn_index" | "sub_session">;

/** Returns where the prompts of the organization are today; none for one that is not there. */
export async function readPromptPlaces(
  database: Database,
  organization: string,
  prompts: readonly string[],
): Promise<PromptPlace[]> {
  const places: PromptPlace[] = [];
  for (const chunk of rowChunks(prompts)) {
    const rows = await tables(database, PROMPTS)
      .selectFrom("prompts")
      .select(["session", "prompt", "turn_index", "sub_session"])
      .where("organization", "=", organization)
      .where(isOf("prompt", chunk))
      .execute();
    places.push(...rows);
  }
  return places;
}
