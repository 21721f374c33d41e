import { describe, expect, test } from "bun:test";
import type { Mark } from "../../src/rubric/answer.ts";
import { type CheckId, CHECKS } from "../../src/rubric/checks.ts";
import { coachingNotes } from "../../src/rubric/notes.ts";
import { keepVerdicts, type Verdict } from "../../src/rubric/verdicts.ts";
import { allAnswered, answerWith, PROVING_PROMPT, proofOf } from "./answers.ts";

describe("coaching notes", () => {
  test("are none when no check failed", () => {
    const { verdicts } = keepVerdicts(allAnswered("yes", proofOf), [PROVING_PROMPT]);
    expect(coachingNotes(PROVING_PROMPT, verdicts)).toEqual([]);
  });

  test("are none of a prompt without verdicts", () => {
    expect(coachingNotes("go on", [])).toEqual([]);
  });

  test("say what to add, and quote how the prompt begins", () => {
    expect(coachingNotes("  Fix the bug\nplease", failing("names_artifact"))).toEqual([
      "Name the file, function, test or command that this is about. You wrote: “Fix the bug”",
    ]);
  });

  test("quote without signs that reverse the direction of writing", () => {
    expect(coachingNotes("Fix \u202Ethe\u2069 bug", failing("names_artifact"))[0]).toEndWith("“Fix the bug”");
  });

  test("quote the words at fault where the model named them", () => {
    const verdicts = failing("one_deliverable", "and deploy it");
    expect(coachingNotes("Fix the cart and deploy it", verdicts)).toEqual([
      "Ask for one result at a time. You wrote: “and deploy it”",
    ]);
  });

  test("quote the prompt itself when the words at fault are before it", () => {
    const verdicts = failing("single_reading", "some earlier words");
    expect(coachingNotes("Sort it better", verdicts)[0]).toEndWith("You wrote: “Sort it better”");
  });

  test("quote the line with the pronoun that is not clear", () => {
    const text = "The cart is slow.\nMake it faster.\nThanks";
    expect(coachingNotes(text, failing("referents_resolved"))).toEqual([
      "Say what this refers to. You wrote: “Make it faster.”",
    ]);
  });

  test("come in the order of what each would have been worth", () => {
    const verdicts = keepVerdicts(
      answerWith({ names_artifact: "yes", one_deliverable: "no", asks_to_verify: "no" }, "na", "Fix"),
      ["Fix"],
    ).verdicts;
    expect(coachingNotes("Fix", verdicts).map((note) => note.split(".")[0])).toEqual([
      "Leave out what says nothing about the work",
      "Choose words that can be read in one way only",
      "Ask for one result at a time",
    ]);
  });

  test.each(CHECKS.map(({ id }) => id))("on %s fit into 160 characters, whatever the prompt", (id) => {
    for (const text of ["word ".repeat(200), "ü".repeat(500), "😀".repeat(500), "それ".repeat(300)]) {
      const [note = ""] = coachingNotes(text, failing(id));
      expect([...note].length).toBeLessThanOrEqual(160);
      expect(note).toEndWith("…”");
      expect(note.isWellFormed()).toBe(true);
      const quote = note.slice(note.indexOf("“") + 1, -2);
      expect(text).toStartWith(quote);
    }
  });
});

function failing(failed: CheckId, evidence: string | null = null): Verdict[] {
  return CHECKS.map(({ id }): Verdict => {
    const verdict: Mark = id === failed ? "no" : "yes";
    return { id, verdict, evidence: id === failed ? evidence : "Fix" };
  });
}
