import { describe, expect, test } from "bun:test";
import { accuracyOf } from "../../../src/turns/boundaries/accuracy.ts";

describe("the accuracy of boundaries", () => {
  test("is not known while nobody judged one", () => {
    const counts = [{ automatic: true, override: null, looks: 7 }];
    expect(accuracyOf(counts)).toEqual({
      automatic: 7,
      confirmed: 0,
      added: 0,
      removed: 0,
      precision: null,
      recall: null,
      f1: null,
    });
  });

  test("compares what the rules set with what people said", () => {
    const counts = [
      { automatic: true, override: null, looks: 5 },
      { automatic: true, override: "split" as const, looks: 6 },
      { automatic: true, override: "join" as const, looks: 2 },
      { automatic: false, override: "split" as const, looks: 4 },
      { automatic: false, override: "join" as const, looks: 3 },
    ];
    const { precision, recall, f1, ...numbers } = accuracyOf(counts);
    expect(numbers).toEqual({ automatic: 13, confirmed: 6, added: 4, removed: 2 });
    expect([precision, recall, f1]).toEqual([0.75, 0.6, (2 * 0.75 * 0.6) / 1.35]);
  });

  test("is 0 where every judged boundary was wrong", () => {
    const counts = [
      { automatic: true, override: "join" as const, looks: 1 },
      { automatic: false, override: "split" as const, looks: 1 },
    ];
    expect(accuracyOf(counts)).toMatchObject({ precision: 0, recall: 0, f1: 0 });
  });
});
