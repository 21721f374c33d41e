import { describe, expect, test } from "bun:test";
import { isFaultOfTheWork } from "../../src/attempts/blame.ts";

function coded(code: string): Error {
  return Object.assign(new Error("it failed"), { code });
}

describe("the fault", () => {
  test.each(["SQLITE_FULL", "SQLITE_BUSY", "SQLITE_CORRUPT", "SQLITE_ERROR", "ENOSPC", "EIO"])(
    "is the machine's at %s, also when it is a cause",
    (code) => {
      expect(isFaultOfTheWork(coded(code))).toBe(false);
      expect(isFaultOfTheWork(new Error("reading an object", { cause: coded(code) }))).toBe(false);
    },
  );

  test.each([new TypeError("undefined is not an object"), coded("SQLITE_CONSTRAINT_NOTNULL"), "thrown text"])(
    "is of what was worked on at %p",
    (error) => expect(isFaultOfTheWork(error)).toBe(true),
  );
});
