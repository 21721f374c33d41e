/** Asks about a prompt, unless the same is being asked already: then both get the one answer. */
import { AskedOnce } from "../judge/ask-once.ts";
import type { Judge, JudgeProblem } from "../judge/question.ts";
import type { Result } from "../vocabulary/result.ts";
import { contentKey } from "./content-key.ts";
import { judgePrompt, type JudgePromptParts, type PromptToJudge } from "./judge-prompt.ts";
import type { Judgement } from "./judgement.ts";

const JUDGEMENTS = new AskedOnce<Judgement>();

/**
 * Judges one prompt, as `judgePrompt` does.
 *
 * @throws As that; who joins a question is refused with it when whoever asked it first gives up.
 */
export function judgeOnce(
  judge: Judge,
  prompt: PromptToJudge,
  parts: JudgePromptParts,
): Promise<Result<Judgement, JudgeProblem>> {
  const name = `${prompt.organization} ${contentKey(prompt.text, prompt.context)}`;
  return JUDGEMENTS.ask(judge, name, () => judgePrompt(judge, prompt, parts));
}
