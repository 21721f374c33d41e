/** What formulas that were in force before have computed stays, and is not mixed with what this program computes. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { forgetDerived, prepareDatabase } from "../../src/appliance/rebuild/forget-derived.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { recomputeNext, requestRecompute } from "../../src/metrics/baselines/recompute.ts";
import { readEarlierFormulas, saveFormulasVersion } from "../../src/metrics/formulas-table.ts";
import { SCORING_VERSION } from "../../src/metrics/version.ts";
import type { ScoreRow } from "../../src/scores/answer.ts";
import { packNext } from "../../src/scores/days/pack-days.ts";
import { listScores } from "../../src/scores/list-scores.ts";
import { readRollup } from "../../src/scores/rollup/read-rollup.ts";
import { readTeam } from "../../src/scores/team/read-team.ts";
import { readTrends } from "../../src/scores/trends/read-trend.ts";
import { DAY, MINUTE, SECOND } from "../../src/vocabulary/units.ts";
import { wholeSchema } from "../whole-schema.ts";
import { Growing, START } from "./growing.ts";
import { turn } from "./one-turn.ts";

/** A version that was in force before this program's, whatever its number. */
const BEFORE = "2027.1";
const MIDNIGHT = Math.floor(START / DAY) * DAY;

let growing: Growing;
beforeEach(async () => {
  growing = await Growing.open();
});
afterEach(() => growing.close());

/** Four sessions of a turn on a day, the days counted from 0. */
async function workOn(day: number): Promise<void> {
  for (const place of [0, 1, 2, 3]) {
    const at = START + day * DAY + place * 5 * MINUTE;
    const part = `part ${day} ${place}`;
    await send(
      turn({ session: part, at, text: `Change ${part} of src/a.ts`, file: `/work/src/${day}${place}.ts` }),
    );
  }
}

async function send(records: ReturnType<typeof turn>): Promise<void> {
  growing.now = Math.max(growing.now, ...records.map(({ at }) => at)) + SECOND;
  await growing.examine(records);
  await growing.measure();
}

/** Makes what is stored that of a program with other formulas, and starts this one on the next day. */
async function followOtherFormulas(): Promise<void> {
  await wholeSchema(growing.database)
    .updateTable("metrics")
    .set({ scoring_version: BEFORE, sse: 77 })
    .execute();
  await saveFormulasVersion(growing.database, BEFORE);
  await prepareDatabase(growing.database, () => START + DAY);
}

async function rows() {
  return wholeSchema(growing.database).selectFrom("metrics").selectAll().orderBy("started_at").execute();
}

async function numbers() {
  return (await rows()).map(({ scoring_version, sse }) => [scoring_version, sse]);
}

const scope = () => ({ organizationId: growing.organization, onlyDeveloper: null });

async function scores(period: "day" | "all", days: number): Promise<ScoreRow[]> {
  const window = { from: MIDNIGHT, to: MIDNIGHT + days * DAY };
  const query = { scope: scope(), ...window, period, developer: null, limit: 9, after: null };
  return (await listScores(growing.database, query)).scores.toReversed();
}

describe("numbers of formulas that were in force before", () => {
  const KEPT = Array.from({ length: 4 }, () => [BEFORE, 77]);

  test("stay when this program starts, and hold until its first day", async () => {
    await workOn(0);
    await followOtherFormulas();
    expect(await numbers()).toEqual(KEPT);
    expect(await readEarlierFormulas(growing.database)).toEqual([{ version: BEFORE, until: MIDNIGHT + DAY }]);
    await prepareDatabase(growing.database, () => START + 9 * DAY);
    expect(await readEarlierFormulas(growing.database)).toHaveLength(1);
  });

  test("stay when a late record comes, another session changes, or baselines are recomputed", async () => {
    await workOn(0);
    await followOtherFormulas();
    const late = { session: "part 0 1", at: START + 7 * MINUTE, text: "No, that's wrong: undo it" };
    await send(turn({ ...late, file: "/work/src/late.ts" }));
    expect(await numbers()).toEqual(KEPT);
    const window = { organization: growing.organization, from: 0, to: START + 9 * DAY };
    await requestRecompute(growing.database, window, growing.now);
    expect(await recomputeNext(growing.database)).toBe(0);
    expect(await numbers()).toEqual(KEPT);
  });

  test("stay in a rebuild, while their sub-sessions still close", async () => {
    await workOn(0);
    await followOtherFormulas();
    const states = async () => [...new Set((await rows()).map(({ state }) => state))];
    expect(await states()).toEqual(["open"]);
    await inTransaction(growing.database, "full", forgetDerived);
    expect(await numbers()).toEqual(KEPT);
    growing.now += 2 * DAY;
    await workOn(0);
    expect(await numbers()).toEqual(KEPT);
    expect(await states()).toEqual(["closed"]);
  });
});

describe("a period", () => {
  beforeEach(async () => {
    await workOn(0);
    await followOtherFormulas();
    for (const day of [1, 2]) await workOn(day);
  });

  test("has the numbers of the formulas in force at its end, packed or not, and of no others", async () => {
    const found = async () => ({
      days: (await scores("day", 3)).map(({ scoringVersion, counted }) => [scoringVersion, counted]),
      all: (await scores("all", 3)).map(({ scoringVersion, counted }) => [scoringVersion, counted]),
    });
    const expected = {
      days: [
        [BEFORE, 4],
        [SCORING_VERSION, 4],
        [SCORING_VERSION, 4],
      ],
      all: [[SCORING_VERSION, 8]],
    };
    expect(await found()).toEqual(expected);
    growing.now += 9 * DAY;
    expect(await packNext(growing.database, growing.now)).toBe(3);
    expect(await found()).toEqual(expected);
    const window = { scope: scope(), developer: null, from: MIDNIGHT, to: MIDNIGHT + 3 * DAY };
    expect((await readRollup(growing.database, window)).subSessions).toBe(8);
  });

  test("is not compared with one that begins before its formulas were in force", async () => {
    const changes = (await scores("day", 3)).map(({ change }) => change?.skill?.value ?? null);
    expect(changes).toEqual([null, null, expect.any(Number)]);
    expect((await scores("day", 2)).map(({ change }) => change)).toEqual([expect.anything(), null]);
  });

  test("says in each point of a trend which formulas that comes from", async () => {
    const window = { scope: scope(), developer: null, from: MIDNIGHT, to: MIDNIGHT + 3 * DAY };
    const { points } = await readTrends(growing.database, { ...window, bucket: "day" });
    expect(points.map(({ scoringVersion }) => scoringVersion)).toEqual([
      BEFORE,
      SCORING_VERSION,
      SCORING_VERSION,
    ]);
    const team = await readTeam(growing.database, {
      ...window,
      from: MIDNIGHT + DAY,
      to: MIDNIGHT + 2 * DAY,
    });
    expect(team.change.skill).toBeNull();
  });
});
