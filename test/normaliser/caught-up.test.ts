import { describe, expect, test } from "bun:test";
import { isBehind, readLeft } from "../../src/normaliser/caught-up.ts";
import { AFTER_BATCHES, findDirty, markDirty } from "../../src/normaliser/dirty-table.ts";
import { SECOND } from "../../src/vocabulary/units.ts";
import { arrive, openStore, START, type Store } from "../metrics/stored-rows.ts";
import { named } from "../session-names.ts";

describe("what is left to do", () => {
  test("has waited since the batch arrived that changed the first of the sessions", async () => {
    const store = await openStore();
    await arrive(store, 7, START);
    await arrive(store, 9, START + SECOND);
    await mark(store, { first: 9, second: 7 });
    expect((await readLeft(store.database)).unmeasured).toEqual({ sessions: 2, since: START });
  });

  test("waits since no time for a session that a judgement changed", async () => {
    const store = await openStore();
    await arrive(store, 7, START);
    await mark(store, { judged: AFTER_BATCHES });
    expect((await readLeft(store.database)).unmeasured).toEqual({ sessions: 1, since: null });
    await mark(store, { late: 7 });
    expect((await readLeft(store.database)).unmeasured).toEqual({ sessions: 2, since: START });
  });

  test("is what the batches up to one changed, without what was judged meanwhile", async () => {
    const store = await openStore();
    await mark(store, { judged: AFTER_BATCHES, early: 7, late: 9 });
    await mark(store, { early: AFTER_BATCHES });
    expect((await readLeft(store.database, 8)).unmeasured.sessions).toBe(1);
    expect((await findDirty(store.database, 9)).map(({ session }) => session)).toEqual([
      named("early"),
      named("late"),
      named("judged"),
    ]);
  });
});

describe("measuring is behind", () => {
  const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`session ${index}`, 7]));

  test("when fifty sessions have waited for more than ten seconds", async () => {
    const store = await openStore();
    await arrive(store, 7, START);
    await mark(store, fifty);
    expect(await isBehind(store.database, START + 10 * SECOND)).toBe(false);
    expect(await isBehind(store.database, START + 11 * SECOND)).toBe(true);
  });

  test("not when fewer have, as a long session that rests, or when only judgements wait", async () => {
    const store = await openStore();
    await arrive(store, 7, START);
    await mark(store, { "session 0": 7 });
    await mark(
      store,
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`judged ${index}`, AFTER_BATCHES])),
    );
    expect(await isBehind(store.database, START + 60 * SECOND)).toBe(false);
  });
});

function mark({ database, organization }: Store, sessions: Record<string, number>): Promise<void> {
  return markDirty(
    database,
    Object.entries(sessions).map(([session, sequence]) => ({
      organization,
      session: named(session),
      sequence,
    })),
  );
}
