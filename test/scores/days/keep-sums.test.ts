import { describe, expect, test } from "bun:test";
import { emptyChangedDays, daysIn, readKeptDays } from "../../../src/database/days/kept-days-table.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { createSums } from "../../../src/scores/days/keep-sums.ts";
import { KEPT_USAGE } from "../../../src/spend/usage/usage-days-table.ts";
import { DAY, SECOND } from "../../../src/vocabulary/units.ts";
import { openStore, START, type Store } from "../../metrics/stored-rows.ts";

const NOW = START + 9 * DAY;
const FIRST_DAY = Math.floor(START / DAY);

function change({ database, organization }: Store, day: number): Promise<unknown> {
  const changes = [{ organization, at: day * DAY }];
  return inTransaction(database, "normal", (transaction) =>
    emptyChangedDays(transaction, KEPT_USAGE.table, changes),
  );
}

async function keptDays({ database, organization }: Store): Promise<number[]> {
  const days = await readKeptDays(database, KEPT_USAGE, { organization, from: 0, to: 99_999 });
  return daysIn(days).map(([day]) => day - FIRST_DAY);
}

describe("adding up days", () => {
  test("comes to every day, also while the newest changes all the time", async () => {
    const store = await openStore();
    for (const day of [0, 1, 2]) await change(store, FIRST_DAY + day);
    let elapsed = 0;
    const keepSums = createSums(store.database, () => elapsed);
    for (const _ of ["newest", "earliest", "newest", "earliest"]) {
      await keepSums(NOW);
      await change(store, FIRST_DAY + 2);
      elapsed += 5 * SECOND;
    }
    expect(await keptDays(store)).toEqual([0, 1]);
  });

  test("rests 29 times as long as it took", async () => {
    const store = await openStore();
    for (const day of [0, 1, 2]) await change(store, FIRST_DAY + day);
    // each look at the clock is two seconds after the one before
    let elapsed = -2 * SECOND;
    const keepSums = createSums(store.database, () => (elapsed += 2 * SECOND));
    await keepSums(NOW);
    expect(await keptDays(store)).toEqual([2]);
    const restsUntil = elapsed + 58 * SECOND;
    while (elapsed + 2 * SECOND < restsUntil) {
      await keepSums(NOW);
      expect(await keptDays(store)).toEqual([2]);
    }
    await keepSums(NOW);
    expect(await keptDays(store)).toEqual([0, 2]);
  });
});
