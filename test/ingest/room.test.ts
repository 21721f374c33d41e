import { describe, expect, test } from "bun:test";
import { createRoom, roomFor } from "../../src/ingest/room.ts";

describe("room for bodies", () => {
  test("is refused to the one that does not fit beside those being read", () => {
    const room = createRoom(100);
    expect(room.enter(60)).toBe(true);
    expect(room.enter(60)).toBe(false);
    expect(room.enter(40)).toBe(true);
    room.leave(60);
    expect(room.enter(60)).toBe(true);
  });

  test("is there for a single body of any size", () => {
    expect(createRoom(100).enter(1_000)).toBe(true);
  });

  test.each([
    { taken: "as announced", headers: { "content-length": "70" }, encoding: "identity", bytes: 70 },
    {
      taken: "ten times as much where it is zipped",
      headers: { "content-length": "70" },
      encoding: "gzip",
      bytes: 700,
    },
    {
      taken: "never more than the limit",
      headers: { "content-length": "700" },
      encoding: "gzip",
      bytes: 1_000,
    },
    { taken: "the limit where nothing is announced", headers: {}, encoding: "identity", bytes: 1_000 },
  ] as const)("is taken $taken", ({ headers, encoding, bytes }) => {
    expect(roomFor(new Headers(headers), encoding, 1_000)).toBe(bytes);
  });
});
