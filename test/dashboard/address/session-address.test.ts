import { describe, expect, test } from "bun:test";
import { recordsAddress, sessionAddress } from "../../../embedded/dashboard/address/session-address.ts";

describe("the address of a session", () => {
  test("holds any id, however odd", () => {
    expect(sessionAddress("a/b?c", { turn: 7 })).toBe("/sessions/a%2Fb%3Fc?turn=7");
  });

  test("may open with one sub-session of it; people count them from 1", () => {
    expect(sessionAddress("one", { subSession: 0 })).toBe("/sessions/one?part=1");
  });

  test("of its records holds their times", () => {
    const part = {
      from: Date.parse("2026-11-17T08:01:00Z"),
      to: Date.parse("2026-11-17T08:02:00Z"),
      turn: 1,
    };
    const { pathname, searchParams } = new URL(recordsAddress("one", part), "http://host");
    expect(pathname).toBe("/sessions/one/records");
    expect(Object.fromEntries(searchParams)).toEqual({
      from: "2026-11-17T08:01:00.000Z",
      to: "2026-11-17T08:02:00.000Z",
      turn: "1",
    });
  });
});
