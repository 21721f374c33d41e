import { expect, test } from "bun:test";
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
