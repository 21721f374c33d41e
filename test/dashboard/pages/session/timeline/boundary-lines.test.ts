import { describe, expect, test } from "bun:test";
import { boundariesOf, workOf } from "../../../../../embedded/dashboard/pages/session/session-turns.ts";
import {
  boundaryAt,
  boundaryLines,
} from "../../../../../embedded/dashboard/pages/session/timeline/boundary-lines.ts";
import { ENTRIES, SUB_SESSIONS } from "../told-session.ts";

const open = { subSessions: SUB_SESSIONS, boundaries: boundariesOf(SUB_SESSIONS, workOf(ENTRIES).turns) };
const WHOLE = {
  from: Date.parse("2026-11-18T09:00:00Z"),
  to: Date.parse("2026-11-18T09:20:00Z"),
  left: 100,
  right: 1_300,
};

describe("a boundary in the timeline", () => {
  test("is in the middle of the pause before the sub-session", () => {
    expect(boundaryLines(open, WHOLE)).toEqual([{ turnIndex: 2, x: 490 }]);
  });

  test("is not drawn outside of the part that is shown", () => {
    expect(boundaryLines(open, { ...WHOLE, from: Date.parse("2026-11-18T09:15:00Z") })).toEqual([]);
  });

  test("is found by who points near it", () => {
    const lines = boundaryLines(open, WHOLE);
    expect([boundaryAt(lines, 484), boundaryAt(lines, 470)]).toEqual([2, null]);
  });
});
