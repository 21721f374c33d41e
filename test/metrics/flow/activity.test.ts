import { describe, expect, test } from "bun:test";
import { activePieces, flowOf } from "../../../src/metrics/flow/activity.ts";
import { at, call, MINUTES, prompt, reset, sessionOf } from "../../turns/events.ts";

const cart = prompt(0, "Add a cart to the shop");

describe("active pieces", () => {
  test("run from each prompt, trivial ones too, to the end of its work, at most ten minutes", () => {
    const { subSessions } = sessionOf([
      cart,
      call(1, 5),
      prompt(60, "ok"),
      call(61, 61 + 20 * MINUTES),
      prompt(2000, "Add a cart page"),
    ]);
    const pieces = activePieces(subSessions).map(({ start, end }) => [start - at(0), end - start]);
    expect(pieces).toEqual([
      [0, 5_000],
      [60_000, 600_000],
      [2_000_000, 0],
    ]);
  });
});

describe("flow", () => {
  const shop = sessionOf([
    cart,
    call(1, 60),
    reset(70),
    prompt(120, "Add a bank"),
    call(121, 180),
  ]).subSessions;
  const other = sessionOf([prompt(10 * MINUTES, "Rename the label"), call(601, 660)], {
    sessionId: "other",
  }).subSessions;

  test("has a value for each sub-session with an interactive piece, over all of a developer's sessions", () => {
    const flows = flowOf(activePieces([...shop, ...other]), []);
    expect(flows.size).toBe(3);
    for (const fc of flows.values()) expect(fc).toBeCloseTo((100 * 11) / 90, 9);
  });

  test("leaves stalls out of a stretch's length", () => {
    const stall = { start: at(200), end: at(260) };
    const flows = flowOf(activePieces([...shop, ...other]), [stall]);
    for (const fc of flows.values()) expect(fc).toBeCloseTo((100 * 10) / 90, 9);
  });

  test("has no value where nobody sat", () => {
    const { subSessions } = sessionOf([prompt(0, "Add a cart", { interactive: false }), call(1, 60)]);
    expect(flowOf(activePieces(subSessions), []).size).toBe(0);
  });
});
