import { describe, expect, test } from "bun:test";
import type { Event } from "../../../src/normaliser/event.ts";
import { goldenCasesOf2026_12 } from "../../golden/cases.ts";
import { type GoldenCall, toolOf } from "../../golden/calls.ts";
import {
  at,
  call,
  edit,
  failedCall,
  HOURS,
  interrupt,
  landed,
  prompt,
  rejectedEdit,
  reset,
  sessionEnd,
  sessionOf,
  shell,
} from "../events.ts";

const cart = prompt(0, "Add a cart to the shop");
const passing = (seconds: number) => shell(seconds, "npm test", { exitCode: 0 });
const failing = (seconds: number) => shell(seconds, "npm test", { exitCode: 1 });

/** The outcomes of a session's sub-sessions, looked at so many hours after its newest event. */
function outcomes(events: readonly (Event | readonly Event[])[], hours = 48): string[] {
  return sessionOf(events, { after: hours * HOURS }).subSessions.map(({ outcome }) => outcome);
}

describe("reached", () => {
  test("is a commit or a pull request, even with failing tests", () => {
    expect(outcomes([cart, call(1, 2), failing(3), shell(4, "git commit -m x", { exitCode: 0 })])).toEqual([
      "reached",
    ]);
    expect(outcomes([cart, call(1, 2), landed(30, "pull_request")])).toEqual(["reached"]);
  });

  test("is a last known test run that passed after something was changed", () => {
    const added = edit(2, "a.ts");
    expect(outcomes([cart, added, failing(3), passing(5), shell(6, "npm test | cat")])).toEqual(["reached"]);
    expect(outcomes([cart, shell(2, "sed -i s/a/b/ a.ts && npm test", { exitCode: 0 })])).toEqual([
      "reached",
    ]);
    expect(outcomes([cart, edit(2, "a.ts", { ok: false }), passing(5)])).toEqual(["unknown"]);
    expect(outcomes([cart, passing(3), edit(4, "a.ts")])).toEqual(["unknown"]);
  });

  test("goes by when calls ended, whatever prompt they belong to", () => {
    const slow = edit(90, "a.ts", { startedAt: at(3) });
    const asked = prompt(60, "Now run the tests of a.ts again");
    expect(outcomes([cart, slow, asked, passing(70)])).toEqual(["unknown"]);
    expect(outcomes([cart, slow, asked, passing(100)])).toEqual(["reached"]);
  });
});

describe("golden outcomes", () => {
  for (const [number, { input, output }] of goldenCasesOf2026_12<
    { calls: GoldenCall[] },
    { outcome: string }
  >("outcomes").entries()) {
    test(`${number}: ${input.calls.map(({ does, worked }) => `${does} ${worked}`).join(", ")}`, () => {
      const calls = input.calls.map((each, place) => toolOf(each, 2 + place));
      expect(outcomes([cart, call(1, 2), calls])).toEqual([output.outcome]);
    });
  }
});

describe("partial", () => {
  test("is a last test run that failed after something was changed", () => {
    expect(outcomes([cart, edit(2, "a.ts"), failing(3)])).toEqual(["partial"]);
    expect(outcomes([cart, failing(3), edit(4, "a.ts")])).toEqual(["unknown"]);
  });

  test("is a file that a later sub-session names or writes within a day", () => {
    const work = [cart, call(1, 2), edit(3, "/repo/src/a.ts"), reset(10)];
    const naming = (seconds: number) => prompt(seconds, "Explain src/a.ts to me");
    expect(outcomes([work, naming(60), call(61, 62)])).toEqual(["partial", "unknown"]);
    expect(outcomes([work, naming(25 * HOURS), call(25 * HOURS + 1, 25 * HOURS + 2)])).toEqual([
      "unknown",
      "unknown",
    ]);
    expect(outcomes([work, prompt(60, "Explain the shop"), edit(70, "src/a.ts")])).toEqual([
      "partial",
      "unknown",
    ]);
    expect(outcomes([work, prompt(60, "Explain the shop"), edit(70, "src/b.ts")])).toEqual([
      "unknown",
      "unknown",
    ]);
  });
});

describe("abandoned", () => {
  test("is work that was taken back, even when its tests passed", () => {
    const work = [cart, call(1, 2), edit(3, "/repo/src/a.ts"), passing(4)];
    expect(outcomes([work, shell(5, "git restore src/a.ts", { exitCode: 0 })])).toEqual(["abandoned"]);
    expect(outcomes([work, shell(5, "git restore src/b.ts", { exitCode: 0 })])).toEqual(["reached"]);
    expect(outcomes([work, shell(5, "git restore --staged src/a.ts", { exitCode: 0 })])).toEqual(["reached"]);
    const command = [cart, shell(3, "sed -i s/a/b/ src/a.ts", { exitCode: 0 }), passing(4)];
    expect(outcomes([command, shell(5, "git restore src/a.ts", { exitCode: 0 })])).toEqual(["reached"]);
    expect(outcomes([command, shell(5, "git restore .", { exitCode: 0 })])).toEqual(["abandoned"]);
  });

  test("is known only after a day without a resumption", () => {
    const events = [cart, call(1, 2), interrupt(5)];
    expect(outcomes(events, 23)).toEqual(["unknown"]);
    expect(outcomes(events, 24)).toEqual(["abandoned"]);
  });

  test("is not what was resumed within a day, though a trivial prompt resumes nothing", () => {
    const events = [cart, call(1, 2), interrupt(5)];
    expect(outcomes([events, reset(6), prompt(60, "Explain the shop"), call(61, 62)])[0]).toBe("unknown");
    expect(
      outcomes([
        events,
        reset(6),
        prompt(30 * HOURS, "Explain the shop"),
        call(30 * HOURS + 1, 30 * HOURS + 2),
      ])[0],
    ).toBe("abandoned");
    expect(outcomes([events, prompt(60, "thanks")])).toEqual(["abandoned"]);
  });

  test("is a session of failed calls only", () => {
    expect(outcomes([cart, failedCall(1, null)])).toEqual(["abandoned"]);
    expect(outcomes([cart, failedCall(1, null), call(2, 3, { result: "unknown" })])).toEqual(["unknown"]);
  });

  test("ends in an edit that a person rejected, not in one that a rule refused", () => {
    expect(outcomes([cart, call(1, 2), rejectedEdit(3, "a.ts")])).toEqual(["abandoned"]);
    expect(outcomes([cart, call(1, 2), rejectedEdit(3, "a.ts", "automatic")])).toEqual(["unknown"]);
    expect(outcomes([cart, call(1, 2), rejectedEdit(3, "a.ts"), call(4, 5)])).toEqual(["unknown"]);
  });

  test("ends in a final model error: not retryable, the third in a row, or the session's last word", () => {
    const work = [cart, call(1, 2)];
    expect(outcomes([work, failedCall(3, false)])).toEqual(["abandoned"]);
    expect(outcomes([work, failedCall(3, true)])).toEqual(["unknown"]);
    expect(outcomes([work, failedCall(3, true), failedCall(4, true), failedCall(5, true)])).toEqual([
      "abandoned",
    ]);
    expect(outcomes([work, failedCall(3, true), sessionEnd(6)])).toEqual(["abandoned"]);
  });

  test("is never concluded from an error whose retryability is not known", () => {
    const errors = [failedCall(3, null), failedCall(4, null), failedCall(5, null)];
    expect(outcomes([cart, call(1, 2), errors, sessionEnd(6)])).toEqual(["unknown"]);
  });

  test("is not silence after a prompt", () => {
    expect(outcomes([cart, call(1, 2), interrupt(3), prompt(20, "Add the cart to the shop page")])).toEqual([
      "unknown",
    ]);
  });
});

describe("unknown", () => {
  test("is a session without any known call", () => {
    expect(outcomes([cart])).toEqual(["unknown"]);
  });
});
