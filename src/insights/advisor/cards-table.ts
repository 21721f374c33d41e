/** The rows of cards: what each says, kept for ever; and which of them listeners have not heard of. */
import { instant, json, orNull, text } from "../../database/columns.ts";
import type { Database } from "../../database/open.ts";
import type { TableSet } from "../../database/prepare.ts";
import { createTable, declareTable, type RowOf, tables } from "../../database/table-shape.ts";
import type { SkillInput } from "../../metrics/metrics.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import { heldHere } from "../../database/leases/held-table.ts";

/** Cards, each by the prompt that its sub-session begins with. */
export const CARDS = declareTable(
  "cards",
  {
    /** From the organization, the session and the prompt, so that a sub-session never has two. */
    id: text(),
    organization: text(),
    session: text<SessionName>(),
    /** Whose the session was when the card was made; see `whose` in the lists. */
    developer: text(),
    /** The sub-session when the card was made; it follows the prompt. */
    sub_session: text(),
    /** The event id of its first prompt. */
    prompt: text(),
    created_at: instant(),
    /** Of the sub-session. */
    started_at: instant(),
    /** When the sub-session closed, or ended where it is not closed yet: the time that the card is listed by. */
    closed_at: instant(),
    input: text<SkillInput>(),
    title: text(),
    advice: text(),
    /** JSON: a list of `Evidence`. */
    evidence: json(),
    expectation: text(),
    rewrite: orNull(text()),
    /** When listeners heard of it; null before. */
    published_at: orNull(instant()),
  },
  {
    owner: ["session", "developer"],
    key: ["id"],
    indexes: {
      cards_by_closed_at_id: ["organization", "closed_at", "id"],
      cards_by_developer_closed_at: ["organization", "developer", "closed_at"],
      cards_by_session: ["session"],
      cards_by_published_at: ["published_at", "created_at"],
    },
  },
);

export type CardRow = RowOf<typeof CARDS>;

export const cardTables = {
  name: "cards",
  tables: [CARDS],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, CARDS);
}

/** Keeps a card, unless its sub-session has one. */
export async function insertCard(transaction: Database, card: CardRow): Promise<void> {
  await tables(transaction, CARDS)
    .insertInto("cards")
    .values(card)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Returns the prompts with which sub-sessions of the session that have cards began when those were made. */
export async function readAdvisedPrompts(
  database: Database,
  { organization, session }: { organization: string; session: SessionName },
): Promise<Set<string>> {
  const rows = await tables(database, CARDS)
    .selectFrom("cards")
    .select("prompt")
    .where("organization", "=", organization)
    .where("session", "=", session)
    .execute();
  return new Set(rows.map(({ prompt }) => prompt));
}

/** Whose cards are looked at, about work that closed from one time to another. */
export interface CardsOfDays {
  organization: string;
  developers: readonly string[];
  from: Instant;
  to: Instant;
}

/**
 * Returns the headings of the developers' cards about work that closed at or after `from` and before `to`.
 */
export async function readTitles(
  database: Database,
  { organization, developers, from, to }: CardsOfDays,
): Promise<string[]> {
  const rows = await tables(database, CARDS)
    .selectFrom("cards")
    .select("title")
    .where("organization", "=", organization)
    .where("developer", "in", developers)
    .where("closed_at", ">=", from)
    .where("closed_at", "<", to)
    .execute();
  return rows.map(({ title }) => title);
}

/** Returns at most `limit` cards that listeners have not heard of, the earliest first. */
export async function readUnpublished(database: Database, limit: number): Promise<CardRow[]> {
  return tables(database, CARDS)
    .selectFrom("cards")
    .selectAll()
    .where("published_at", "is", null)
    .$call(heldHere(database, "organization"))
    .orderBy("created_at")
    .limit(limit)
    .execute();
}

/** Notes that listeners heard of cards. */
export async function markPublished(
  transaction: Database,
  ids: readonly string[],
  at: Instant,
): Promise<void> {
  await tables(transaction, CARDS)
    .updateTable("cards")
    .set({ published_at: at })
    .where("id", "in", ids)
    .execute();
}

/** Keeps what the card's prompt could have been; a card that is gone stays so. */
export async function saveRewrite(transaction: Database, id: string, rewrite: string): Promise<void> {
  await tables(transaction, CARDS).updateTable("cards").set({ rewrite }).where("id", "=", id).execute();
}
