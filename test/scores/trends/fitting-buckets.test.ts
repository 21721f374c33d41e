import { describe, expect, test } from "bun:test";
import { readDivided } from "../../../src/scores/trends/fitting-buckets.ts";

describe("a trend that is divided as fits", () => {
  const CASES: [string, string, { week: string; day: string }][] = [
    ["four weeks have a score", "week", { week: "s.sss", day: "sssssss" }],
    ["three weeks have", "day", { week: "ss..s", day: "..s...s" }],
    ["no week has, but a day", "day", { week: "...", day: ".s" }],
    ["neither has", "week", { week: "..", day: "...." }],
  ];

  test.each(CASES)("when %s is by %s", async (_, bucket, points) => {
    const asked: string[] = [];
    const read = (by: "day" | "week") => {
      asked.push(by);
      return Promise.resolve([...points[by]]);
    };
    const trend = await readDivided("auto", read, (point) => point === "s");
    expect(trend).toEqual({ bucket: bucket as "day", points: [...points[bucket as "day"]] });
    expect(asked).toEqual(points.week === "s.sss" ? ["week"] : ["week", "day"]);
  });
});
