import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { daysIn, emptyOthers, readKeptDays } from "../../../src/database/days/kept-days-table.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { deleteRows } from "../../../src/insights/governance/person-table.ts";
import { readUsage } from "../../../src/spend/usage/read-usage.ts";
import { keepNextUsage } from "../../../src/spend/usage/keep-usage-days.ts";
import { KEPT_USAGE } from "../../../src/spend/usage/usage-days-table.ts";
import { saveUsage } from "./save-usage.ts";
import { DAY, HOUR } from "../../../src/vocabulary/units.ts";
import { openStore, START, type Store } from "../../metrics/stored-rows.ts";
import { tally, usage } from "./used.ts";
import { named } from "../../session-names.ts";

const MIDNIGHT = Math.floor(START / DAY) * DAY;

/** One sub-session on each of some days, at nine o'clock. */
async function keepDays(store: Store, days: readonly number[], developer = "ada"): Promise<void> {
  const { database, organization } = store;
  for (const day of days) {
    const started_at = START + day * DAY;
    const session = named(`${developer} ${day}`);
    const used = {
      organization,
      session,
      developer,
      subSession: session,
      startedAt: started_at,
      usage: usage(),
      tally: tally(),
    };
    await inTransaction(database, "full", (transaction) =>
      saveUsage(transaction, [{ organization, session }], [used]),
    );
  }
}

type Window = readonly [from: number, to: number];

async function countIn(store: Store, [from, to]: Window, developers: string[] | null = null) {
  const { database, organization } = store;
  const { groups } = await readUsage(database, { organization, developers, from, to });
  return groups.reduce((sum, group) => sum + group.subSessions, 0);
}

async function countPacked({ database, organization }: Store): Promise<number> {
  const days = await readKeptDays(database, KEPT_USAGE, { organization, from: 0, to: 99_999 });
  return daysIn(days).length;
}

async function packBefore({ database }: Store, now: number): Promise<void> {
  while ((await keepNextUsage(database, now)) > 0);
}

describe("usage of a window", () => {
  test("is the same packed, half packed and not", async () => {
    const store = await openStore();
    await keepDays(store, [0, 1, 2, 3]);
    const window = [MIDNIGHT + 10 * HOUR, MIDNIGHT + 3 * DAY + 10 * HOUR] as const;
    expect([await countPacked(store), await countIn(store, window)]).toEqual([0, 3]);
    await packBefore(store, START + 2 * DAY);
    expect([await countPacked(store), await countIn(store, window)]).toEqual([2, 3]);
    await packBefore(store, START + 9 * DAY);
    expect([await countPacked(store), await countIn(store, window)]).toEqual([4, 3]);
  });

  test("begins and ends at any time of a day", async () => {
    const store = await openStore();
    await keepDays(store, [0, 1]);
    await packBefore(store, START + 9 * DAY);
    expect(await countIn(store, [START, START + 1])).toBe(1);
    expect(await countIn(store, [START + 1, START + DAY])).toBe(0);
    expect(await countIn(store, [START - HOUR, START + HOUR])).toBe(1);
    expect(await countIn(store, [MIDNIGHT, MIDNIGHT + DAY])).toBe(1);
    expect(await countIn(store, [MIDNIGHT, MIDNIGHT + 2 * DAY])).toBe(2);
    expect(await countIn(store, [MIDNIGHT, MIDNIGHT])).toBe(0);
  });

  test("is of the developers asked for", async () => {
    const store = await openStore();
    await keepDays(store, [0, 1]);
    await keepDays(store, [0], "bea");
    await packBefore(store, START + 9 * DAY);
    const window = [MIDNIGHT, MIDNIGHT + 9 * DAY] as const;
    expect(await countIn(store, window, ["bea"])).toBe(1);
    expect(await countIn(store, window, [])).toBe(0);
  });

  test("follows what is measured again after its day was packed", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepDays(store, [0]);
    await packBefore(store, START + 9 * DAY);
    const session = { organization, session: named("ada 0") };
    await inTransaction(database, "full", (transaction) => saveUsage(transaction, [session], []));
    expect(await countIn(store, [MIDNIGHT, MIDNIGHT + DAY])).toBe(0);
  });

  test("is gone with the person whose it was, from packs too", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepDays(store, [0]);
    await keepDays(store, [0], "bea");
    await packBefore(store, START + 9 * DAY);
    const table = { name: "sub_sessions", owner: ["session", "developer"] as const };
    const whose = { organization, sessions: [named("bea 0")], developers: ["bea"] };
    await inTransaction(database, "full", (transaction) => deleteRows(transaction, table, whose));
    expect([await countPacked(store), await countIn(store, [MIDNIGHT, MIDNIGHT + DAY])]).toEqual([0, 1]);
  });

  test("is read row by row where it was packed in another way", async () => {
    const store = await openStore();
    await keepDays(store, [0]);
    await packBefore(store, START + 9 * DAY);
    await sql`update usage_days set packed = '{}', packed_by = 'before'`.execute(store.database);
    expect(await countIn(store, [MIDNIGHT, MIDNIGHT + DAY])).toBe(1);
    await emptyOthers(store.database, KEPT_USAGE);
    expect(await keepNextUsage(store.database, START + 9 * DAY)).toBe(1);
    expect(await countPacked(store)).toBe(1);
  });
});
