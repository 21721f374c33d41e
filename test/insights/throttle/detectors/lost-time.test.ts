import { expect, test } from "bun:test";
import { lostTime } from "../../../../src/insights/throttle/detectors/lost-time.ts";

const STALLS: [what: string, stalls: [start: number, end: number][], lost: number][] = [
  ["nothing", [], 0],
  ["one stall", [[10, 30]], 20],
  [
    "stalls apart",
    [
      [40, 50],
      [10, 30],
    ],
    30,
  ],
  [
    "stalls that overlap, once",
    [
      [10, 30],
      [20, 40],
      [25, 28],
    ],
    30,
  ],
];

test.each(STALLS)("the time lost by %s", (_, stalls, lost) => {
  expect(lostTime(stalls.map(([start, end]) => ({ start, end })))).toBe(lost);
});
