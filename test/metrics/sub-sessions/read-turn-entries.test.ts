/** The accounts of turns, as they are read from what is stored. */
import { expect, test } from "bun:test";
import { shippedBaselines } from "../../../src/metrics/baselines/baseline.ts";
import { addBaselineVersion } from "../../../src/metrics/baselines/baselines-table.ts";
import { noteRecompute } from "../../../src/metrics/baselines/recompute.ts";
import { readTurnEntries } from "../../../src/metrics/sub-sessions/read-turn-entries.ts";
import type { JoinedRow } from "../../../src/metrics/sub-sessions/sub-sessions-table.ts";
import type { TurnEntry } from "../../../src/metrics/sub-sessions/turn-entry-answer.ts";
import { DAY } from "../../../src/vocabulary/units.ts";
import { keepRows, openStore, rowOf, START, type Store, turnOf } from "../stored-rows.ts";

async function entriesOf({ database, organization }: Store, baseline_version: number): Promise<TurnEntry[]> {
  const row = { ...rowOf(organization, 0, { baseline_version }), id: "sub-session 0", first_turn: 1 };
  const entries = await readTurnEntries(database, organization, [row as unknown as JoinedRow]);
  return entries.get(row.id) ?? [];
}

test("a turn says how many lines it changed, where that is known", async () => {
  const store = await openStore();
  const turns = [turnOf({ lines: 3 }), turnOf({ lines: 0 }), turnOf({ kind: "other", lines: 0 })];
  await keepRows(store, { from: 0, count: 1, turns });
  const entries = await entriesOf(store, 0);
  expect(entries.map(({ lines, unit }) => [lines, unit])).toEqual([
    [3, 0.6],
    [null, 1],
    [null, null],
  ]);
});

test("the turns of a row add up to it before and after a recompute reaches it", async () => {
  const store = await openStore();
  const { database, organization } = store;
  await keepRows(store, { from: 0, count: 1 });
  const tokens = { new: 90_000, on: 80_000, change: 85_000, other: 40_000 };
  const { version } = await addBaselineVersion(database, {
    organization,
    source: "set",
    createdAt: START,
    inForceFrom: START + DAY,
    learnedFrom: null,
    baselines: { ...shippedBaselines, tokens },
  });
  const window = { organization, from: 0, to: START + DAY };
  await noteRecompute(database, { ...window, version, requestedAt: START + DAY });
  const usual = async (held: number) => (await entriesOf(store, held)).map((entry) => entry.tokens?.usual);
  expect(await usual(0)).toEqual([shippedBaselines.tokens.new, shippedBaselines.tokens.on]);
  expect(await usual(version)).toEqual([90_000, 80_000]);
});
