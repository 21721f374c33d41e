/** The effect of stored cards on stored sub-sessions. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../../../src/database/open.ts";
import { inTransaction } from "../../../../src/database/transaction.ts";
import { readDevelopers } from "../../../../src/identity/developers/directory.ts";
import { newDeveloper } from "../../../../src/identity/developers/resolve.ts";
import { insertDeveloper } from "../../../../src/identity/developers/table.ts";
import type { Card } from "../../../../src/insights/advisor/card.ts";
import type { CardRow } from "../../../../src/insights/advisor/cards-table.ts";
import { describeCards } from "../../../../src/insights/advisor/listed/describe-cards.ts";
import { saveMetrics } from "../../../../src/metrics/table.ts";
import { HOUR } from "../../../../src/vocabulary/units.ts";
import { openStore, rowOf } from "../../../metrics/stored-rows.ts";
import { storeSession } from "../../../rubric/prompts/stored-prompts.ts";
import { cardOf } from "../cards.ts";
import { named } from "../../../session-names.ts";

const AT = Date.parse("2026-11-10T09:00:00Z");

let database: Database;
let organization: string;

beforeEach(async () => void ({ database, organization } = await openStore()));
afterEach(() => database.destroy());

async function addDeveloper(name: string): Promise<string> {
  const identity = { kind: "user.email", value: `${name}@example.com` };
  const developer = newDeveloper({ organizationId: organization, identity, keyName: "key" });
  await insertDeveloper(database, developer, identity);
  return developer.id;
}

/** Stores sub-sessions that each count with an IE, one an hour from a time on. */
async function storeValues(developer: string, from: number, values: readonly number[]): Promise<void> {
  const rows = values.map((ie, hour) =>
    rowOf(organization, hour, {
      sub_session: `${developer} ${from + hour}`,
      session: named(`${developer} ${from}`),
      developer,
      ie,
      started_at: from + hour * HOUR,
    }),
  );
  await inTransaction(database, "normal", (transaction) => saveMetrics(transaction, rows, rows));
}

/** A card for work that began at the time and lasted an hour. */
function cardAt(id: string, developer: string, changes: Partial<CardRow> = {}): CardRow {
  return cardOf({ id, organization, developer, started_at: AT, closed_at: AT + HOUR, ...changes });
}

async function described(rows: readonly CardRow[]): Promise<Card[]> {
  const developers = await readDevelopers(database, organization);
  return describeCards(database, rows, { organization, developers, voter: null });
}

describe("the effects of a list of cards", () => {
  test("are each from the card's developer and time, in the order of the cards", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, place) => addDeveloper(`d${place}`)));
    for (const [place, developer] of people.entries()) {
      await storeValues(developer, AT - 3 * HOUR, Array(3).fill(10 + place));
      // one too few for the last
      await storeValues(developer, AT + HOUR, Array(place === 11 ? 9 : 10).fill(60 + place));
    }
    const cards = await described(people.map((developer, place) => cardAt(`card ${place}`, developer)));
    expect(cards.map(({ effect }) => [effect?.before, effect?.after])).toEqual([
      ...people.slice(0, 11).map((_, place) => [10 + place, 60 + place]),
      [undefined, undefined],
    ]);
  });

  test("leave a card's own sub-session out also when an earlier record made it another one", async () => {
    const ada = await addDeveloper("ada");
    await storeValues(ada, AT - 5 * HOUR, [40, 40, 40]);
    await storeValues(ada, AT + HOUR, Array(10).fill(60));
    await storeSession(database, { organization, session: named("own"), developer: ada, texts: ["Do it"] });
    const began = {
      sub_session: "own-sub",
      session: named("own"),
      developer: ada,
      started_at: AT - HOUR,
      ie: 0,
    };
    const row = rowOf(organization, 99, began);
    await inTransaction(database, "normal", (transaction) => saveMetrics(transaction, [row], [row]));
    const card = cardAt("card", ada, { session: named("own"), prompt: "own-1", sub_session: "as it was" });
    const [shown] = await described([card]);
    expect(shown?.subSessionId).toBe("own-sub");
    expect(shown?.effect?.before).toBe(40);
  });
});
