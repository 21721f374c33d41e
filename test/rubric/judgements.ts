/** Judgements as a model's answers make them. */
import type { Intent } from "../../src/rubric/intent.ts";
import { type Judgement, judgementOf } from "../../src/rubric/judgement.ts";
import { answerWith } from "./answers.ts";

/** A judgement of a prompt. Takes: how its checks went, each with the whole text as its proof. */
export function judgementFor(
  text: string,
  { intent = "feature", verdict = "yes", model = "model-a", judgedAt = 1_000 }: Partial<Judging> = {},
): Judgement {
  const checks = answerWith({}, verdict, text);
  return judgementOf({ language: "en", intent, checks }, [text], { model, judgedAt });
}

interface Judging {
  intent: Intent;
  verdict: "yes" | "no";
  model: string;
  judgedAt: number;
}
