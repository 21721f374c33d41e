/** Answers of a judge model, put together for tests. */
import type { GivenVerdicts, Mark } from "../../src/rubric/answer.ts";
import { type CheckId, CHECKS } from "../../src/rubric/checks.ts";

/** A prompt with words that prove each check. */
export const PROVING_PROMPT = CHECKS.map(({ id }) => `shows ${id}`).join(", ");

/** The words of it that prove a check. */
export function proofOf(id: CheckId): string {
  return `shows ${id}`;
}

/** What is quoted: the same words or nothing for every check, or other words for each. */
type Quoted = string | null | ((id: CheckId) => string);

/** Returns the same verdict for every check. */
export function allAnswered(verdict: "yes" | "no", evidence: Quoted): GivenVerdicts {
  return answerWith({}, verdict, evidence);
}

/**
 * Returns the quote with each `yes`; `no` for a first check that would be `na`.
 *
 * @remarks Takes the checks that differ from the others.
 */
export function answerWith(
  differing: Partial<Record<CheckId, Mark>>,
  others: Mark,
  evidence: Quoted,
): GivenVerdicts {
  return Object.fromEntries(
    CHECKS.map(({ id, isFirst }) => {
      const usual = isFirst && others === "na" ? "no" : others;
      const verdict = differing[id] ?? usual;
      const quote = typeof evidence === "function" ? evidence(id) : evidence;
      return [id, { verdict, evidence: verdict === "yes" ? quote : null }];
    }),
  ) as GivenVerdicts;
}
