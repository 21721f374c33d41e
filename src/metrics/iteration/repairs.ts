/** Repair turns: prompts that correct, repeat or undo what the agent just did. */
import { isRejectedEdit } from "../../turns/outcomes/ending.ts";
import { isNonTrivial, type Turn } from "../../turns/turn.ts";
import { isInterrupt, isWork, type Work } from "../../turns/work.ts";
import { isCorrection } from "../../turns/wording/prompt-kind.ts";
import { similarity, wordsOf } from "../../turns/wording/words.ts";

/** The intent that the judge model gave a prompt; null when it was not judged. */
export type JudgedIntent = (promptEventId: string) => string | null;

/**
 * Returns the indexes of a session's repair turns.
 *
 * @see docs/scoring.md, "Repair turn".
 * @param turns - All turns of the session, because a prompt is compared with the ones before it.
 */
export function findRepairTurns(turns: readonly Turn[], intentOf: JudgedIntent): Set<number> {
  const repairs = new Set<number>();
  let previous: Turn | undefined;
  let lastPrompts: readonly ReadonlySet<string>[] = [];
  let [hasEdited, afterRepair] = [false, false];
  for (const turn of turns) {
    const words = wordSetOf(turn);
    const repair: boolean =
      previous?.prompt != null &&
      isNonTrivial(turn) &&
      isRepair(turn, { previous, afterRepair, hasEdited, words, lastPrompts, intentOf });
    if (repair) repairs.add(turn.index);
    hasEdited ||= hasEditedIn(turn);
    if (isNonTrivial(turn)) lastPrompts = [...lastPrompts, words].slice(-PROMPTS_BACK);
    [previous, afterRepair] = [turn, repair];
  }
  return repairs;
}

function hasEditedIn({ toolReadings }: Turn): boolean {
  return toolReadings.some((reading) => reading.edited);
}

/**
 * Whether repairs could be seen in a sub-session: at least half of its non-trivial prompts have their text or were
 * judged.
 */
export function areRepairsVisible(turns: readonly Turn[], intentOf: JudgedIntent): boolean {
  const prompts = turns.filter(isNonTrivial);
  const visible = prompts.filter((turn) => turn.text !== null || judgedIntent(turn, intentOf) !== null);
  return visible.length * 2 >= prompts.length;
}

const PROMPTS_BACK = 3;
const NEAR_DUPLICATE = 0.6;
const FAILED_TOOLS_IN_A_ROW = 3;

function wordSetOf(turn: Turn): ReadonlySet<string> {
  return new Set(turn.text === null ? [] : wordsOf(turn.text));
}

/** What a prompt is compared with. */
interface Before {
  previous: Turn;
  /** Whether that turn is a repair itself. */
  afterRepair: boolean;
  /** Whether the agent has edited anything. */
  hasEdited: boolean;
  /** Words of the prompt, and of the last non-trivial ones before it. */
  words: ReadonlySet<string>;
  lastPrompts: readonly ReadonlySet<string>[];
  intentOf: JudgedIntent;
}

function isRepair(turn: Turn, before: Before): boolean {
  const { previous, afterRepair, words, lastPrompts, intentOf } = before;
  // An error of the agent or the model is not a repair of the prompt before.
  if (endedInFailure(previous)) return false;
  if (endedInRefusal(previous) || corrects(turn, intentOf)) return true;
  if (before.hasEdited && judgedIntent(turn, intentOf) === null && undoesEarlierWork(turn)) return true;
  // If a prompt asked for the revert, that prompt is the repair.
  if (endedInRevert(previous) && !afterRepair) return true;
  return !turn.sentByProgram && lastPrompts.some((earlier) => similarity(words, earlier) >= NEAR_DUPLICATE);
}

function corrects(turn: Turn, intentOf: JudgedIntent): boolean {
  const intent = judgedIntent(turn, intentOf);
  if (intent !== null) return intent === "correction";
  return turn.text !== null && isCorrection(turn.text);
}

function judgedIntent(turn: Turn, intentOf: JudgedIntent): string | null {
  return turn.prompt === null ? null : intentOf(turn.prompt.id);
}

/** Whether a turn ended in three or more failed tool calls, or in a model error. */
function endedInFailure(turn: Turn): boolean {
  const last = lastWork(turn, (event) => event.kind !== "decision");
  if (last?.kind === "model_call" && last.result === "failed") return true;
  const tools = turn.toolReadings.slice(-FAILED_TOOLS_IN_A_ROW);
  return tools.length === FAILED_TOOLS_IN_A_ROW && tools.every((reading) => reading.failed);
}

/** Whether the agent reverted something before it edited anything: then the prompt asked for it. */
function undoesEarlierWork(turn: Turn): boolean {
  return turn.toolReadings.find((reading) => reading.edited || reading.reverts !== null)?.reverts != null;
}

/** Whether the agent's last action was a revert; it often writes a message after it. */
function endedInRevert(turn: Turn): boolean {
  return turn.toolReadings.at(-1)?.reverts != null;
}

/** Whether a turn ended in an interrupt or a rejected edit, whatever the agent said after it. */
function endedInRefusal(turn: Turn): boolean {
  const last = lastWork(turn, (event) => event.kind !== "model_call" && !isRefused(event));
  return last !== null && (isInterrupt(last) || isRejectedEdit(last));
}

/** A refused call comes with its decision, which says who refused. */
function isRefused(event: Work): boolean {
  return event.kind === "tool_call" && event.rejected;
}

function lastWork(turn: Turn, counts: (event: Work) => boolean): Work | null {
  for (let position = turn.events.length - 1; position >= 0; position -= 1) {
    const event = turn.events[position];
    if (event !== undefined && isWork(event) && counts(event)) return event;
  }
  return null;
}
