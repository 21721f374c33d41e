import { describe, expect, test } from "bun:test";
import { agreementOf, type Pair } from "../../../src/rubric/trial/agreement.ts";

function times(count: number, pair: Pair): Pair[] {
  return Array.from({ length: count }, () => pair);
}

// the example of every textbook: they agree on 35 of 50, chance would give 25
const TEXTBOOK = [
  ...times(20, ["yes", "yes"]),
  ...times(5, ["yes", "no"]),
  ...times(10, ["no", "yes"]),
  ...times(15, ["no", "no"]),
];

describe("agreement", () => {
  test("of nothing is unknown", () => {
    expect(agreementOf([])).toEqual({ pairs: 0, share: null, kappa: null, interval: null });
  });

  test("has no kappa when both say one and the same thing", () => {
    expect(agreementOf(times(9, ["no", "no"]))).toEqual({ pairs: 9, share: 1, kappa: null, interval: null });
  });

  test("is what Cohen makes it", () => {
    const { pairs, share, kappa } = agreementOf(TEXTBOOK);
    expect({ pairs, share }).toEqual({ pairs: 50, share: 0.7 });
    expect(kappa).toBeCloseTo(0.4, 12);
  });

  test("is 1 for readers who always agree, and below 0 for those who never do", () => {
    expect(agreementOf([...times(3, ["yes", "yes"]), ...times(3, ["no", "no"])]).kappa).toBe(1);
    expect(agreementOf([...times(3, ["yes", "no"]), ...times(3, ["no", "yes"])]).kappa).toBe(-1);
  });

  test("counts a mark that was not given as one more kind of mark", () => {
    expect(agreementOf([...times(5, ["yes", "none"]), ...times(5, ["no", "none"])])).toMatchObject({
      share: 0,
      kappa: 0,
    });
  });

  test("has an interval around it, the same every time", () => {
    const { interval } = agreementOf(TEXTBOOK);
    const [low = 0, high = 0] = interval ?? [];
    // the standard error of this example is 0.127
    expect(low).toBeWithin(0.1, 0.22);
    expect(high).toBeWithin(0.58, 0.7);
    expect(agreementOf(TEXTBOOK).interval).toEqual(interval);
  });
});
