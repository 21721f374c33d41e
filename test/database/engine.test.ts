import { afterAll, describe, expect, test } from "bun:test";
import { isFaultOfTheWork } from "../../src/database/engine.ts";
import { classifyFailure, openDatabase } from "../../src/database/open.ts";

const database = openDatabase(":memory:", "write");
afterAll(() => database.destroy());

function coded(code: string): Error {
  return Object.assign(new Error("it failed"), { code });
}

describe("the fault", () => {
  test.each(["SQLITE_FULL", "SQLITE_BUSY", "SQLITE_CORRUPT", "SQLITE_ERROR", "ENOSPC", "EIO"])(
    "is the machine's at %s, also when it is a cause",
    (code) => {
      expect(isFaultOfTheWork(database, coded(code))).toBe(false);
      const cause = coded(code);
      expect(isFaultOfTheWork(database, new Error("reading an object", { cause }))).toBe(false);
    },
  );

  test.each([new TypeError("undefined is not an object"), coded("SQLITE_CONSTRAINT_NOTNULL"), "thrown text"])(
    "is of what was worked on at %p",
    (error) => expect(isFaultOfTheWork(database, error)).toBe(true),
  );
});

describe("a failure of the database", () => {
  test.each([
    ["SQLITE_TOOBIG", "bad_values"],
    ["SQLITE_NOTADB", "damaged"],
    ["SQLITE_READONLY_DBMOVED", "read_only"],
    ["SQLITE_IOERR_WRITE", "unavailable"],
    ["ENOSPC", null],
  ] as const)("is known by its code: %s means %p", (code, failure) => {
    expect(classifyFailure(coded(code))).toBe(failure);
  });

  test.each([
    ["saving rows: database or disk is full", "full"],
    ["database disk image is malformed", "damaged"],
    ["attempt to write a readonly database", "read_only"],
    ["ENOSPC: no space left on device", null],
  ] as const)("is found in a text of another thread: %s", (text, failure) => {
    expect(classifyFailure(text)).toBe(failure);
  });
});
