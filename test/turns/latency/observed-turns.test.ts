import { expect, test } from "bun:test";
import { findErrorWaits } from "../../../src/stalls/error-stall.ts";
import { findRetryPrompts } from "../../../src/stalls/retry-prompts.ts";
import { gatherCallHours } from "../../../src/turns/latency/call-hours.ts";
import { observedTurns } from "../../../src/turns/latency/observed-turns.ts";
import { call, failedCall, prompt, turnsOf } from "../events.ts";

test("what an agent's files hold is never a model that held up the work", () => {
  const work = (more: { fromHistory?: "record" }) =>
    observedTurns(
      turnsOf(
        prompt(0, "Add a cart to the shop", more),
        { ...failedCall(5, true), ...more },
        prompt(60, "Add a cart to the shop", more),
        call(61, 65, more),
      ),
    );
  expect(findRetryPrompts(work({}))).toHaveLength(1);
  expect(findRetryPrompts(work({ fromHistory: "record" }))).toEqual([]);
  expect(gatherCallHours(work({ fromHistory: "record" }))).toEqual([]);
});

test("a wait is one only where telemetry saw the error and the call that worked again", () => {
  const file = { fromHistory: "record" } as const;
  const waits = (failed: object, worked: object) =>
    findErrorWaits(
      turnsOf(
        prompt(0, "Add a cart"),
        { ...failedCall(5, true), ...failed },
        prompt(600, "Rename the label of the button"),
        call(601, 605, worked),
        prompt(700, "And the shelf"),
        call(701, 705),
      ),
    );
  expect(waits({}, {})).toHaveLength(1);
  expect(waits(file, {})).toEqual([]);
  expect(waits({}, file)).toEqual([]);
});
