import { describe, expect, test } from "bun:test";
import { forgetDerived } from "../../../src/appliance/rebuild/forget-derived.ts";
import type { Database } from "../../../src/database/engine.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { deleteRows } from "../../../src/insights/governance/person-table.ts";
import { accountFor, type AccountedWork } from "../../../src/metrics/accounts/account.ts";
import { shippedBaselines } from "../../../src/metrics/baselines/baseline.ts";
import { SHIPPED_VERSION } from "../../../src/metrics/baselines/baseline-versions.ts";
import { accountColumns, baselineColumns } from "../../../src/metrics/metrics-row.ts";
import { saveAccounted } from "../../../src/metrics/baselines/restate-table.ts";
import type { MetricsRow } from "../../../src/metrics/columns-table.ts";
import { saveFlows } from "../../../src/metrics/table.ts";
import { blockOf, COLUMNS, packBlock, reasonIn, unpackBlock } from "../../../src/scores/columns.ts";
import { emptyOthers } from "../../../src/database/days/kept-days-table.ts";
import { SCORE_DAYS } from "../../../src/metrics/changed-days/score-days-table.ts";
import { packNext } from "../../../src/scores/days/pack-days.ts";
import { readWorkDays } from "../../../src/scores/days/read-days.ts";
import { DAY, HOUR } from "../../../src/vocabulary/units.ts";
import { countOpenDays } from "../../open-days.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { BARE } from "../sub-sessions.ts";
import { keepRows, openStore, START, type Store } from "../../metrics/stored-rows.ts";

/** Numbers of a row. */
const WIDTH = COLUMNS.length;
const NEXT_DAY = START + DAY;
const MONTH = { from: START - 20 * DAY, to: START + 10 * DAY };

/** The days as a query reads them, and how many of them are not packed. */
async function daysOf({ database, organization }: Store) {
  const days = await readWorkDays(database, { organization, developers: null, ...MONTH });
  const unpacked = await countOpenDays(database, "score_days", 99_999);
  return {
    days: days.map(({ developer, day, block }) => ({ developer, day, numbers: [...block.numbers] })),
    unpacked,
  };
}

describe("a block of columns", () => {
  test("comes back from its bytes, wherever they begin", () => {
    const block = blockOf([]);
    expect(unpackBlock(packBlock(block))).toEqual(block);
    const numbers = { rows: 1, numbers: Float64Array.from({ length: WIDTH }, (_, index) => index / 3) };
    const shifted = new Uint8Array(WIDTH * 8 + 3);
    shifted.set(packBlock(numbers), 3);
    expect(unpackBlock(shifted.subarray(3))).toEqual(numbers);
  });

  test("keeps why each metric is missing", () => {
    const missing = { sse: "no_calls", crr: "no_context_window", humanTime: "not_interactive" } as const;
    const { numbers } = blockOf([{ ...ROW, missing }]);
    const code = numbers[COLUMNS.indexOf("reasons")] ?? 0;
    expect(reasonIn(code, "sse")).toBe("no_calls");
    expect(reasonIn(code, "crr")).toBe("no_context_window");
    expect(reasonIn(code, "humanTime")).toBe("not_interactive");
    expect(reasonIn(code, "ie")).toBeNull();
  });
});

describe("days", () => {
  test("say the same packed and not", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 5 });
    await keepRows(
      store,
      { from: 5, count: 3 },
      { started_at: START - 2 * DAY, developer: "bea", fc: 31.25 },
    );
    const before = await daysOf(store);
    expect(before.unpacked).toBe(2);
    expect(await packNext(store.database, NEXT_DAY)).toBe(2);
    const after = await daysOf(store);
    expect(after.unpacked).toBe(0);
    expect(after.days).toEqual(before.days);
    expect(after.days.map(({ developer, numbers }) => [developer, numbers.length / WIDTH])).toEqual([
      ["bea", 3],
      ["ada", 5],
    ]);
  });

  test("are not packed before they are over", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 5 });
    expect(await packNext(store.database, START + HOUR)).toBe(0);
  });

  test("are read from their rows again after any change of them", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 2 });
    await packNext(store.database, NEXT_DAY);
    await saveFlows(store.database, new Map([["sub-session 1", 77]]));
    expect((await daysOf(store)).days[0]?.numbers).toContain(77);
    await packNext(store.database, NEXT_DAY);
    await keepRows(store, { from: 1, count: 1 }, { sse: 12.5 });
    const changed = await daysOf(store);
    expect(changed.unpacked).toBe(1);
    expect(changed.days[0]?.numbers).toContain(12.5);
    expect(changed.days[0]?.numbers).not.toContain(77);
  });

  test("are forgotten when nothing is left of them", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 1 });
    await packNext(store.database, NEXT_DAY);
    await keepRows(store, { from: 0, count: 1 }, { developer: "bea" });
    expect((await daysOf(store)).days.map(({ developer }) => developer)).toEqual(["bea"]);
    expect(await packNext(store.database, NEXT_DAY)).toBe(2);
    expect(await daysOf(store)).toMatchObject({ unpacked: 0, days: [{ developer: "bea" }] });
  });

  test.each([
    [
      "a recompute",
      ({ sub_session }, transaction) => saveAccounted(transaction, [{ ...RESTATED, sub_session }]),
    ],
    [
      "a purge",
      ({ organization, session }, transaction) =>
        deleteRows(transaction, METRICS, { organization, sessions: [session], developers: [] }),
    ],
    ["a rebuild", (_, transaction) => forgetDerived(transaction)],
  ] satisfies [string, (row: MetricsRow, transaction: Database) => Promise<void>][])(
    "are read from their rows again after %s",
    async (_, change) => {
      const store = await openStore();
      await keepRows(store, { from: 0, count: 2 });
      await packNext(store.database, NEXT_DAY);
      expect((await daysOf(store)).unpacked).toBe(0);
      const row = await wholeSchema(store.database)
        .selectFrom("metrics")
        .selectAll()
        .executeTakeFirstOrThrow();
      await inTransaction(store.database, "full", (transaction) => change(row, transaction));
      expect((await daysOf(store)).unpacked).toBe(1);
    },
  );

  test("are packed anew by other formulas", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 2 });
    await packNext(store.database, NEXT_DAY);
    await inTransaction(store.database, "full", (transaction) =>
      emptyOthers(transaction, { table: SCORE_DAYS, packedBy: "other formulas" }),
    );
    expect((await daysOf(store)).unpacked).toBe(1);
  });
});

const METRICS = { name: "metrics", owner: ["session", "developer"] as const };

const WORK: AccountedWork = { agent: "codex", outcome: "reached", mayHaveWorked: true, turns: [] };

const RESTATED = {
  sse: 1,
  ie: 1,
  repair_turns: 1,
  counted_turns: 1,
  missing: "{}",
  ...accountColumns(accountFor(WORK, shippedBaselines)),
  ...baselineColumns(SHIPPED_VERSION),
};

const ROW = { ...BARE, startedAt: START };
