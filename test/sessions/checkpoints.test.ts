import { beforeEach, describe, expect, test } from "bun:test";
import type { SessionOf } from "../../src/database/engine.ts";
import { type Checkpoint, Checkpoints } from "../../src/sessions/checkpoints.ts";
import { assembleSession } from "../../src/turns/session.ts";
import { HOUR } from "../../src/vocabulary/units.ts";
import { named } from "../session-names.ts";
import { prompt } from "../turns/events.ts";

let now = 1;
let checkpoints: Checkpoints;

beforeEach(() => {
  now = 1;
  checkpoints = new Checkpoints(() => now);
});

describe("checkpoints", () => {
  test("a session that came whole has none, however often it is measured", () => {
    for (let times = 0; times < 3; times += 1) checkpoints.put(session("whole"), checkpointOf(40));
    expect(checkpoints.has(session("whole"))).toBe(false);
  });

  test("a session that grew has one", () => {
    checkpoints.put(session("grows"), checkpointOf(1));
    const grown = checkpointOf(2);
    checkpoints.put(session("grows"), grown);
    expect(checkpoints.get(session("grows"))).toBe(grown);
  });

  test("a session of the same name in another organization has none", () => {
    for (const length of [1, 2]) checkpoints.put(session("grows"), checkpointOf(length));
    expect(checkpoints.has({ ...session("grows"), organization: "another" })).toBe(false);
  });

  test("a session that rested for an hour loses it", () => {
    for (const name of ["rests", "goes on"])
      for (const length of [1, 2]) checkpoints.put(session(name), checkpointOf(length));
    now += HOUR - 1;
    checkpoints.forgetResting();
    checkpoints.get(session("goes on"));
    now += 2;
    checkpoints.forgetResting();
    expect(["rests", "goes on"].map((name) => checkpoints.has(session(name)))).toEqual([false, true]);
  });

  test("all sessions together keep at most 100,000 events", () => {
    for (const name of ["first", "second", "third"])
      for (const length of [1, 40_000]) checkpoints.put(session(name), checkpointOf(length));
    const kept = ["first", "second", "third"].map((name) => checkpoints.has(session(name)));
    expect(kept).toEqual([false, true, true]);
  });
});

function session(name: string): SessionOf {
  return { organization: "acme", session: named(name) };
}

/** A checkpoint of so many events. */
function checkpointOf(length: number): Checkpoint {
  const events = Array.from({ length }, () => EVENT);
  return { chunks: new Map(), events, assembled: NOTHING };
}

const EVENT = prompt(0, "Write it.");
const NOTHING = assembleSession({
  ...session("nothing"),
  events: [],
  newestRecordAt: 0,
  now: 0,
  overrides: [],
});
