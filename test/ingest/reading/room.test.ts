import { describe, expect, test } from "bun:test";
import { createRoom } from "../../../src/ingest/reading/room.ts";

describe("room for bodies", () => {
  test("is refused to a body that does not fit in addition to those being read", () => {
    const room = createRoom(100, 100);
    const [first, second] = [room.open("a"), room.open("b")];
    expect(first.grow(60)).toBe(true);
    expect(second.grow(60)).toBe(false);
    expect(second.grow(40)).toBe(true);
    first.leave();
    expect(second.grow(60)).toBe(true);
  });

  test("is not taken by a body before its first byte has arrived", () => {
    const room = createRoom(100, 100);
    for (let count = 0; count < 1_000; count++) room.open("a").grow(0);
    expect(room.open("b").grow(100)).toBe(true);
  });

  test("is there for a single body of any size", () => {
    expect(createRoom(100, 50).open("a").grow(1_000)).toBe(true);
  });

  test("is kept for others when one key has had its share", () => {
    const room = createRoom(100, 60);
    const [first, second] = [room.open("a"), room.open("a")];
    expect(first.grow(60)).toBe(true);
    expect(second.grow(1)).toBe(false);
    expect(room.open("b").grow(40)).toBe(true);
    first.leave();
    expect(second.grow(60)).toBe(true);
  });

  test("is promised ahead for a quarter only, and taken as bodies arrive for the rest", () => {
    const room = createRoom(100, 100);
    const [first, second] = [room.open("a"), room.open("b")];
    expect([first.growAhead(20), second.growAhead(10), second.growAhead(5)]).toEqual([true, false, true]);
    expect(second.grow(75)).toBe(true);
    expect(second.grow(1)).toBe(false);
    first.leave();
    expect(room.open("a").growAhead(20)).toBe(true);
  });
});
