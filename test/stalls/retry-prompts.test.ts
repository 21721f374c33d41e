import { describe, expect, test } from "bun:test";
import { findRetryPrompts } from "../../src/stalls/retry-prompts.ts";
import { at, call, failedCall, interrupt, MINUTES, prompt, turnsOf } from "../turns/events.ts";

const ASKED = "Add a cart to the shop and keep it over a reload";

describe("prompts that ask again", () => {
  test("are none when something else is asked, or the text is withheld", () => {
    const turns = turnsOf(
      prompt(0, ASKED),
      failedCall(5, true),
      prompt(10, "Rename the label of the button"),
      failedCall(15, true),
      prompt(20, null),
    );
    expect(findRetryPrompts(turns)).toEqual([]);
  });

  test("are none more than ten minutes after the work before ended", () => {
    const turns = turnsOf(prompt(0, ASKED), failedCall(5, true), prompt(11 * MINUTES, ASKED));
    expect(findRetryPrompts(turns)).toEqual([]);
  });

  test("say how the work before them ended", () => {
    const turns = turnsOf(
      prompt(0, ASKED),
      failedCall(5, true),
      prompt(10, ASKED),
      call(11, 12),
      interrupt(13),
      prompt(20, "try again"),
      prompt(30, "continue"),
      call(31, 40),
      prompt(50, "continue"),
    );
    const found = findRetryPrompts(turns);
    expect(found.map(({ at: time, ending }) => [(time - at(0)) / 1000, ending])).toEqual([
      [10, "error"],
      [20, "interrupt"],
      [30, "silence"],
      [50, "answer"],
    ]);
  });

  test("do not follow an error for what was asked wrongly or is not paid for", () => {
    const unpaid = call(5, 5, { result: "failed", status: 402 });
    expect(
      findRetryPrompts(turnsOf(prompt(0, ASKED), unpaid, prompt(10, ASKED))).map(({ ending }) => ending),
    ).toEqual(["answer"]);
  });
});
