import { describe, expect, test } from "bun:test";
import { keepVerdicts } from "../../src/rubric/verdicts.ts";
import { allAnswered, answerWith } from "./answers.ts";

const PROMPT = "Fix total() in src/cart.ts";
const CONTEXT = ["Add a cart first"];

describe("a yes", () => {
  test.each([
    ["is not in the text", "in src/orders.ts"],
    ["differs from the text in case", "fix total()"],
    ["runs from one prompt into the next", "cart.tsAdd"],
    ["is empty", ""],
    ["is white space", " "],
    ["is missing", null],
  ])("is dropped when its quote %s", (_, evidence) => {
    const { verdicts, confidence } = keepVerdicts(allAnswered("yes", evidence), [PROMPT, ...CONTEXT]);
    expect(verdictsOf(verdicts)).toEqual({
      names_artifact: "no",
      builds_on_session: "na",
      points_to_example: "na",
      low_filler: "no",
      states_expected: "na",
      gives_evidence: "na",
      states_constraint: "na",
      one_deliverable: "no",
      self_contained: "na",
      not_fragment: "na",
      single_reading: "no",
      referents_resolved: "na",
      acceptance_condition: "na",
      asks_to_verify: "na",
    });
    expect(verdicts.every((one) => one.evidence === null)).toBe(true);
    expect(confidence).toBe(0);
  });

  test.each([
    ["the prompt", "total() in src"],
    ["the prompts before it", "a cart"],
  ])("stays when its quote stands in %s", (_, evidence) => {
    const { verdicts, confidence } = keepVerdicts(allAnswered("yes", evidence), [PROMPT, ...CONTEXT]);
    expect(verdicts.every((one) => one.verdict === "yes" && one.evidence === evidence)).toBe(true);
    expect(confidence).toBe(1);
  });

  test("may quote any script", () => {
    const { confidence } = keepVerdicts(allAnswered("yes", "関数"), ["この関数を直して"]);
    expect(confidence).toBe(1);
  });
});

describe("a no", () => {
  test("needs no quote, and keeps one that stands in the text", () => {
    const given = allAnswered("no", null);
    given.single_reading.evidence = "Fix";
    given.low_filler.evidence = "please, please";
    const { verdicts, confidence } = keepVerdicts(given, [PROMPT]);
    expect(verdicts.filter((one) => one.evidence !== null)).toEqual([
      { id: "single_reading", verdict: "no", evidence: "Fix" },
    ]);
    expect(confidence).toBe(1);
  });
});

describe("confidence", () => {
  test("is the share of verdicts that were kept as given", () => {
    const given = answerWith({}, "no", null);
    given.names_artifact = { verdict: "yes", evidence: "Fix" };
    given.asks_to_verify = { verdict: "yes", evidence: "run the tests" };
    expect(keepVerdicts(given, [PROMPT]).confidence).toBeCloseTo(13 / 14, 10);
  });
});

function verdictsOf(verdicts: readonly { id: string; verdict: string }[]): Record<string, string> {
  return Object.fromEntries(verdicts.map(({ id, verdict }) => [id, verdict]));
}
