/** What kind of prompt it is before its words are read: trivial or not, from a person or a program. */
import type { Prompt } from "../normaliser/event.ts";
import { isTrivial } from "./wording/prompt-kind.ts";
import type { Instant } from "../vocabulary/units.ts";
import { SECOND } from "../vocabulary/units.ts";
import { commandOf } from "./work.ts";

/** A withheld prompt up to this length counts as a "yes" or an "ok". */
const TRIVIAL_CHARS = 3;

/**
 * Whether a prompt is only an acknowledgement or a bare slash command.
 *
 * @returns null when its text was lost, so that it is neither trivial nor non-trivial.
 * @see docs/scoring.md, "Turn".
 */
export function isTrivialPrompt(prompt: Prompt): boolean | null {
  if (prompt.textState === "lost") return null;
  if (prompt.text !== null) return isTrivial(prompt.text);
  return (prompt.chars !== null && prompt.chars <= TRIVIAL_CHARS) || isBareCommand(prompt);
}

function isBareCommand(prompt: Prompt): boolean {
  const command = commandOf(prompt);
  return command !== null && (prompt.chars === null || prompt.chars <= command.length + 1);
}

/** What is known about when a prompt came. */
export interface PromptMoment {
  prompt: Prompt;
  /** When the last work before it was over; null when there was none. */
  workBeforeEndedAt: Instant | null;
  /** Whether work for an earlier prompt still ran. */
  sentDuringWork: boolean;
}

/**
 * Whether a prompt came so soon after the end of the work before it that no person can have written it.
 *
 * @see docs/scoring.md, "Interactive".
 */
export function isSentByProgram({ prompt, workBeforeEndedAt, sentDuringWork }: PromptMoment): boolean {
  return workBeforeEndedAt !== null && !sentDuringWork && prompt.at - workBeforeEndedAt < SECOND;
}

/**
 * Returns for each of a session's prompts whether a person wrote it.
 *
 * @param moments - All prompts known so far, in order; where no record names the process, the session is
 *   the process.
 * @returns What the agent reports; otherwise false for the only prompt of a process and for a program's prompt.
 * @see docs/scoring.md, "Interactive".
 */
export function reportInteractive(moments: readonly PromptMoment[]): boolean[] {
  const prompts = new Map<string | null, number>();
  for (const { prompt } of moments) prompts.set(prompt.process, (prompts.get(prompt.process) ?? 0) + 1);
  return moments.map(
    (moment) =>
      moment.prompt.interactive ??
      ((prompts.get(moment.prompt.process) ?? 0) > 1 && !isSentByProgram(moment)),
  );
}
