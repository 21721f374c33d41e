import { describe, expect, test } from "bun:test";
import { findDropOffs } from "../../../../src/insights/throttle/detectors/drop-off.ts";
import { MINUTE } from "../../../../src/vocabulary/units.ts";

const BUSY = [1, 2, 3, 2, 1].map((minutes) => minutes * MINUTE);

function piece(from: number, to: number) {
  return { start: from * MINUTE, end: to * MINUTE };
}

describe("dropping off after trouble", () => {
  test("is not reported for those who usually ask seldom, or of whom nothing is known", () => {
    const pieces = [piece(0, 2), piece(60, 61)];
    expect(findDropOffs([1 * MINUTE], pieces, [9 * MINUTE])).toEqual([]);
    expect(findDropOffs([1 * MINUTE], pieces, [])).toEqual([]);
  });

  test.each([
    ["comes back within 20 minutes", [piece(0, 2), piece(21, 22)]],
    ["does not come back", [piece(0, 2)]],
    ["works on for more than five minutes", [piece(0, 8), piece(60, 61)]],
  ])("is not reported for those who %s", (_, pieces) => {
    expect(findDropOffs([1 * MINUTE], pieces, BUSY)).toEqual([]);
  });

  test("is reported once, from the end of the work to the next prompt", () => {
    const pieces = [piece(0, 3), piece(45, 46)];
    expect(findDropOffs([1 * MINUTE, 2 * MINUTE], pieces, BUSY)).toEqual([
      { troubleAt: 2 * MINUTE, stoppedAt: 3 * MINUTE, resumedAt: 45 * MINUTE },
    ]);
  });
});
