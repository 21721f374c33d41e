import { describe, expect, test } from "bun:test";
import { judgementOf } from "../../src/rubric/judgement.ts";
import { allAnswered, PROVING_PROMPT, proofOf } from "./answers.ts";

const BY = { model: "a-model", judgedAt: 7 };
const CHECKS_PASSED = allAnswered("yes", proofOf);

describe("a judgement", () => {
  test.each(["question", "meta", "continuation", "system_callback"] as const)(
    "of a %s has no marks and is certain",
    (intent) => {
      const judged = judgementOf({ language: "en", intent, checks: CHECKS_PASSED }, ["What is it?"], BY);
      expect(judged).toEqual({
        language: "en",
        intent,
        shortCircuited: true,
        verdicts: [],
        rubric: null,
        rubricScore: null,
        grade: null,
        confidence: 1,
        rubricVersion: "2",
        ...BY,
      });
    },
  );

  test("of work says who judged it, when, and by which rubric", () => {
    const judged = judgementOf(
      { language: "en", intent: "fix", checks: CHECKS_PASSED },
      [PROVING_PROMPT],
      BY,
    );
    expect(judged).toMatchObject({ shortCircuited: false, rubricScore: 100, rubricVersion: "2", ...BY });
    expect(judged.verdicts).toHaveLength(14);
  });

  test.each([
    ["de", "de"],
    ["pt-BR", "pt"],
    ["ZH_hans", "zh"],
    [" yue ", "yue"],
    ["English", "und"],
    ["", "und"],
    ["<b>", "und"],
  ])("takes %p for the language %s", (language, code) => {
    expect(
      judgementOf({ language, intent: "fix", checks: CHECKS_PASSED }, [PROVING_PROMPT], BY).language,
    ).toBe(code);
  });
});
