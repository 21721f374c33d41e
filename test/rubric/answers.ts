/** Answers of a language model, put together for tests. */
import type { GivenVerdicts, Mark } from "../../src/rubric/answer.ts";
import { type CheckId, CHECKS } from "../../src/rubric/checks.ts";

/** Gives: the same verdict for every check. */
export function allAnswered(verdict: "yes" | "no", evidence: string | null): GivenVerdicts {
  return answerWith({}, verdict, evidence);
}

/** Takes: the checks that differ from the others. Gives: the quote with each `yes`; `no` for a first check that would be `na`. */
export function answerWith(
  differing: Partial<Record<CheckId, Mark>>,
  others: Mark,
  evidence: string | null,
): GivenVerdicts {
  return Object.fromEntries(
    CHECKS.map(({ id, isFirst }) => {
      const usual = isFirst && others === "na" ? "no" : others;
      const verdict = differing[id] ?? usual;
      return [id, { verdict, evidence: verdict === "yes" ? evidence : null }];
    }),
  ) as GivenVerdicts;
}
