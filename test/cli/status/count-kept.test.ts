import { describe, expect, test } from "bun:test";
import { describeKept } from "../../../src/cli/status/count-kept.ts";

const KEPT = { organizations: 3, keysInForce: 1, developers: 2 };

describe("what is kept", () => {
  test("is a line where there is one engine", () => {
    expect(describeKept({ ...KEPT, engines: [] })).toBe("3 organizations, 1 active key, 2 developers");
  });

  test("has a line for each of several engines", () => {
    const works = { version: "0.2.0", organizations: 2, silent: false };
    const engines = [
      { ...works, node: "first", writes: true },
      { ...works, node: "second", writes: false },
      { ...works, node: "third", writes: false, silent: true },
    ];
    const [, , , ...lines] = describeKept({ ...KEPT, engines }).split("\n");
    expect(lines.map((line) => line.split(/ {2,}/).at(-1))).toEqual([
      "works, and writes what arrives",
      "works",
      "silent",
    ]);
  });
});
