import { describe, expect, test } from "bun:test";
import { createRandom } from "../../../../src/demo/work/random.ts";
import { medianSlope } from "../../../../src/insights/throttle/detectors/theil-sen.ts";
import { medianOf } from "../../../../src/turns/latency/percentiles.ts";

describe("the median", () => {
  test.each([
    [[], null],
    [[4], 4],
    [[9, 1], 5],
    [[3, 1, 2], 2],
    [[5, 5, 5, 1], 5],
  ])("of %p is %p", (values, median) => {
    expect(medianOf(values)).toBe(median);
  });
});

describe("the median slope", () => {
  test("is 0 where no two points are apart", () => {
    expect(medianSlope([], [])).toBe(0);
    expect(medianSlope([1], [9])).toBe(0);
    expect(medianSlope([2, 2, 2], [1, 5, 9])).toBe(0);
  });

  test.each([2, 3, 4, 17, 60, 61])("is the median of all slopes between %d points", (count) => {
    const random = createRandom(`slopes ${count}`);
    // few values, so that many slopes are alike
    const across = Array.from({ length: count }, () => random.whole(0, 9));
    const up = Array.from({ length: count }, () => random.whole(-20, 20));
    const slopes = across.flatMap((x, left) =>
      across.flatMap((other, right) =>
        right > left && other !== x ? [((up[right] ?? 0) - (up[left] ?? 0)) / (other - x)] : [],
      ),
    );
    expect(medianSlope(across, up)).toBe(medianOf(slopes) ?? 0);
  });
});
