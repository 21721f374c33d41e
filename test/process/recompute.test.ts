import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { baselinesStage } from "../../src/metrics/baselines/keep-baselines.ts";
import { nextJob } from "../../src/database/jobs/job-table.ts";
import { RECOMPUTES } from "../../src/metrics/baselines/recompute-table.ts";
import { setBaselines } from "../../src/metrics/baselines/new-baselines.ts";
import {
  askRecompute,
  createRecomputing,
  recomputeNext,
  requestRecompute,
} from "../../src/metrics/baselines/recompute.ts";
import type { MetricsRow } from "../../src/metrics/columns-table.ts";
import { DAY } from "../../src/vocabulary/units.ts";
import { addOrganization } from "../identity/identity-database.ts";
import { keepRows, openStore, START, type Store } from "../metrics/stored-rows.ts";
import { wholeSchema } from "../whole-schema.ts";

const WINDOW = { from: START - DAY, to: START + DAY };

async function rowsOf({ database }: Store): Promise<MetricsRow[]> {
  return wholeSchema(database).selectFrom("metrics").selectAll().execute();
}

describe("a recompute", () => {
  test("goes on where it was, whoever goes on with it", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepRows(store, { from: 0, count: 2_400 });
    await setBaselines(database, { organization, wish: { m: 0 } }, START + DAY);
    const { id, status, total } = await requestRecompute(database, { organization, ...WINDOW }, START + DAY);
    expect([status, total]).toEqual(["pending", 2_400]);
    expect(await recomputeNext(database)).toBe(1_000);
    expect(await askRecompute(database, { organization, id })).toEqual({
      id,
      status: "running",
      done: 1_000,
      total: 2_400,
      reason: null,
    });
    expect((await rowsOf(store)).filter((row) => row.baseline_version === 1)).toHaveLength(1_000);
    expect(await recomputeNext(database)).toBe(1_000);
    expect(await recomputeNext(database)).toBe(400);
    expect(await recomputeNext(database)).toBeNull();
    expect(await askRecompute(database, { organization, id })).toMatchObject({
      status: "completed",
      done: 2_400,
    });
    expect(new Set((await rowsOf(store)).map((row) => row.baseline_version))).toEqual(new Set([1]));
  });

  test("of earlier work goes on automatically after a kill", async () => {
    const store = await openStore();
    const { path, database } = store;
    await keepRows(store, { from: 0, count: 2_400 });
    const script = new URL("learn-and-begin.ts", import.meta.url).pathname;
    const child = Bun.spawn([process.execPath, script, path, String(START + 2 * DAY)], { stdout: "pipe" });
    for await (const chunk of child.stdout) {
      expect(new TextDecoder().decode(chunk)).toBe("1000\n");
      child.kill("SIGKILL");
    }
    const learned = async () => (await rowsOf(store)).filter((row) => row.baseline_version === 1).length;
    expect(await learned()).toBe(1_000);
    const stage = baselinesStage({ database, clock: () => START + 3 * DAY });
    const alone = { goAhead: async () => {}, stopping: new AbortController().signal };
    while ((await nextJob(database, RECOMPUTES)) !== null) await stage.step(alone);
    expect(await learned()).toBe(2_400);
  });

  test("changes nothing outside of its window, and what is null stays null", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepRows(store, { from: 0, count: 2 });
    await keepRows(store, { from: 2, count: 2 }, { started_at: WINDOW.to });
    await keepRows(store, { from: 4, count: 1 }, { sse: null, ie: null, may_have_worked: 0 });
    const before = await rowsOf(store);
    await setBaselines(
      database,
      { organization, wish: { m: 0.5, repairShare: 0.3, reference: { speed: 0.5 } } },
      START + DAY,
    );
    await requestRecompute(database, { organization, ...WINDOW }, START + DAY);
    while ((await recomputeNext(database)) !== null);
    const after = await rowsOf(store);
    expect(after.map((row) => row.baseline_version)).toEqual([1, 1, 0, 0, 1]);
    expect(after.slice(2, 4)).toEqual(before.slice(2, 4));
    expect(after[4]).toMatchObject({ sse: null, ie: null, reference_speed: 0.5, qr: 90 });
    expect(after[0]?.sse).not.toBe(before[0]?.sse ?? null);
  });

  test("that fails three times ends as failed with what to do, and the next has its turn", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepRows(store, { from: 0, count: 3 });
    await setBaselines(database, { organization, wish: { m: 0 } }, START + DAY);
    const { id } = await requestRecompute(database, { organization, ...WINDOW }, START + DAY);
    const other = (await addOrganization(database, "theirs")).id;
    const next = await requestRecompute(database, { organization: other, ...WINDOW }, START + DAY);
    await wholeSchema(database).updateTable("baseline_versions").set({ baselines: "{broken" }).execute();
    const recompute = createRecomputing(database);
    for (let tries = 1; tries <= 3; tries += 1) {
      expect(await askRecompute(database, { organization, id })).toMatchObject({ status: "pending" });
      await expect(recompute()).rejects.toThrow("JSON");
    }
    expect(await askRecompute(database, { organization, id })).toMatchObject({
      status: "failed",
      done: 0,
      reason: expect.stringContaining("Ask for it again"),
    });
    while ((await recompute()) !== null);
    expect(await askRecompute(database, { organization: other, id: next.id })).toMatchObject({
      status: "completed",
      reason: null,
    });
  });

  test("is tried for ever while the database takes nothing", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepRows(store, { from: 0, count: 3 });
    const { id } = await requestRecompute(database, { organization, ...WINDOW }, START + DAY);
    await sql`pragma query_only = on`.execute(database);
    const recompute = createRecomputing(database);
    for (let tries = 0; tries < 5; tries += 1) await expect(recompute()).rejects.toThrow();
    await sql`pragma query_only = off`.execute(database);
    expect(await askRecompute(database, { organization, id })).toMatchObject({ status: "pending" });
    while ((await recompute()) !== null);
    expect(await askRecompute(database, { organization, id })).toMatchObject({ status: "completed" });
  });
});
