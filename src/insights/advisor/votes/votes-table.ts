/** The rows of votes on cards: one for each card and voter. */
import { instant, orNull, text } from "../../../database/columns.ts";
import type { Database } from "../../../database/open.ts";
import type { TableSet } from "../../../database/prepare.ts";
import { rowChunks } from "../../../database/row-chunks.ts";
import { createTable, declareTable, type RowOf, tables } from "../../../database/table-shape.ts";
import type { SkillInput } from "../../../metrics/metrics.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { CARDS } from "../cards-table.ts";
import type { SessionName } from "../../../vocabulary/held-name.ts";

/** What people think of cards. */
export const CARD_VOTES = declareTable(
  "card_votes",
  {
    card: text(),
    organization: text(),
    /** That of the card, with which its votes are purged. */
    session: text<SessionName>(),
    /** Who voted: a developer's id; of a key that is bound to nobody, the key's. */
    developer: text(),
    vote: text<"up" | "down">(),
    /** Redacted. */
    comment: orNull(text()),
    said_at: instant(),
  },
  {
    owner: ["session", "developer"],
    key: ["card", "developer"],
    indexes: { card_votes_by_session: ["session"] },
  },
);

export type VoteRow = RowOf<typeof CARD_VOTES>;

export const voteTables = {
  name: "card votes",
  tables: [CARD_VOTES],
  kept: true,
  migrations: [createTables],
} satisfies TableSet;

async function createTables(database: Database): Promise<void> {
  await createTable(database, CARD_VOTES);
}

/** Keeps a vote in the place of those that the voter gave before, by whichever name. */
export async function saveVote(transaction: Database, vote: VoteRow): Promise<void> {
  await tables(transaction, CARD_VOTES).insertInto("card_votes").values(vote).execute();
}

/** Takes the votes of a voter on a card back. */
export async function deleteVotes(
  transaction: Database,
  { card, voters }: { card: string; voters: readonly string[] },
): Promise<void> {
  await tables(transaction, CARD_VOTES)
    .deleteFrom("card_votes")
    .where("card", "=", card)
    .where("developer", "in", voters)
    .execute();
}

/** Returns the votes on the cards, the earliest first. */
export async function readVotes(database: Database, cards: readonly string[]): Promise<VoteRow[]> {
  const votes: VoteRow[] = [];
  for (const chunk of rowChunks(cards)) {
    const rows = await tables(database, CARD_VOTES)
      .selectFrom("card_votes")
      .selectAll()
      .where("card", "in", chunk)
      .orderBy("said_at")
      .execute();
    votes.push(...rows);
  }
  return votes;
}

/** The inputs of developers' cards that somebody voted down, by the developer under whom a card is. */
export type VotedDown = ReadonlyMap<string, ReadonlySet<SkillInput>>;

/** Returns the inputs of an organization's cards that somebody voted down since a time. */
export async function readVotedDown(
  database: Database,
  { organization, since }: { organization: string; since: Instant },
): Promise<VotedDown> {
  const rows = await tables(database, CARD_VOTES, CARDS)
    .selectFrom("cards")
    .select(["developer", "input"])
    // few cards have such a vote: these are looked up by their ids
    .where("id", "in", (vote) =>
      vote
        .selectFrom("card_votes")
        .select("card")
        .where("organization", "=", organization)
        .where("vote", "=", "down")
        .where("said_at", ">=", since),
    )
    .execute();
  const byDeveloper = Map.groupBy(rows, ({ developer }) => developer);
  return new Map(
    [...byDeveloper].map(([developer, its]) => [developer, new Set(its.map(({ input }) => input))]),
  );
}
