import { describe, expect, test } from "bun:test";
import { baselinesFor } from "../../../src/metrics/baselines/baselines-in-force.ts";
import { newestBaselines, readBaselineVersions } from "../../../src/metrics/baselines/baselines-table.ts";
import { learnDue, type LearningMemory } from "../../../src/metrics/baselines/learn-due.ts";
import { setBaselines } from "../../../src/metrics/baselines/new-baselines.ts";
import { requestRecompute } from "../../../src/metrics/baselines/recompute.ts";
import { markDirty } from "../../../src/normaliser/dirty-table.ts";
import { DAY, HOUR } from "../../../src/vocabulary/units.ts";
import { arrive, keepRows, openStore, START } from "../stored-rows.ts";

const OCTOBER = Date.parse("2026-10-05T00:00:00Z");
const JANUARY = Date.parse("2027-01-04T00:00:00Z");

const noMemory = (): LearningMemory => ({ inVain: new Map(), busySince: null });

describe("baselines are learned", () => {
  test("not before thirty scoreable sub-sessions are closed", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 29 });
    await keepRows(store, { from: 29, count: 10 }, { scoreable: 0 });
    await keepRows(store, { from: 39, count: 10 }, { state: "provisional", closed_at: null });
    await learnDue(store.database, START + 2 * DAY, noMemory());
    expect(await readBaselineVersions(store.database, store.organization)).toEqual([]);
  });

  test("from thirty on, in force from that moment; a sub-session keeps the version of its start", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    const now = START + 2 * DAY;
    await learnDue(store.database, now, noMemory());
    await learnDue(store.database, now + DAY, noMemory());
    const versions = await readBaselineVersions(store.database, store.organization);
    expect(versions).toMatchObject([{ version: 1, source: "learned", createdAt: now, inForceFrom: now }]);
    expect(versions[0]?.baselines.tokens[2]).toBeLessThan(40_000);
    const at = await baselinesFor(store.database, store.organization);
    expect([at(now - 1).version, at(now).version]).toEqual([0, 1]);
  });

  test("from those alone that were closed in the eight weeks before", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    await keepRows(store, { from: 30, count: 40 }, { closed_at: START - 57 * DAY, actual_tokens: 1_000_000 });
    await learnDue(store.database, START + 2 * DAY, noMemory());
    const alone = await openStore();
    await keepRows(alone, { from: 0, count: 30 });
    await learnDue(alone.database, START + 2 * DAY, noMemory());
    const learned = await readBaselineVersions(store.database, store.organization);
    const expected = await readBaselineVersions(alone.database, alone.organization);
    expect(learned[0]?.baselines).toEqual(expected[0]?.baselines as never);
  });

  test("not while sessions wait whose time has come", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    const { database, organization } = store;
    const waiting = Array.from({ length: 50 }, (_, index) => `session ${index}`);
    await markDirty(
      database,
      waiting.map((session) => ({ organization, session, sequence: 1 })),
    );
    const memory = noMemory();
    const now = START + 2 * DAY;
    await learnDue(database, now, memory);
    await learnDue(database, now + HOUR - 1, memory);
    expect(await readBaselineVersions(database, organization)).toEqual([]);
  });

  test("while sessions wait for a moment, where there were some for an hour", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    const { database, organization } = store;
    const now = START + 2 * DAY;
    const change = (sequence: number) =>
      markDirty(
        database,
        Array.from({ length: 50 }, (_, index) => ({ organization, session: `session ${index}`, sequence })),
      );
    const memory = noMemory();
    await arrive(store, 1, now);
    await change(1);
    await learnDue(database, now, memory);
    await learnDue(database, now + HOUR, memory);
    expect(await readBaselineVersions(database, organization)).toEqual([]);
    await arrive(store, 2, now + HOUR);
    await change(2);
    await learnDue(database, now + HOUR, memory);
    expect(await readBaselineVersions(database, organization)).toHaveLength(1);
  });

  test("again from the first Monday of each quarter, also when nobody ran the program then", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    await learnDue(store.database, START + 2 * DAY, noMemory());
    await keepRows(store, { from: 30, count: 3 }, { started_at: OCTOBER - 3 * DAY, closed_at: OCTOBER - 1 });
    await keepRows(store, { from: 33, count: 3 }, { started_at: OCTOBER + DAY, closed_at: OCTOBER });
    await learnDue(store.database, OCTOBER - 1, noMemory());
    expect(await readBaselineVersions(store.database, store.organization)).toHaveLength(1);
    await learnDue(store.database, JANUARY + DAY, noMemory());
    const versions = await readBaselineVersions(store.database, store.organization);
    expect(versions.map(({ inForceFrom }) => inForceFrom)).toEqual([START + 2 * DAY, OCTOBER]);
    const at = await baselinesFor(store.database, store.organization);
    expect([at(OCTOBER - 1).version, at(OCTOBER).version]).toEqual([1, 2]);
  });

  test("for the time before what an admin set meanwhile, where that is learned late", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepRows(store, { from: 0, count: 30 });
    await learnDue(database, START + 2 * DAY, noMemory());
    await keepRows(store, { from: 30, count: 3 }, { closed_at: OCTOBER - 1 });
    await setBaselines(database, { organization, wish: { qrReference: 70 } }, OCTOBER + 8 * HOUR);
    await learnDue(database, OCTOBER + 9 * HOUR, noMemory());
    const versions = await readBaselineVersions(database, organization);
    expect(versions.map(({ source }) => source)).toEqual(["learned", "set", "learned"]);
    const at = await baselinesFor(database, organization);
    expect([OCTOBER, OCTOBER + 8 * HOUR, OCTOBER + 10 * HOUR].map((start) => at(start).version)).toEqual([
      3, 2, 2,
    ]);
    expect((await newestBaselines(database, organization)).version).toBe(2);
    await setBaselines(database, { organization, wish: { qrReference: 60 } }, OCTOBER + 11 * HOUR);
    expect(at(OCTOBER).version).toBe(3);
    expect((await newestBaselines(database, organization)).version).toBe(4);
  });

  test("not from a quarter in which nothing was closed", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    await learnDue(store.database, START + 2 * DAY, noMemory());
    const memory = noMemory();
    await learnDue(store.database, JANUARY + DAY, memory);
    expect(memory.inVain.get(store.organization)).toBe(JANUARY);
    const versions = await readBaselineVersions(store.database, store.organization);
    expect(versions.map(({ inForceFrom }) => inForceFrom)).toEqual([START + 2 * DAY, OCTOBER]);
  });
});

describe("the version of a sub-session", () => {
  test("is that of the last recompute of its start, else the one in force then", async () => {
    const { database, organization } = await openStore();
    const now = START + 30 * DAY;
    await setBaselines(database, { organization, wish: { m: 0 } }, now);
    const [from, to] = [START, START + DAY];
    await requestRecompute(database, { organization, from, to }, now);
    await setBaselines(database, { organization, wish: { m: 0.1 } }, now + 1);
    await requestRecompute(database, { organization, from: from + 10, to: to + 10 }, now + 1);
    const at = await baselinesFor(database, organization);
    const starts = [from - 1, from, from + 9, from + 10, to + 9, to + 10, now, now + 1];
    expect(starts.map((start) => at(start).version)).toEqual([0, 1, 1, 2, 2, 0, 1, 2]);
  });
});
