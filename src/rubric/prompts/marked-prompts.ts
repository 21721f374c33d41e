/** What is known of each prompt of a session: its marks, or why it has none. */
import type { Score } from "../../vocabulary/units.ts";
import type { Judgement } from "../judgement.ts";
import { isWantedAgain, type RejudgeWish } from "../rejudging/wanted-again.ts";
import type { SessionPrompt } from "./session-prompts.ts";

/** How far a prompt is: `pending` waits for its judgement, also where its text is withheld. */
export const PROMPT_STATUSES = ["pending", "scored", "short_circuited", "failed"] as const;

export type PromptStatus = (typeof PROMPT_STATUSES)[number];

/** A judgement without its verdicts. */
export type Marks = Pick<
  Judgement,
  "model" | "rubricVersion" | "judgedAt" | "intent" | "shortCircuited" | "rubric" | "rubricScore"
>;

/** A prompt with what is known of it. */
export interface MarkedPrompt extends SessionPrompt {
  status: PromptStatus;
  /** Of its newest judgement; null when it has none. */
  marks: Marks | null;
  /** Whether somebody wished for other marks than these. */
  isWantedAgain: boolean;
}

/** What was found out about contents. */
export interface Findings {
  /** By content. */
  marks: ReadonlyMap<string, Marks>;
  /** Contents on which the model failed. */
  failed: ReadonlySet<string>;
  /** By the prompt's event id: what it was judged by on demand, which goes before its own content. */
  asked: ReadonlyMap<string, string>;
  /** What the organization wants to have judged again. */
  wishes: readonly RejudgeWish[];
}

/** A prompt of which the same was found out is the same object. */
const known = new WeakMap<SessionPrompt, MarkedPrompt>();

/** Puts together what a prompt is and what was found out about it. */
export function markPrompt(prompt: SessionPrompt, findings: Findings): MarkedPrompt {
  const marked = newMarkedPrompt(prompt, findings);
  const before = known.get(prompt);
  if (before !== undefined && isMarkedAlike(before, marked)) return before;
  known.set(prompt, marked);
  return marked;
}

function isMarkedAlike(left: MarkedPrompt, right: MarkedPrompt): boolean {
  return (
    left.content === right.content &&
    left.status === right.status &&
    left.isWantedAgain === right.isWantedAgain &&
    Bun.deepEquals(left.marks, right.marks, true)
  );
}

function newMarkedPrompt(prompt: SessionPrompt, { marks, failed, asked, wishes }: Findings): MarkedPrompt {
  const content = asked.get(prompt.id) ?? prompt.content;
  const found = content === null ? null : (marks.get(content) ?? null);
  const status = found === null ? statusWithout(prompt, failed) : statusWith(found);
  const { submittedAt } = prompt;
  const wanted = found !== null && isWantedAgain(wishes, { submittedAt, marks: found });
  return { ...prompt, content, marks: found, status, isWantedAgain: wanted };
}

/** How far a judged prompt is. */
export function statusWith({ shortCircuited }: Marks): PromptStatus {
  return shortCircuited ? "short_circuited" : "scored";
}

function statusWithout({ trivial, content }: SessionPrompt, failed: Findings["failed"]): PromptStatus {
  if (trivial === true) return "short_circuited";
  return content !== null && failed.has(content) ? "failed" : "pending";
}

/**
 * PES of a sub-session: the mean score of its prompts, short-circuited ones left out.
 *
 * @returns null when none was scored.
 * @see docs/scoring.md, "PES".
 */
export function promptEfficiency(prompts: readonly MarkedPrompt[], subSession: string): Score | null {
  const scores = prompts
    .filter((prompt) => prompt.subSession === subSession)
    .flatMap(({ marks }) => (marks?.rubricScore == null ? [] : [marks.rubricScore]));
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
