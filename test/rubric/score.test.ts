import { describe, expect, test } from "bun:test";
import type { GivenVerdict, GivenVerdicts } from "../../src/rubric/answer.ts";
import { RUBRIC_ANSWER } from "../../src/rubric/answer.ts";
import { judgementOf } from "../../src/rubric/judgement.ts";
import { scoreVerdicts } from "../../src/rubric/score.ts";
import { keepVerdicts } from "../../src/rubric/verdicts.ts";
import { expectClose, goldenCases } from "../golden/cases.ts";
import { allAnswered, answerWith, PROVING_PROMPT, proofOf } from "./answers.ts";

interface Input {
  prompt: string;
  context: string[];
  checks: (GivenVerdict & { id: string })[];
}

const cases = goldenCases<Input, object>("rubric").map((one, index) => [index, one] as const);

describe("the score of a prompt", () => {
  test.each(cases)("equals the golden case %i", (_, { input, output }) => {
    const { prompt, context } = input;
    const checks = Object.fromEntries(
      input.checks.map(({ id, evidence, verdict }) => [id, { evidence, verdict }]),
    ) as GivenVerdicts;
    const answer = RUBRIC_ANSWER.parse({ language: "en", intent: "fix", checks });
    expectClose(judgementOf(answer, [prompt, ...context], { model: "m", judgedAt: 0 }), output);
  });

  test("is 100 when every check is passed, and A+", () => {
    expect(scoreOf(allAnswered("yes", proofOf))).toEqual({
      rubric: { contextLeverage: 100, informationDensity: 100, turnEconomy: 100, ambiguityCost: 100 },
      rubricScore: 100,
      grade: "A+",
    });
  });

  test("is 0 when every check is failed, and F", () => {
    expect(scoreOf(allAnswered("no", null))).toMatchObject({ rubricScore: 0, grade: "F" });
  });

  test("rests on the first checks only when no other applies", () => {
    const firstsAlone = answerWith({ low_filler: "yes", single_reading: "yes" }, "na", proofOf);
    expect(scoreOf(firstsAlone)).toMatchObject({ rubricScore: 60, grade: "C+" });
  });

  test.each([
    ["A", 91.25, ["gives_evidence"]],
    ["A-", 82.916667, ["gives_evidence", "points_to_example"]],
    ["B+", 75, ["names_artifact", "builds_on_session", "points_to_example"]],
    ["B", 70, ["names_artifact", "builds_on_session", "points_to_example", "self_contained"]],
  ] as const)("has the grade %s at %d", (grade, rubricScore, failed) => {
    const given = answerWith(Object.fromEntries(failed.map((id) => [id, "no"])), "yes", proofOf);
    const score = scoreOf(given);
    expect(score.grade).toBe(grade);
    expect(score.rubricScore).toBeCloseTo(rubricScore, 6);
  });

  test("does not count the check that is only reported", () => {
    expect(scoreOf(answerWith({ asks_to_verify: "no" }, "yes", proofOf)).rubricScore).toBe(100);
  });
});

function scoreOf(given: GivenVerdicts) {
  return scoreVerdicts(keepVerdicts(given, [PROVING_PROMPT]).verdicts);
}
