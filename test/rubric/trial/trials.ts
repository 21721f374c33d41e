/** Judges for trials: one that reads as carefully as those who wrote the marks down, and ways to be worse. */
import type { Judge, Question, Reply } from "../../../src/judge/question.ts";
import { quoteAt } from "../../judge/quotes.ts";
import { CHECKS } from "../../../src/rubric/checks.ts";
import type { RubricAnswer } from "../../../src/rubric/answer.ts";
import { expectedMark, shippedPrompts, type TrialPrompt } from "../../../src/rubric/trial/trial-prompts.ts";

export const { prompts: PROMPTS } = shippedPrompts();

/** The answer of a careful reader; where readers differ it says what needs no quote. */
export function carefulAnswer(prompt: TrialPrompt): RubricAnswer {
  const checks = CHECKS.map(({ id, isFirst }, place) => {
    const verdict = expectedMark(prompt, id) ?? (isFirst ? "no" : "na");
    return [id, { verdict, evidence: verdict === "yes" ? quoteAt(prompt.text, place) : null }];
  });
  return {
    language: prompt.language,
    intent: prompt.intent,
    checks: Object.fromEntries(checks) as RubricAnswer["checks"],
  };
}

/** The prompt that a request is about. */
export function promptIn(request: string): TrialPrompt {
  const asked = request.slice(request.lastIndexOf("The prompt to judge:"));
  const fitting = PROMPTS.filter(({ text }) => asked.includes(text));
  const [longest] = fitting.toSorted((one, other) => other.text.length - one.text.length);
  if (longest === undefined) throw new Error("a request about no prompt of the trial");
  return longest;
}

/** A judge that answers so. */
export function judgeWho(answer: (prompt: TrialPrompt) => RubricAnswer): Judge {
  return {
    model: "careful",
    ask: async <Answer>({ user }: Question<Answer>) => {
      const reply: Reply<RubricAnswer> = {
        answer: answer(promptIn(user)),
        model: "careful",
        inputTokens: 1,
        outputTokens: 1,
        cost: null,
        latencyMs: 1,
      };
      return { ok: true, value: reply as unknown as Reply<Answer> };
    },
  };
}
