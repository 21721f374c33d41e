/** Asks about a prompt, unless the same is being asked already: then both get the one answer. */
import type { Judge, JudgeProblem } from "../judge/question.ts";
import type { Result } from "../vocabulary/result.ts";
import { contentKey } from "./content-key.ts";
import { judgePrompt, type JudgePromptParts, type PromptToJudge } from "./judge-prompt.ts";
import type { Judgement } from "./judgement.ts";

type Answer = Promise<Result<Judgement, JudgeProblem>>;

/** What is under way, by the judge that was asked. */
const underWay = new WeakMap<Judge, Map<string, Answer>>();

/**
 * Judges one prompt, as `judgePrompt` does.
 *
 * Fails: as that; who joins a question is refused with it when whoever asked it first gives up.
 */
export function judgeOnce(judge: Judge, prompt: PromptToJudge, parts: JudgePromptParts): Answer {
  const answers = underWay.getOrInsertComputed(judge, () => new Map<string, Answer>());
  const name = `${prompt.organization} ${contentKey(prompt.text, prompt.context)}`;
  const asked = answers.get(name);
  if (asked !== undefined) return asked;
  const answer = judgePrompt(judge, prompt, parts).finally(() => answers.delete(name));
  answers.set(name, answer);
  return answer;
}
