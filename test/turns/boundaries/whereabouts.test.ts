import { describe, expect, test } from "bun:test";
import {
  followMoves,
  hasMoved,
  lookHere,
  unknownWhereabouts,
} from "../../../src/turns/boundaries/whereabouts.ts";
import { directory } from "../events.ts";

describe("where a session works", () => {
  test("has not moved when the first word on it comes", () => {
    const whereabouts = unknownWhereabouts();
    followMoves(whereabouts, [directory(1, "/shop")]);
    expect(hasMoved(whereabouts)).toBeFalse();
  });

  test("has moved until it is looked at again, however often it is asked", () => {
    const whereabouts = unknownWhereabouts();
    followMoves(whereabouts, [directory(1, "/shop"), directory(2, "/bank")]);
    expect(hasMoved(whereabouts)).toBeTrue();
    expect(hasMoved(whereabouts)).toBeTrue();
    lookHere(whereabouts);
    expect(hasMoved(whereabouts)).toBeFalse();
  });
});
