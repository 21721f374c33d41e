import { describe, expect, test } from "bun:test";
import { activityOf, flowOf, waitsThatMatter } from "../../../src/metrics/flow/activity.ts";
import { createRandom } from "../../../src/demo/work/random.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";
import { at, call, failedCall, MINUTES, prompt, reset, sessionOf } from "../../turns/events.ts";
import { named } from "../../session-names.ts";

const cart = prompt(0, "Add a cart to the shop");

describe("active pieces", () => {
  test("run from each prompt, trivial ones too, to the end of its work, at most ten minutes", () => {
    const worked = sessionOf([
      cart,
      call(1, 5),
      prompt(60, "ok"),
      call(61, 61 + 20 * MINUTES),
      prompt(2000, "Add a cart page"),
    ]);
    const pieces = activityOf(named("shop"), worked).pieces.map(({ start, end }) => [
      start - at(0),
      end - start,
    ]);
    expect(pieces).toEqual([
      [0, 5_000],
      [60_000, 600_000],
      [2_000_000, 0],
    ]);
  });
});

describe("waits after errors", () => {
  test("report the error's status and the model", () => {
    const failed = sessionOf([cart, failedCall(1, true), prompt(300, "Add a cart page"), call(301, 305)]);
    expect(activityOf(named("shop"), failed).waits).toEqual([
      { failedAt: at(1), recoveredAt: at(301), status: 500, model: "model-a", spendLimit: 0 },
    ]);
  });
});

describe("flow", () => {
  const shop = sessionOf([cart, call(1, 60), reset(70), prompt(120, "Add a bank"), call(121, 180)]);
  const other = sessionOf([prompt(10 * MINUTES, "Rename the label"), call(601, 660)], {
    session: named("other"),
  });
  const pieces = [...activityOf(named("shop"), shop).pieces, ...activityOf(named("other"), other).pieces];

  test("has a value for each sub-session with an interactive piece, over all of a developer's sessions", () => {
    const flows = flowOf({ pieces, waits: [], habit: [] });
    expect(flows.size).toBe(3);
    for (const fc of flows.values()) expect(fc).toBeCloseTo((100 * 11) / 90, 9);
  });

  test("is computed for the wanted sub-sessions only, over the others' pieces too", () => {
    const [wanted] = other.subSessions;
    const flows = flowOf({ pieces, waits: [], habit: [] }, (subSession) => subSession === wanted?.id);
    expect([...flows.keys()]).toEqual([wanted?.id ?? ""]);
    expect([...flows.values()][0]).toBeCloseTo((100 * 11) / 90, 9);
  });

  test("leaves stalls out of a stretch's length", () => {
    const wait = { failedAt: at(80), recoveredAt: at(260) };
    for (const fc of flowOf({ pieces, waits: [wait], habit: pieces }).values())
      expect(fc).toBeCloseTo((100 * 10) / 90, 9);
  });

  test("forgives a pause that is usual for the developer", () => {
    const usual = Array.from({ length: 6 }, (_, index) => {
      const start = at(-10 * 60 * MINUTES) + index * 6 * 60_000;
      return { session: named("earlier"), subSession: "earlier", start, end: start + 60_000 };
    });
    const wait = { failedAt: at(80), recoveredAt: at(260) };
    for (const fc of flowOf({ pieces, waits: [wait], habit: [...usual, ...pieces] }).values())
      expect(fc).toBeCloseTo((100 * 11) / 90, 9);
  });

  test("has no value where nobody sat", () => {
    const alone = sessionOf([prompt(0, "Add a cart", { interactive: false }), call(1, 60)]);
    expect(activityOf(named("shop"), alone).pieces).toEqual([]);
  });
});

describe("waits that matter", () => {
  const piece = (subSession: string, start: number) => {
    return { session: named(subSession), subSession, start: start * MINUTE, end: (start + 5) * MINUTE };
  };
  const pieces = [piece("morning", 0), piece("morning", 15), piece("noon", 100), piece("noon", 115)];
  const wait = (from: number, minutes: number) => {
    return { failedAt: from * MINUTE, recoveredAt: (from + minutes) * MINUTE };
  };
  const isNoon = (subSession: string) => subSession === "noon";

  test("are longer than every pause that is forgiven, and are where the wanted work was done", () => {
    const [early, short, long] = [wait(6, 8), wait(106, 2), wait(106, 8)];
    expect(waitsThatMatter({ pieces, waits: [early, short, long] }, isNoon)).toEqual([long]);
  });

  test("are all that the flow depends on", () => {
    const random = createRandom("waits that matter");
    for (let round = 0; round < 300; round += 1) {
      const starts = Array.from({ length: 12 }, () => random.whole(0, 300)).toSorted(
        (left, right) => left - right,
      );
      const some = starts.map((start) => piece(random.pick(["morning", "noon"]), start));
      const waits = Array.from({ length: 5 }, () => wait(random.whole(0, 300), random.whole(0, 12)));
      const all = { pieces: some, waits, habit: some };
      const mattering = { ...all, waits: waitsThatMatter(all, isNoon) };
      expect(flowOf(mattering, isNoon)).toEqual(flowOf(all, isNoon));
    }
  });
});
