/** The advising stage by itself: what it does with what waits, and what a crash in between leaves. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { newDeveloper } from "../../../src/identity/developers/resolve.ts";
import { insertDeveloper } from "../../../src/identity/developers/table.ts";
import type { Card } from "../../../src/insights/advisor/card.ts";
import { insertCard, readUnpublished } from "../../../src/insights/advisor/cards-table.ts";
import { advisingStage } from "../../../src/insights/advisor/keep-advising.ts";
import { UNHURRIED } from "../../../src/vocabulary/stage.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { openStore } from "../../metrics/stored-rows.ts";
import { cardOf } from "./cards.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const ADA = { kind: "user.email", value: "ada@example.com" };

let database: Database;
let organization: string;
let developer: string;
let told: Card[];
/** Listeners cannot be told while this is set. */
let isAway: boolean;

beforeEach(async () => {
  ({ database, organization } = await openStore());
  const ada = newDeveloper({ organizationId: organization, identity: ADA, keyName: "key" });
  developer = ada.id;
  await insertDeveloper(database, ada, ADA);
  [told, isAway] = [[], false];
});
afterEach(() => database.destroy());

function step() {
  const publishCard = async (_organization: string, card: Card): Promise<void> => {
    if (isAway) throw new Error("the stream is away");
    told.push(card);
  };
  return advisingStage({ database, clock: () => NOW, publishCard }).step(UNHURRIED);
}

async function waiting(): Promise<string[]> {
  return (await readUnpublished(database, 99)).map(({ id }) => id);
}

describe("a card that listeners were not told of", () => {
  beforeEach(() => insertCard(database, cardOf({ id: "kept", organization, developer })));

  test("is told at the next step, as after a crash, and only once", async () => {
    expect((await step()).didWork).toBe(true);
    expect(told.map(({ id }) => id)).toEqual(["kept"]);
    expect(told[0]?.feedback).toEqual({ up: 0, down: 0, mine: null });
    expect((await step()).didWork).toBe(false);
    expect(told).toHaveLength(1);
  });

  test("waits while they cannot be told", async () => {
    isAway = true;
    expect(step()).rejects.toThrow("the stream is away");
    expect(await waiting()).toEqual(["kept"]);
    isAway = false;
    await step();
    expect(told.map(({ id }) => id)).toEqual(["kept"]);
    expect(await waiting()).toEqual([]);
  });

  test("is no card of another sub-session: the same id is kept as it was", async () => {
    await insertCard(database, cardOf({ id: "kept", organization, developer, title: "other" }));
    await step();
    expect(told.map(({ title }) => title)).toEqual(["Say first what you had to correct"]);
  });
});

describe("a note of a closed sub-session", () => {
  test("is forgotten when the sub-session is gone, or closed over a day ago", async () => {
    const notes = [
      { sub_session: "gone", organization, session: "s", closed_at: NOW },
      { sub_session: "old", organization, session: "s", closed_at: NOW - 2 * 86_400_000 },
    ];
    await wholeSchema(database).insertInto("closings").values(notes).execute();
    expect((await step()).didWork).toBe(true);
    expect(await wholeSchema(database).selectFrom("closings").selectAll().execute()).toEqual([]);
    expect(told).toEqual([]);
  });
});
