/** The prompts of an assembled session, each with what it is judged by. */
import type { Prompt } from "../../normaliser/event.ts";
import type { AssembledSession } from "../../turns/session.ts";
import { isNonTrivial, type Turn } from "../../turns/turn.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { haveSameItems } from "../../vocabulary/sharing/per-object.ts";
import { contentKey, CONTEXT_PROMPTS, contextFrom } from "../content-key.ts";

/** One prompt of a session. */
export interface SessionPrompt {
  /** Its event's id. */
  id: string;
  /** The id by which whoever sent it asks for it; null when it came only by telemetry. */
  givenId: string | null;
  subSession: string;
  /** A trivial prompt has the index of the turn that it belongs to. */
  turnIndex: number;
  submittedAt: Instant;
  /** null is neither: its text was lost. */
  trivial: boolean | null;
  /** null when it is withheld or lost. */
  text: string | null;
  /** What is judged; null when there is nothing to judge: the prompt is trivial, or its text is not known. */
  content: string | null;
}

/** Returns the session's prompts in order. */
export function promptsOf({ subSessions }: Pick<AssembledSession, "subSessions">): SessionPrompt[] {
  let earlier: readonly string[] = [];
  const prompts: SessionPrompt[] = [];
  for (const { id: subSession, turns } of subSessions) {
    for (const turn of turns) {
      prompts.push(...knownPrompts(turn, subSession, earlier));
      earlier = [...earlier, ...textOf(turn)].slice(-CONTEXT_PROMPTS);
    }
  }
  return prompts;
}

/** A turn's prompts, and what came before them. */
interface PromptsAfter {
  subSession: string;
  earlier: readonly string[];
  prompts: readonly SessionPrompt[];
}

const known = new WeakMap<Turn, PromptsAfter>();

function knownPrompts(turn: Turn, subSession: string, earlier: readonly string[]): readonly SessionPrompt[] {
  const before = known.get(turn);
  if (before?.subSession === subSession && haveSameItems(before.earlier, earlier)) return before.prompts;
  const prompts = promptsOfTurn(turn, subSession, earlier);
  known.set(turn, { subSession, earlier, prompts });
  return prompts;
}

function textOf(turn: Turn): string[] {
  return isNonTrivial(turn) && turn.text !== null ? [turn.text] : [];
}

function promptsOfTurn(turn: Turn, subSession: string, earlier: readonly string[]): SessionPrompt[] {
  if (turn.prompt === null) return [];
  const { index: turnIndex, trivial, text } = turn;
  const judged = isNonTrivial(turn) && text !== null;
  const content = judged ? contentKey(text, contextFrom(earlier)) : null;
  const opening = { ...named(turn.prompt), subSession, turnIndex, trivial, text, content };
  const others = turn.trivialPrompts.map((prompt) => ({
    ...named(prompt),
    subSession,
    turnIndex,
    trivial: true,
    text: prompt.text,
    content: null,
  }));
  return [opening, ...others];
}

function named({ id, capturedId, at }: Prompt): Pick<SessionPrompt, "id" | "givenId" | "submittedAt"> {
  return { id, givenId: capturedId ?? null, submittedAt: at };
}
