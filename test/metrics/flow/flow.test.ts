import { describe, expect, test } from "bun:test";
import { flowContinuity, flowParts } from "../../../src/metrics/flow/flow.ts";
import { activePiece, findStretches } from "../../../src/metrics/flow/stretches.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";
import { expectClose, goldenCases } from "../../golden/cases.ts";

interface Parts {
  parts: { minutesOfSubSession: number; stretchMinutes: number }[];
}
interface Pieces {
  pieces: { startMinute: number; workMinutes: number; interactive: boolean; ofThisSubSession: boolean }[];
}

const nothing = { meanStretchMinutes: null, fc: null };

describe("flow continuity", () => {
  for (const [index, { input, output }] of goldenCases<Parts, object>("fc").entries()) {
    test(`golden parts ${index}`, () => {
      const parts = input.parts.map(({ minutesOfSubSession, stretchMinutes }) => ({
        piece: minutesOfSubSession * MINUTE,
        stretch: stretchMinutes * MINUTE,
      }));
      expectClose(flowContinuity(parts) ?? nothing, output);
    });
  }
  for (const [index, { input, output }] of goldenCases<Pieces, object>("stretches").entries()) {
    test(`golden pieces ${index}`, () => {
      const pieces = input.pieces
        .filter(({ interactive }) => interactive)
        .map((piece) => ({
          ...piece,
          ...activePiece(piece.startMinute * MINUTE, (piece.startMinute + piece.workMinutes) * MINUTE),
        }));
      const stretches = findStretches(pieces);
      const own = pieces.filter(({ ofThisSubSession }) => ofThisSubSession);
      const flow = flowContinuity(flowParts(own, stretches)) ?? nothing;
      const inMinutes = stretches.map(({ start, end }) => [start / MINUTE, end / MINUTE]);
      expectClose({ stretches: inMinutes, ...flow }, output);
    });
  }
  test("leaves stalls out, each once however many overlap", () => {
    const stalls = [
      { start: 10 * MINUTE, end: 16 * MINUTE },
      { start: 12 * MINUTE, end: 18 * MINUTE },
      { start: 90 * MINUTE, end: 99 * MINUTE },
    ];
    const pieces = [
      { start: 18 * MINUTE, end: 20 * MINUTE },
      { start: 0, end: 10 * MINUTE },
    ];
    expect(findStretches(pieces, stalls)).toEqual([{ start: 0, end: 20 * MINUTE, length: 12 * MINUTE }]);
  });
});
