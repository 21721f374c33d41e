import { beforeEach, describe, expect, test } from "bun:test";
import { packHashes, RecentHashes, RETRY_WINDOW_MS } from "../../src/writer/recent-hashes.ts";

const HASH = "0123456789abcdef0123456789abcdef";
const OTHER = "fedcba9876543210fedcba9876543210";
const NOON = 1_795_262_400_000;

let elapsed = 0;
let recent: RecentHashes;

beforeEach(() => {
  elapsed = 0;
  recent = new RecentHashes([], () => elapsed);
  recent.add([{ hash: HASH, arrivedAt: NOON }], NOON);
});

describe("the hashes of recent requests", () => {
  test("do not hold what was never added", () => {
    expect(recent.holds(OTHER, NOON)).toBe(false);
  });

  test("hold a request for ten minutes, and no longer", () => {
    elapsed = RETRY_WINDOW_MS;
    expect(recent.holds(HASH, NOON + RETRY_WINDOW_MS)).toBe(true);
    elapsed += 1;
    expect(recent.holds(HASH, NOON + RETRY_WINDOW_MS + 1)).toBe(false);
  });

  test("hold a request whose retry waited in the stream for an hour", () => {
    elapsed = 6 * RETRY_WINDOW_MS;
    expect(recent.holds(HASH, NOON + 1_000)).toBe(true);
  });

  test.each([2 * RETRY_WINDOW_MS, -2 * RETRY_WINDOW_MS])("hold it when the clock steps by %d ms", (step) => {
    elapsed = 1_000;
    recent.add([{ hash: OTHER, arrivedAt: NOON + step }], NOON + step);
    expect(recent.holds(HASH, NOON + step)).toBe(true);
    expect(recent.holds(OTHER, NOON)).toBe(true);
  });

  test("forget what is over by arrival and by time", () => {
    elapsed = 2 * RETRY_WINDOW_MS;
    const later = NOON + elapsed;
    recent.add([{ hash: OTHER, arrivedAt: later }], later);
    elapsed = 0; // even asked as if no time had gone
    expect(recent.holds(HASH, NOON)).toBe(false);
  });

  test("are the same when they are read back", () => {
    const packed = packHashes([
      { hash: HASH, arrivedAt: NOON },
      { hash: OTHER, arrivedAt: NOON + 1 },
    ]);
    const again = new RecentHashes([packed], () => elapsed);
    expect(again.holds(HASH, NOON)).toBe(true);
    expect(again.holds(OTHER, NOON)).toBe(true);
  });
});
