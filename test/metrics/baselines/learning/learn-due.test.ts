import { describe, expect, test } from "bun:test";
import { baselinesFor } from "../../../../src/metrics/baselines/baselines-in-force.ts";
import { newestBaselines, readBaselineVersions } from "../../../../src/metrics/baselines/baselines-table.ts";
import {
  learnDue as look,
  type LearningMemory,
  newMemory,
} from "../../../../src/metrics/baselines/learning/learn-due.ts";
import { setBaselines } from "../../../../src/metrics/baselines/new-baselines.ts";
import { requestRecompute } from "../../../../src/metrics/baselines/recompute.ts";
import { readHeldBaseline } from "../../../../src/metrics/baselines/read-baseline.ts";
import { savePosition } from "../../../../src/books/progress-table.ts";
import { markDirty } from "../../../../src/normaliser/dirty-table.ts";
import { type Database } from "../../../../src/database/open.ts";
import { inTransaction } from "../../../../src/database/transaction.ts";
import { issueKey } from "../../../../src/identity/keys/issue.ts";
import { updateLastUsed } from "../../../../src/identity/keys/table.ts";
import { beginImport } from "../../../../src/ingest/imports/begin-import.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../../../src/vocabulary/units.ts";
import { arrive, keepRows, openStore, START, type Store, turnOf } from "../../stored-rows.ts";
import { named } from "../../../session-names.ts";

const OCTOBER = Date.parse("2026-10-05T00:00:00Z");
const JANUARY = Date.parse("2027-01-04T00:00:00Z");

const noMemory = newMemory;

/** Looks twice, as the stage does: a first version is learned when nothing came between two looks. */
async function learnDue(database: Database, now: number, memory: LearningMemory): Promise<void> {
  await look(database, now - 3 * SECOND, memory);
  await look(database, now, memory);
}

describe("baselines are learned", () => {
  test("not before thirty scoreable sub-sessions are closed", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 29 });
    await keepRows(store, { from: 29, count: 10 }, { scoreable: 0 });
    await keepRows(store, { from: 39, count: 10 }, { state: "provisional", closed_at: null });
    await learnDue(store.database, START + 2 * DAY, noMemory());
    expect(await readBaselineVersions(store.database, store.organization)).toEqual([]);
  });

  test("from thirty on, in force from when the thirtieth closed, and for all work before", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    const now = START + 2 * DAY;
    await learnDue(store.database, now, noMemory());
    await learnDue(store.database, now + DAY, noMemory());
    const versions = await readBaselineVersions(store.database, store.organization);
    const closed = START + DAY;
    expect(versions).toMatchObject([{ version: 1, source: "learned", createdAt: now, inForceFrom: closed }]);
    expect(versions[0]?.baselines.tokens.new).toBeLessThan(57_000);
    const at = await baselinesFor(store.database, store.organization);
    expect(
      [0, START - 90 * DAY, closed - 1, closed, now, now + DAY].map((start) => at(start).version),
    ).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("on a day that commands and reports name", async () => {
    const store = await openStore();
    const read = () => {
      const window = { organization: store.organization, from: START + 3 * DAY, to: START + 9 * DAY };
      return readHeldBaseline(store.database, window);
    };
    expect(await read()).toEqual({ source: "shipped", since: null });
    await keepRows(store, { from: 0, count: 30 });
    const now = START + 2 * DAY;
    await learnDue(store.database, now, noMemory());
    expect(await read()).toEqual({ source: "learned", since: now });
  });

  test("first from all that closed in the first eight weeks that reach thirty, and from nothing later", async () => {
    const few = await openStore();
    await keepRows(few, { from: 0, count: 30 });
    const large = [turnOf({ kind: "new", tokens: 1_000_000 })];
    const learnedWith = async (closed_at: number, scoreable: number) => {
      const many = await openStore();
      await keepRows(many, { from: 30, count: 400, turns: large }, { closed_at, scoreable });
      await keepRows(many, { from: 0, count: 30 });
      return learned(many);
    };
    const learned = async ({ database, organization }: Store) => {
      await learnDue(database, START + 100 * DAY, noMemory());
      const [first] = await readBaselineVersions(database, organization);
      return [first?.inForceFrom, first?.baselines];
    };
    const expected = await learned(few);
    expect(await learnedWith(START + 57 * DAY, 1)).toEqual(expected);
    expect(await learnedWith(START + 56 * DAY, 0)).not.toEqual(expected);
    expect((await learnedWith(START + 2 * DAY, 1))[0]).toBe(START + DAY);
    expect((await learnedWith(START + 2 * DAY, 1))[1]).not.toEqual(expected[1]);
  });

  test("first from the first thirty that closed within eight weeks", async () => {
    const store = await openStore();
    for (let number = 0; number < 40; number += 1) {
      const closed_at = START + (number < 20 ? 0 : 57 * DAY + number);
      await keepRows(store, { from: number, count: 1 }, { closed_at });
    }
    await learnDue(store.database, START + 90 * DAY, noMemory());
    expect(await readBaselineVersions(store.database, store.organization)).toEqual([]);
    await keepRows(store, { from: 40, count: 20 }, { closed_at: START + 58 * DAY });
    await learnDue(store.database, START + 90 * DAY, noMemory());
    const versions = await readBaselineVersions(store.database, store.organization);
    expect(versions[0]?.inForceFrom).toBe(START + 58 * DAY);
  });

  test("not while records come", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    const { database, organization } = store;
    const memory = noMemory();
    const now = START + 2 * DAY;
    const write = (sequence: number) => savePosition(database, "writer", { streamCreatedAt: "a", sequence });
    await write(1);
    await look(database, now, memory);
    await write(2);
    await look(database, now + 4 * SECOND, memory);
    expect(await readBaselineVersions(database, organization)).toEqual([]);
    await look(database, now + 8 * SECOND, memory);
    expect(await readBaselineVersions(database, organization)).toHaveLength(1);
  });

  test("for an hour at most while records come at every moment", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    const { database, organization } = store;
    const memory = noMemory();
    const now = START + 2 * DAY;
    for (let minute = 0; minute <= 60; minute += 1) {
      expect(await readBaselineVersions(database, organization)).toEqual([]);
      await savePosition(database, "writer", { streamCreatedAt: "a", sequence: minute + 1 });
      await look(database, now + (minute * HOUR) / 60, memory);
    }
    expect(await readBaselineVersions(database, organization)).toHaveLength(1);
  });

  test("not while somebody imports, unless the import was broken off", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    const { database, organization } = store;
    const now = START + 2 * DAY;
    const { record } = await inTransaction(database, "full", (transaction) =>
      issueKey(
        transaction,
        { organizationId: organization, name: "key", role: "member", developerId: null },
        now,
      ),
    );
    const versionsAt = async (at: number) => {
      await learnDue(database, at, noMemory());
      return (await readBaselineVersions(database, organization)).length;
    };
    const begun = { keyId: record.id, organization };
    const { lapsesAt } = await beginImport(database, begun, now);
    expect(lapsesAt).toBe(now + 10 * MINUTE);
    expect(await versionsAt(now + 10 * MINUTE - 1)).toBe(0);
    await updateLastUsed(database, [{ keyId: record.id, at: now + 9 * MINUTE }]);
    expect(await versionsAt(now + 19 * MINUTE - 1)).toBe(0);
    await updateLastUsed(database, [{ keyId: record.id, at: now + DAY }]);
    expect(await versionsAt(now + DAY - 1)).toBe(0);
    expect(await versionsAt(now + DAY)).toBe(1);
  });

  test("not while sessions wait whose time has come", async () => {
    const store = await openStore();
    await keepRows(store, { from: 0, count: 30 });
    const { database, organization } = store;
    const waiting = Array.from({ length: 50 }, (_, index) => named(`session ${index}`));
    await markDirty(
      database,
      waiting.map((session) => ({ organization, session, sequence: 1 })),
    );
    const memory = noMemory();
    const now = START + 2 * DAY;
    await look(database, now, memory);
    await look(database, now + HOUR - 1, memory);
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
        Array.from({ length: 50 }, (_, index) => ({
          organization,
          session: named(`session ${index}`),
          sequence,
        })),
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
    expect(versions.map(({ inForceFrom }) => inForceFrom)).toEqual([START + DAY, OCTOBER]);
    const at = await baselinesFor(store.database, store.organization);
    expect([at(OCTOBER - 1).version, at(OCTOBER).version]).toEqual([1, 2]);
  });

  test("for the time before what an admin set meanwhile, where that is learned late", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepRows(store, { from: 0, count: 30 });
    await learnDue(database, START + 2 * DAY, noMemory());
    await keepRows(store, { from: 30, count: 3 }, { closed_at: OCTOBER - 1 });
    await setBaselines(database, { organization, wish: { usualLines: 70 } }, OCTOBER + 8 * HOUR);
    await learnDue(database, OCTOBER + 9 * HOUR, noMemory());
    const versions = await readBaselineVersions(database, organization);
    expect(versions.map(({ source }) => source)).toEqual(["learned", "set", "learned"]);
    const at = await baselinesFor(database, organization);
    expect([OCTOBER, OCTOBER + 8 * HOUR, OCTOBER + 10 * HOUR].map((start) => at(start).version)).toEqual([
      3, 2, 2,
    ]);
    expect((await newestBaselines(database, organization)).version).toBe(2);
    await setBaselines(database, { organization, wish: { usualLines: 60 } }, OCTOBER + 11 * HOUR);
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
    expect(versions.map(({ inForceFrom }) => inForceFrom)).toEqual([START + DAY, OCTOBER]);
  });
});

describe("the version of a sub-session", () => {
  test("comes from the last recompute of its start, else it is the one in force then", async () => {
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

  test("stays the one that an admin had set, where the first is learned later", async () => {
    const store = await openStore();
    const { database, organization } = store;
    const set = START + DAY / 2;
    await setBaselines(database, { organization, wish: { m: 0 } }, set);
    await keepRows(store, { from: 0, count: 30 });
    await learnDue(database, START + 2 * DAY, noMemory());
    const at = await baselinesFor(database, organization);
    const due = START + DAY;
    expect(
      [START - DAY, set - 1, set, due - 1, due, START + 3 * DAY].map((start) => at(start).source),
    ).toEqual(["learned", "learned", "set", "set", "learned", "learned"]);
  });

  test("stays the one that an admin set after the first was due, and before it was learned", async () => {
    const store = await openStore();
    const { database, organization } = store;
    const set = START + 5 * DAY;
    await setBaselines(database, { organization, wish: { m: 0 } }, set);
    await keepRows(store, { from: 0, count: 30 });
    await learnDue(database, START + 9 * DAY, noMemory());
    const at = await baselinesFor(database, organization);
    expect([START - DAY, set - 1, set, START + 10 * DAY].map((start) => at(start).source)).toEqual([
      "learned",
      "learned",
      "set",
      "set",
    ]);
  });

  test("is the quarter's from its Monday on, also where the first was learned after it", async () => {
    const store = await openStore();
    const { database, organization } = store;
    await keepRows(store, { from: 0, count: 30 });
    await keepRows(store, { from: 30, count: 3 }, { closed_at: OCTOBER - 1 });
    const memory = noMemory();
    await learnDue(database, OCTOBER + 9 * DAY, memory);
    await look(database, OCTOBER + 9 * DAY, memory);
    const at = await baselinesFor(database, organization);
    expect([START, OCTOBER - 1, OCTOBER, OCTOBER + 10 * DAY].map((start) => at(start).version)).toEqual([
      1, 1, 2, 2,
    ]);
  });
});
