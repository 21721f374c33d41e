import { describe, expect, test } from "bun:test";
import { setBaselines } from "../../../src/metrics/baselines/new-baselines.ts";
import { askRecompute, recomputeNext, requestRecompute } from "../../../src/metrics/baselines/recompute.ts";
import type { MetricsRow } from "../../../src/metrics/columns-table.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { keepRows, openStore, START, type Store } from "../stored-rows.ts";
import { wholeSchema } from "../../whole-schema.ts";

const WINDOW = { from: START - DAY, to: START + DAY };

async function rowsOf({ database }: Store): Promise<MetricsRow[]> {
  return wholeSchema(database).selectFrom("metrics").selectAll().execute();
}

describe("a recompute", () => {
  test("goes on where it was, whoever goes on with it", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepRows(store, { from: 0, count: 1_200 });
    await setBaselines(database, { organization, wish: { m: 0 } }, START + DAY);
    const { id, status, total } = await requestRecompute(database, { organization, ...WINDOW }, START + DAY);
    expect([status, total]).toEqual(["pending", 1_200]);
    expect(await recomputeNext(database)).toBe(500);
    expect(await askRecompute(database, { organization, id })).toEqual({
      id,
      status: "running",
      done: 500,
      total: 1_200,
    });
    expect((await rowsOf(store)).filter((row) => row.baseline_version === 1)).toHaveLength(500);
    expect(await recomputeNext(database)).toBe(500);
    expect(await recomputeNext(database)).toBe(200);
    expect(await recomputeNext(database)).toBeNull();
    expect(await askRecompute(database, { organization, id })).toMatchObject({
      status: "completed",
      done: 1_200,
    });
    expect(new Set((await rowsOf(store)).map((row) => row.baseline_version))).toEqual(new Set([1]));
  });

  test("changes nothing outside of its window, and what is null stays null", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepRows(store, { from: 0, count: 2 });
    await keepRows(store, { from: 2, count: 2 }, { started_at: WINDOW.to });
    await keepRows(store, { from: 4, count: 1 }, { sse: null, ie: null, actual_human_seconds: null });
    const before = await rowsOf(store);
    await setBaselines(database, { organization, wish: { m: 0.5, repairShare: 0.3 } }, START + DAY);
    await requestRecompute(database, { organization, ...WINDOW }, START + DAY);
    while ((await recomputeNext(database)) !== null);
    const after = await rowsOf(store);
    expect(after.map((row) => row.baseline_version)).toEqual([1, 1, 0, 0, 1]);
    expect(after.slice(2, 4)).toEqual(before.slice(2, 4));
    expect(after[4]).toMatchObject({ sse: null, ie: null, axis_h: null, m: 0.5, qr: 90 });
    expect(after[0]?.sse).not.toBe(before[0]?.sse ?? null);
  });
});
