import { expect, test } from "bun:test";
import { lostTime, withoutWork } from "../../../../src/insights/throttle/detectors/lost-time.ts";

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

const EXPECTED: [what: string, work: [start: number, end: number][], left: [start: number, end: number][]][] =
  [
    ["no work", [], [[10, 50]]],
    [
      "work in any order, some of it at once",
      [
        [35, 40],
        [20, 30],
        [22, 25],
      ],
      [
        [10, 20],
        [30, 35],
        [40, 50],
      ],
    ],
    [
      "work that begins before and that ends after",
      [
        [5, 15],
        [45, 60],
      ],
      [[15, 45]],
    ],
    [
      "work outside",
      [
        [0, 10],
        [60, 70],
        [80, 90],
      ],
      [[10, 50]],
    ],
    ["work all the time", [[0, 90]], []],
  ];

test.each(EXPECTED)("what is left of a stall with %s", (_, work, left) => {
  const expected = work.map(([start, end]) => ({ start, end }));
  expect(withoutWork({ start: 10, end: 50 }, expected).map(({ start, end }) => [start, end])).toEqual(left);
});
