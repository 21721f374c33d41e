import { describe, expect, test } from "bun:test";
import { activityOf, flowOf } from "../../../src/metrics/flow/activity.ts";
import { at, call, failedCall, MINUTES, prompt, reset, sessionOf } from "../../turns/events.ts";

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
    const pieces = activityOf("shop", worked).pieces.map(({ start, end }) => [start - at(0), end - start]);
    expect(pieces).toEqual([
      [0, 5_000],
      [60_000, 600_000],
      [2_000_000, 0],
    ]);
  });
});

describe("waits after errors", () => {
  test("tell the error's status and the model", () => {
    const failed = sessionOf([cart, failedCall(1, true), prompt(300, "Add a cart page"), call(301, 305)]);
    expect(activityOf("shop", failed).waits).toEqual([
      { failedAt: at(1), recoveredAt: at(301), status: 500, model: "model-a" },
    ]);
  });
});

describe("flow", () => {
  const shop = sessionOf([cart, call(1, 60), reset(70), prompt(120, "Add a bank"), call(121, 180)]);
  const other = sessionOf([prompt(10 * MINUTES, "Rename the label"), call(601, 660)], {
    sessionId: "other",
  });
  const pieces = [...activityOf("shop", shop).pieces, ...activityOf("other", other).pieces];

  test("has a value for each sub-session with an interactive piece, over all of a developer's sessions", () => {
    const flows = flowOf({ pieces, waits: [], habit: [] });
    expect(flows.size).toBe(3);
    for (const fc of flows.values()) expect(fc).toBeCloseTo((100 * 11) / 90, 9);
  });

  test("is worked out for the wanted sub-sessions alone, over the others' pieces too", () => {
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
      return { session: "earlier", subSession: "earlier", start, end: start + 60_000 };
    });
    const wait = { failedAt: at(80), recoveredAt: at(260) };
    for (const fc of flowOf({ pieces, waits: [wait], habit: [...usual, ...pieces] }).values())
      expect(fc).toBeCloseTo((100 * 11) / 90, 9);
  });

  test("has no value where nobody sat", () => {
    const alone = sessionOf([prompt(0, "Add a cart", { interactive: false }), call(1, 60)]);
    expect(activityOf("shop", alone).pieces).toEqual([]);
  });
});
