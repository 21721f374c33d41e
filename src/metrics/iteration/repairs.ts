/** Repair turns: prompts that correct, repeat or undo what the agent just did. */
import { hasChanged } from "../../turns/change-turn.ts";
import type { AssembledSession } from "../../turns/session.ts";
import { isNonTrivial, type Turn } from "../../turns/turn.ts";
import { isCorrection } from "../../turns/wording/prompt-kind.ts";
import { NearDuplicates } from "./near-duplicates.ts";
import { endedInFailure, endedInRefusal } from "./turn-ending.ts";

/** The intent that the judge model gave a prompt; null when it was not judged. */
export type JudgedIntent = (promptEventId: string) => string | null;

/** What a session says about its repairs: its turns, and the look at each prompt. */
export type RepairedSession = Pick<AssembledSession, "turns" | "looks">;

/**
 * Returns the indexes of a session's repair turns, as far as the session shows them.
 *
 * @returns Never its first: what that one repairs is in another session.
 * @see docs/scoring.md, "Repair turn".
 */
export function findRepairTurns({ turns, looks }: RepairedSession, intentOf: JudgedIntent): Set<number> {
  const cuts = new Set(looks.filter(({ kind }) => kind !== "inferred").map(({ turnIndex }) => turnIndex));
  const repairs = new Set<number>();
  const duplicates = new NearDuplicates();
  let previous: Turn | undefined;
  let edited = false;
  for (const turn of turns) {
    if (cuts.has(turn.index)) duplicates.forget();
    if (canRepair(turn, previous)) {
      const answers = endedInRefusal(previous) || corrects(turn, intentOf);
      if (answers || (edited && beginsWithRevert(turn)) || duplicates.repeats(turn)) repairs.add(turn.index);
    }
    edited ||= turn.toolReadings.some(hasChanged);
    duplicates.pass(turn);
    previous = turn;
  }
  return repairs;
}

/** A session's first prompt has only work without a prompt before it, and the agent's failure needs no correction. */
function canRepair(turn: Turn, previous: Turn | undefined): previous is Turn {
  return (
    previous !== undefined && previous.prompt !== null && isNonTrivial(turn) && !endedInFailure(previous)
  );
}

/**
 * Whether repairs could be seen in a sub-session: at least half of its non-trivial prompts have their text or were
 * judged.
 */
export function areRepairsVisible(turns: readonly Turn[], intentOf: JudgedIntent): boolean {
  const prompts = turns.filter(isNonTrivial);
  const visible = prompts.filter((turn) => turn.text !== null || judgedIntent(turn, intentOf) !== null);
  return prompts.length > 0 && visible.length * 2 >= prompts.length;
}

/** Whether a turn's words, or the judge, say that it corrects what the agent did. */
export function corrects(turn: Turn, intentOf: JudgedIntent): boolean {
  const intent = judgedIntent(turn, intentOf);
  if (intent !== null) return intent === "correction";
  return turn.text !== null && isCorrection(turn.text);
}

function judgedIntent(turn: Turn, intentOf: JudgedIntent): string | null {
  return turn.prompt === null ? null : intentOf(turn.prompt.id);
}

/** Whether a revert comes before everything that the turn changed; otherwise the agent takes back its own work. */
function beginsWithRevert({ toolReadings }: Turn): boolean {
  const first = toolReadings.find((reading) => hasChanged(reading) || reading.reverts !== null);
  return first !== undefined && first.reverts !== null;
}
