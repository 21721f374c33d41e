import { describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import { readModelTrials } from "../../../src/insights/rightsizing/trials/read-model-trials.ts";
import type { TriedChange } from "../../../src/insights/rightsizing/trials/trial-answer.ts";
import { MOST_MODEL_TRIALS, tryModel } from "../../../src/insights/rightsizing/trials/try-model.ts";
import { bundledPrices } from "../../../src/prices/snapshot.ts";
import { saveUsage } from "../../spend/usage/save-usage.ts";
import type { SubSessionUsage } from "../../../src/spend/usage/usage.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { openStore, START, type Store } from "../../metrics/stored-rows.ts";
import { tableOf } from "../../prices/prices.ts";
import { named } from "../../session-names.ts";
import { modelUsage, tally, usage } from "../../spend/usage/used.ts";

const PRICES = tableOf(bundledPrices);
const SONNET = "claude-sonnet-5-5";

const CHANGE: TriedChange = {
  kind: "model",
  model: "claude-opus-5-5",
  from: "claude-opus-5-5",
  to: SONNET,
  segment: { agent: "claude-code", intent: "fix", size: "small" },
};

async function keep(
  { database, organization }: Store,
  { at, developer = "ada", ...changes }: Partial<SubSessionUsage> & { at: number; developer?: string },
): Promise<void> {
  const session = named(`${developer} ${at} ${JSON.stringify(changes)}`);
  const owner = { organization, session, developer, subSession: session, startedAt: at };
  const used = [{ ...owner, usage: usage(changes), tally: tally() }];
  await inTransaction(database, "full", (transaction) => saveUsage(transaction, used, used));
}

function begin({ database, organization }: Store, change: TriedChange, at: number) {
  return inTransaction(database, "full", (transaction) =>
    tryModel(transaction, { organizationId: organization, change }, at),
  );
}

function read({ database, organization }: Store, developer: string | null = null) {
  const scope = { organizationId: organization, onlyDeveloper: developer };
  return readModelTrials(database, { scope, developer: null, now: START + 9 * DAY }, PRICES);
}

const done = (model: string) => ({ models: [modelUsage({ model })] });

describe("a trial of another model", () => {
  test("counts the same work on that model from its beginning on", async () => {
    const store = await openStore();
    await keep(store, { at: START, ...done(SONNET) });
    await begin(store, CHANGE, START + DAY);
    await keep(store, { at: START + 2 * DAY, ...done(SONNET) });
    await keep(store, { at: START + 2 * DAY, ...done("claude-opus-5-5") });
    await keep(store, { at: START + 3 * DAY, ...done(SONNET), intent: "explain" });
    expect(await read(store)).toMatchObject([{ change: CHANGE, subSessions: 1, reached: 1 }]);
  });

  test("of any intent counts all of them", async () => {
    const store = await openStore();
    await begin(store, { ...CHANGE, segment: { ...CHANGE.segment, intent: null } }, START);
    await keep(store, { at: START + DAY, ...done(SONNET) });
    await keep(store, { at: START + 2 * DAY, ...done(SONNET), intent: "explain" });
    expect(await read(store)).toMatchObject([{ subSessions: 2 }]);
  });

  test("begins once: a second time changes nothing", async () => {
    const store = await openStore();
    const first = await begin(store, CHANGE, START);
    expect(await begin(store, CHANGE, START + DAY)).toEqual(first);
    expect(await read(store)).toHaveLength(1);
  });

  test("is refused when many run", async () => {
    const store = await openStore();
    for (let index = 0; index < MOST_MODEL_TRIALS; index++)
      expect((await begin(store, { ...CHANGE, to: `model ${index}` }, START)).ok).toBe(true);
    expect(await begin(store, CHANGE, START)).toEqual({ ok: false, problem: { kind: "too_many" } });
  });
});
