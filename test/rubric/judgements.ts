/** Judgements as a model's answers make them. */
import type { Intent } from "../../src/rubric/intent.ts";
import { type Judgement, judgementOf } from "../../src/rubric/judgement.ts";
import { answerWith, PROVING_PROMPT, proofOf } from "./answers.ts";

/**
 * A judgement of a prompt.
 *
 * @remarks Takes how its checks went, each with words of an earlier prompt as its proof.
 */
export function judgementFor(
  text: string,
  { intent = "feature", verdict = "yes", model = "model-a", judgedAt = 1_000 }: Partial<Judging> = {},
): Judgement {
  const checks = answerWith({}, verdict, proofOf);
  return judgementOf({ language: "en", intent, checks }, [text, PROVING_PROMPT], { model, judgedAt });
}

interface Judging {
  intent: Intent;
  verdict: "yes" | "no";
  model: string;
  judgedAt: number;
}
