import { describe, expect, test } from "bun:test";
import { effectOf, type EffectValue } from "../../../../src/insights/advisor/effect/effect.ts";
import { DAY } from "../../../../src/vocabulary/units.ts";

function values(...all: (number | null)[]): EffectValue[] {
  return all.map((value, day) => ({ startedAt: day * DAY, value, weight: 1 }));
}

const LOW: EffectValue = { startedAt: 0, value: 10, weight: 1 };

describe("the effect of a card", () => {
  test("is unknown where nothing has a value", () => {
    expect(effectOf({ before: values(null), after: values(null) }, { ...LOW, value: null })).toEqual({
      before: null,
      after: null,
      interval: null,
    });
  });

  test("leaves out the card's own sub-session, which was chosen because it was low", () => {
    expect(effectOf({ before: values(40, 40, 40), after: values(60, 60, 60) }, LOW)).toEqual({
      before: 40,
      after: 60,
      interval: [20, 20],
    });
  });

  test("takes it where fewer than three others have a value", () => {
    const { before, interval } = effectOf({ before: values(40, null), after: values(60, 60, 60) }, LOW);
    expect(before).toBe(25);
    expect(interval).toBeNull();
  });

  test("has no interval where a side has fewer than three values", () => {
    const effect = effectOf({ before: values(40, 42, 44), after: values(60, null, 62) }, LOW);
    expect(effect).toEqual({ before: 42, after: 61, interval: null });
  });

  test("is uncertain as far as the values differ", () => {
    const steady = effectOf({ before: values(40, 41, 42), after: values(50, 51, 52) }, LOW);
    const wild = effectOf({ before: values(10, 41, 72), after: values(20, 51, 82) }, LOW);
    expect(steady.interval?.[0]).toBeGreaterThan(0);
    expect(wild.interval?.[0]).toBeLessThan(0);
    expect(wild.interval?.[1]).toBeGreaterThan(10);
  });

  test("weighs sub-sessions as Skill does", () => {
    const after = values(60, 60, 90).map((one, index) => ({ ...one, weight: index === 2 ? 2 : 1 }));
    expect(effectOf({ before: values(40, 40, 40), after }, LOW).after).toBe(75);
  });
});
