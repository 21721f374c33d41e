/** Near-duplicates: prompts that say nearly the same as one before them, so that the agent has to do it again. */
import { isChangeTurn } from "../../turns/change-turn.ts";
import { hasLanded, isNonTrivial, type Turn } from "../../turns/turn.ts";
import { wrapsUp } from "../../turns/wording/cues.ts";
import { similarity, wordSetOf, wordsOf } from "../../turns/wording/words.ts";
import { haveSameItems } from "../../vocabulary/sharing/per-object.ts";
import { namesIn } from "./names.ts";

/** How far back prompts are compared. */
const PROMPTS_BACK = 3;
const NEAR_DUPLICATE = 0.6;

/** A prompt that later ones are compared with. */
interface EarlierPrompt {
  turn: Turn;
  /** Whether what it asked for has been committed since. */
  landed: boolean;
}

/** Walks through a session's turns and finds the prompts that repeat one before them. */
export class NearDuplicates {
  private earlier: EarlierPrompt[] = [];

  /** Forgets everything, because what comes before a reset, a move or a night is not repeated. */
  forget(): void {
    this.earlier = [];
  }

  /**
   * Returns the turn whose prompt a turn's prompt nearly repeats, one of the last three.
   *
   * @returns undefined where it repeats none
   *
   * @see docs/scoring.md, "Repair turn": near-duplicates.
   */
  repeated(turn: Turn): Turn | undefined {
    if (turn.text === null || turn.sentByProgram) return undefined;
    const earlier = this.earlier.flatMap((prompt) => (prompt.landed ? [] : prompt.turn));
    const before = known.get(turn);
    if (before !== undefined && haveSameItems(before.earlier, earlier)) return before.repeated;
    const repeated = lastRepeated(turn, turn.text, earlier);
    known.set(turn, { earlier, repeated });
    return repeated;
  }

  /** Adds a turn. */
  pass(turn: Turn): void {
    if (isNonTrivial(turn)) this.earlier = [...this.earlier, { turn, landed: false }].slice(-PROMPTS_BACK);
    if (hasLanded(turn)) for (const earlier of this.earlier) earlier.landed = true;
  }
}

/** What each turn was compared with last, and what it repeats of that. */
const known = new WeakMap<Turn, { earlier: readonly Turn[]; repeated: Turn | undefined }>();

function lastRepeated(turn: Turn, text: string, earlier: readonly Turn[]): Turn | undefined {
  const words = wordSetOf(text);
  const alike = earlier.filter((each) => similarity(words, wordSetOf(each.text ?? "")) >= NEAR_DUPLICATE);
  if (alike.length === 0 || wrapsUp(wordsOf(text))) return undefined;
  return alike.findLast((each) => asksAgain(turn, each));
}

/** Whether two prompts in nearly the same words ask for the same. */
function asksAgain(turn: Turn, earlier: Turn): boolean {
  const askedFirst = !isChangeTurn(earlier) && isChangeTurn(turn);
  return !askedFirst && isSameSet(namesIn(turn.text ?? ""), namesIn(earlier.text ?? ""));
}

function isSameSet(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && left.isSubsetOf(right);
}
