/** Stored cards as answers show them: with their votes, their effect, and where their prompts are today. */
import type { Database } from "../../../database/open.ts";
import { describeOwner } from "../../../identity/developers/answer.ts";
import type { Developer } from "../../../identity/developers/developer.ts";
import { idsOf } from "../../../identity/developers/directory.ts";
import { idIn } from "../../../vocabulary/held-name.ts";
import type { Card } from "../card.ts";
import type { CardRow } from "../cards-table.ts";
import { type PromptPlace, readPromptPlaces } from "./listed-cards-table.ts";
import type { Effect } from "../effect/effect.ts";
import { readEffects } from "../effect/read-effects.ts";
import { countVotes } from "../votes/count-votes.ts";
import { readVotes, type VoteRow } from "../votes/votes-table.ts";
import type { Evidence } from "../writing/write-card.ts";
import { isCuredByWording } from "../model/rewrite.ts";
import { readSeen } from "../seen/seen-table.ts";
import { seenByPerson } from "../seen/seen.ts";
import { isoTime } from "../../../vocabulary/times.ts";
import type { Instant } from "../../../vocabulary/units.ts";

/** Who looks at cards of an organization. */
export interface Onlooker {
  organization: string;
  developers: ReadonlyMap<string, Developer>;
  /** Whose vote is shown as theirs; null for nobody's. */
  voter: string | null;
}

/** @param rows - Rows of one organization. */
export async function describeCards(
  database: Database,
  rows: readonly CardRow[],
  onlooker: Onlooker,
): Promise<Card[]> {
  const votes = Map.groupBy(
    await readVotes(
      database,
      rows.map(({ id }) => id),
    ),
    ({ card }) => card,
  );
  const places = await placesOf(database, rows, onlooker.organization);
  const seen = await readSeenCards(database, rows, onlooker);
  const effects = await effectsOf(database, rows, { places, seen, developers: onlooker.developers });
  return rows.map((row) => {
    const effect = effects.get(row.id);
    const seenAt = seen.get(row.id) ?? null;
    const found = { votes: votes.get(row.id) ?? [], places, seenAt };
    const since = seenAt === null ? ("work" as const) : ("seen" as const);
    return {
      ...describeCard(row, found, onlooker),
      ...(effect !== undefined && { effect: { ...effect, since } }),
    };
  });
}

/** Returns by card, when its developer first saw it. */
async function readSeenCards(
  database: Database,
  rows: readonly CardRow[],
  { organization, developers }: Onlooker,
): Promise<Map<string, Instant>> {
  const people = [...new Set(rows.map(({ developer }) => developers.get(developer)?.id ?? developer))];
  const ids = people.flatMap((id) => idsOf(id, developers));
  const seen = seenByPerson(await readSeen(database, { organization, developers: ids }), developers);
  return new Map(
    rows.flatMap(({ id, developer }) => {
      const found = seen.get(developers.get(developer)?.id ?? developer)?.get(id);
      return found === undefined ? [] : [[id, found.firstSeenAt]];
    }),
  );
}

type Places = ReadonlyMap<string, PromptPlace>;

/** Returns by session and prompt. */
async function placesOf(database: Database, rows: readonly CardRow[], organization: string): Promise<Places> {
  const prompts = rows.flatMap((row) => [row.prompt, ...evidenceOf(row).map(({ prompt }) => prompt)]);
  const places = await readPromptPlaces(database, organization, [...new Set(prompts)]);
  return new Map(places.map((place) => [`${place.session} ${place.prompt}`, place]));
}

function evidenceOf({ evidence }: CardRow): Evidence[] {
  return JSON.parse(evidence) as Evidence[];
}

/**
 * A key that several people may share has no before and after.
 *
 * @returns By card.
 */
function effectsOf(
  database: Database,
  rows: readonly CardRow[],
  {
    places,
    seen,
    developers,
  }: { places: Places; seen: ReadonlyMap<string, Instant> } & Pick<Onlooker, "developers">,
): Promise<Map<string, Effect>> {
  const idsByPerson = new Map<string, readonly string[]>();
  const questions = rows.flatMap((card) => {
    const developer = developers.get(card.developer);
    if (developer === undefined || developer.source === "key") return [];
    const ids = idsByPerson.getOrInsertComputed(developer.id, (id) => idsOf(id, developers));
    const { id, input, organization, started_at, closed_at } = card;
    const seenAt = seen.get(id);
    return {
      id,
      input,
      organization,
      developers: ids,
      subSession: subSessionOf(card, places),
      before: seenAt ?? started_at,
      since: seenAt ?? closed_at,
    };
  });
  return readEffects(database, questions);
}

/** The card's sub-session as it is today. */
function subSessionOf({ session, prompt, sub_session }: CardRow, places: Places): string {
  return places.get(`${session} ${prompt}`)?.sub_session ?? sub_session;
}

function describeCard(
  row: CardRow,
  { votes, places, seenAt }: { votes: readonly VoteRow[]; places: Places; seenAt: Instant | null },
  { developers, voter }: Onlooker,
): Omit<Card, "effect"> {
  const placeOf = (prompt: string) => places.get(`${row.session} ${prompt}`);
  return {
    id: row.id,
    sessionId: idIn(row.session),
    subSessionId: subSessionOf(row, places),
    developer: describeOwner(developers, row.developer),
    at: isoTime(row.closed_at),
    createdAt: isoTime(row.created_at),
    seenAt: seenAt === null ? null : isoTime(seenAt),
    kind: "weakest_input",
    input: row.input,
    title: row.title,
    advice: row.advice,
    evidence: evidenceOf(row).map(({ prompt, turnIndex, quote }) => ({
      turnIndex: placeOf(prompt)?.turn_index ?? turnIndex,
      quote,
    })),
    ...(row.rewrite !== null && isCuredByWording(row.input) && { rewrite: row.rewrite }),
    expectation: row.expectation,
    feedback: countVotes(votes, developers, voter),
  };
}
