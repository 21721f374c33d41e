import { afterEach, beforeEach, expect, test } from "bun:test";
import { createRandom } from "../../../src/demo/work/random.ts";
import { KeptCuts } from "../../../src/sessions/cuts/kept-cuts.ts";
import { Measurer } from "../../../src/sessions/measurer.ts";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";
import { ClaudeTeller, type Habits } from "./random-session.ts";
import { START, TwoWays } from "./two-ways.ts";

const HABITS: Habits = { commit: 1, revert: 0, oldFile: 0, odd: 0, test: 0, pauses: [9 * MINUTE] };

let ways: TwoWays;
beforeEach(async () => {
  ways = await TwoWays.open();
});
afterEach(() => ways.close());

/** Measures a session with cuts that are kept from so many sightings on. Gives: whether its cut is known. */
async function measureWith(cuts: KeptCuts): Promise<() => boolean> {
  const { database, organization } = ways;
  const teller = new ClaudeTeller({ random: createRandom("kept"), session: "s-1", startsAt: START }, HABITS);
  for (let goal = 0; goal < 20; goal += 1) teller.tellGoal();
  ways.now = teller.now;
  await ways.examine(teller.records);
  const prices = loadPrices({ pricesFile: null });
  const measurer = new Measurer({ database, clock: () => ways.now, prices, outages: () => [], cuts });
  await measurer.round();
  const [name] = await ways.sessionsCalled("s-1");
  return () => cuts.of(`${organization} ${name?.session}`) !== null;
}

test("a short session is not cut", async () => {
  const isCut = await measureWith(new KeptCuts());
  expect(isCut()).toBe(false);
});

test("a cut is forgotten a quarter of an hour after it was used last", async () => {
  let elapsed = 0;
  const cuts = new KeptCuts(40, () => elapsed);
  const isCut = await measureWith(cuts);
  elapsed = 15 * MINUTE - 1;
  cuts.forgetOld();
  expect(isCut()).toBe(true);
  elapsed = 15 * MINUTE;
  cuts.forgetOld();
  expect(isCut()).toBe(false);
});
