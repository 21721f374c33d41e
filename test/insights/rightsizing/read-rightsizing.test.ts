import { describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import { insertDeveloper } from "../../../src/identity/developers/table.ts";
import { readRightsizing } from "../../../src/insights/rightsizing/read-rightsizing.ts";
import { RIGHTSIZING } from "../../../src/insights/rightsizing/rightsizing-answer.ts";
import { bundledPrices } from "../../../src/prices/snapshot.ts";
import { saveUsage } from "../../spend/usage/save-usage.ts";
import type { SubSessionUsage } from "../../../src/spend/usage/usage.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { addOrganization } from "../../identity/identity-database.ts";
import { openStore, START, type Store } from "../../metrics/stored-rows.ts";
import { tableOf } from "../../prices/prices.ts";
import { modelUsage, tally, usage } from "../../spend/usage/used.ts";
import { named } from "../../session-names.ts";

const PRICES = tableOf(bundledPrices);

/** So many sub-sessions, each in another session. */
async function keep(
  { database, organization }: Store,
  count: number,
  { developer = "ada", ...changes }: Partial<SubSessionUsage> & { developer?: string } = {},
): Promise<void> {
  const used = Array.from({ length: count }, (_, index) => {
    const session = named(`${developer} ${JSON.stringify(changes)} ${index}`);
    const owner = { organization, session, developer, subSession: session, startedAt: START + index };
    return { ...owner, usage: usage(changes), tally: tally() };
  });
  await inTransaction(database, "full", (transaction) => saveUsage(transaction, used, used));
}

async function addDeveloper({ database, organization }: Store, email: string): Promise<string> {
  const named = { givenName: null, email, userName: null, fallbackName: email };
  const developer = {
    id: `id of ${email}`,
    organizationId: organization,
    ...named,
    source: "bound" as const,
  };
  await insertDeveloper(database, developer, { kind: "user.email", value: email });
  return developer.id;
}

async function ask(
  { database, organization }: Store,
  more: { onlyDeveloper?: string | null; developer?: string | null; to?: number } = {},
) {
  const { onlyDeveloper = null, developer = null, to = START + DAY } = more;
  const scope = { organizationId: organization, onlyDeveloper };
  const asked = { scope, from: START - 29 * DAY, to, developer, now: START + DAY };
  return RIGHTSIZING.parse(await readRightsizing(database, asked, PRICES));
}

describe("rightsizing", () => {
  test("says nothing without data", async () => {
    expect(await ask(await openStore())).toEqual({
      recommendations: [],
      quiet: 0,
      models: [],
      unpricedModels: [],
      spendUsd: 0,
      priceTable: { date: PRICES.date, sha256: PRICES.sha256 },
    });
  });

  test("says nothing of one cheap sub-session, but that there is something", async () => {
    const store = await openStore();
    await keep(store, 1);
    expect(await ask(store)).toMatchObject({ recommendations: [], quiet: 1, spendUsd: 1 });
  });

  test("reports prices, evidence and assumptions with what it recommends", async () => {
    const store = await openStore();
    await keep(store, 30);
    const { recommendations, models } = await ask(store);
    expect(models).toEqual([{ model: "claude-opus-5-5", calls: 120, costUsd: 30, tier: "opus" }]);
    expect(recommendations).toMatchObject([
      {
        kind: "model",
        from: "claude-opus-5-5",
        to: "claude-sonnet-5-5",
        segment: { agent: "claude-code", intent: "fix", size: "small" },
        subSessions: 30,
        basis: "list_prices",
        spentUsd: 30,
        currentCostUsd: 18.72,
        evidence: "C",
        comparison: { from: { subSessions: 30, reached: 1 }, to: { subSessions: 0, reached: null } },
        priceTable: { date: PRICES.date, sha256: PRICES.sha256 },
      },
    ]);
    expect(recommendations[0]?.assumptions).toContain(
      "Compared with the same tokens at the list prices of claude-opus-5-5, 18.72 USD; by the agents' own count 30.00 USD were spent.",
    );
    expect(recommendations[0]?.assumptions[0]).toStartWith(
      "A hypothesis: too little work of this kind was done on both ",
    );
  });

  test("has evidence where both models were tried", async () => {
    const store = await openStore();
    await keep(store, 40);
    await keep(store, 40, { models: [modelUsage({ model: "claude-sonnet-5-5", cost: 400_000 })] });
    const { recommendations } = await ask(store);
    const tried = recommendations.find(({ from }) => from === "claude-opus-5-5");
    expect(tried).toMatchObject({ to: "claude-sonnet-5-5", evidence: "A" });
    expect(tried?.comparison.low).toBeGreaterThan(-0.05);
  });

  test("lists models without a price, and guesses none", async () => {
    const store = await openStore();
    await keep(store, 2, { models: [modelUsage({ model: "fake", unpriced: 4, cost: 0 })] });
    expect(await ask(store)).toMatchObject({
      recommendations: [],
      unpricedModels: [{ model: "fake", calls: 8 }],
      models: [{ model: "fake", costUsd: 0, tier: null }],
      spendUsd: 0,
    });
  });

  test("leaves out what still goes on, and counts what it cost", async () => {
    const store = await openStore();
    await keep(store, 30, { counts: false });
    expect(await ask(store)).toMatchObject({ recommendations: [], spendUsd: 30 });
  });

  test("knows one organization only", async () => {
    const store = await openStore();
    await keep(store, 30);
    const theirs = await addOrganization(store.database, "theirs");
    expect((await ask({ ...store, organization: theirs.id })).spendUsd).toBe(0);
  });

  test("takes a month that is not over for what is over of it", async () => {
    const store = await openStore();
    await keep(store, 30);
    const [over] = (await ask(store)).recommendations;
    const [open] = (await ask(store, { to: START + 90 * DAY })).recommendations;
    expect(open?.monthlySavingUsd).toBe(over?.monthlySavingUsd);
  });

  test("shows a bound key of its own developer, and nothing of others", async () => {
    const store = await openStore();
    const [ada, bea] = [await addDeveloper(store, "ada@x.y"), await addDeveloper(store, "bea@x.y")];
    await keep(store, 3, { developer: ada });
    await keep(store, 5, { developer: bea });
    expect((await ask(store)).spendUsd).toBe(8);
    expect((await ask(store, { onlyDeveloper: ada })).spendUsd).toBe(3);
    expect((await ask(store, { onlyDeveloper: ada, developer: bea })).spendUsd).toBe(0);
    expect((await ask(store, { developer: "bea@x.y" })).spendUsd).toBe(5);
    expect((await ask(store, { developer: "nobody@x.y" })).spendUsd).toBe(0);
  });
});
