import { describe, expect, test } from "bun:test";
import {
  joinNotes,
  outagesBy,
  readOutageNote,
  withMoment,
} from "../../../src/appliance/notes/outage-note.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";

describe("stretches of a node", () => {
  test("grow with a moment that is soon after, and begin anew with a later one", () => {
    const begun = withMoment([], 0);
    const grown = withMoment(begun, 5_000);
    expect(grown).toEqual([{ from: 0, to: 5_000 }]);
    expect(withMoment(grown, 5 * MINUTE)).toEqual([
      { from: 0, to: 5_000 },
      { from: 5 * MINUTE, to: 5 * MINUTE },
    ]);
  });

  test("keep the newest 500", () => {
    let stretches = withMoment([], 0);
    for (let at = 1; at <= 600; at += 1) stretches = withMoment(stretches, at * MINUTE);
    expect([stretches.length, stretches.at(-1)?.to]).toEqual([500, 600 * MINUTE]);
  });
});

describe("notes of two nodes as one", () => {
  test("say the same", () => {
    const left = {
      runs: [
        { from: 0, to: MINUTE },
        { from: 9 * MINUTE, to: 10 * MINUTE },
      ],
      refused: [{ from: 10, to: 20 }],
    };
    const right = {
      runs: [{ from: MINUTE, to: 4 * MINUTE }],
      refused: [{ from: 2 * MINUTE, to: 3 * MINUTE }],
    };
    const joined = joinNotes(left, right);
    expect(joined.runs).toEqual([
      { from: 0, to: 4 * MINUTE },
      { from: 9 * MINUTE, to: 10 * MINUTE },
    ]);
    expect(outagesBy([joined])).toEqual(outagesBy([left, right]));
  });
});

describe("outages by the notes of ingest nodes", () => {
  test("are none while any node ran", () => {
    const notes = [
      { runs: [{ from: 0, to: 2 * MINUTE }], refused: [] },
      { runs: [{ from: MINUTE, to: 4 * MINUTE }], refused: [] },
    ];
    expect(outagesBy(notes)).toEqual([]);
  });

  test("are the time in which none ran, and what any of them refused", () => {
    const notes = [
      { runs: [{ from: 0, to: MINUTE }], refused: [{ from: 10, to: 20 }] },
      { runs: [{ from: 3 * MINUTE, to: 4 * MINUTE }], refused: [] },
    ];
    expect(outagesBy(notes)).toEqual([
      { start: MINUTE, end: 3 * MINUTE },
      { start: 10, end: 20 },
    ]);
  });

  test.each(["", "{}", "[]", '{"runs":[{"from":"now"}],"refused":[]}'])("%p is no note", (text) => {
    expect(readOutageNote(text)).toBeNull();
  });
});
