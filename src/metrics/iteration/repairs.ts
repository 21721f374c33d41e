/** Repair turns: prompts that correct, repeat or undo what the agent just did. */
import { hasChanged } from "../../turns/change-turn.ts";
import type { AssembledSession } from "../../turns/session.ts";
import { isNonTrivial, type Turn } from "../../turns/turn.ts";
import { isCorrection } from "../../turns/wording/prompt-kind.ts";
import { EditedTurns } from "./edited-turns.ts";
import { NearDuplicates } from "./near-duplicates.ts";
import { endedInFailure, endedInRefusal } from "./turn-ending.ts";

/** The intent that the judge model gave a prompt; null when it was not judged. */
export type JudgedIntent = (promptEventId: string) => string | null;

/** What makes a turn a repair turn, in the order in which they are looked for. */
export const REPAIR_RULES = ["correction", "refusal", "undo", "duplicate"] as const;
export type RepairRule = (typeof REPAIR_RULES)[number];

/** Why a turn is a repair turn, as its own session shows it. */
export interface OwnRepair {
  rule: RepairRule;
  /** The index of the turn that it repairs. */
  of: number;
}

/** What a session says about its repairs: its turns, and the look at each prompt. */
export type RepairedSession = Pick<AssembledSession, "turns" | "looks">;

/**
 * Returns a session's repair turns by index, as far as the session shows them.
 *
 * @returns Never its first: what that one repairs is in another session.
 * @see docs/scoring.md, "Repair turn".
 */
export function findRepairTurns(
  { turns, looks }: RepairedSession,
  intentOf: JudgedIntent,
): Map<number, OwnRepair> {
  const cuts = new Set(looks.filter(({ kind }) => kind !== "inferred").map(({ turnIndex }) => turnIndex));
  const repairs = new Map<number, OwnRepair>();
  const duplicates = new NearDuplicates();
  let previous: Turn | undefined;
  const edited = new EditedTurns();
  for (const turn of turns) {
    if (cuts.has(turn.index)) duplicates.forget();
    if (canRepair(turn, previous)) {
      const repair = findRepair(turn, { previous, edited, duplicates, intentOf });
      if (repair !== null) repairs.set(turn.index, repair);
    }
    if (turn.toolReadings.some(hasChanged)) edited.add(turn);
    duplicates.pass(turn);
    previous = turn;
  }
  return repairs;
}

interface Before {
  previous: Turn;
  edited: EditedTurns;
  duplicates: NearDuplicates;
  intentOf: JudgedIntent;
}

function findRepair(turn: Turn, { previous, edited, duplicates, intentOf }: Before): OwnRepair | null {
  if (corrects(turn, intentOf)) return { rule: "correction", of: previous.index };
  if (endedInRefusal(previous)) return { rule: "refusal", of: previous.index };
  const undone = beginsWithRevert(turn) ? edited.undoneBy(turn) : null;
  if (undone !== null) return { rule: "undo", of: undone.index };
  const repeated = duplicates.repeated(turn);
  return repeated === undefined ? null : { rule: "duplicate", of: repeated.index };
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
