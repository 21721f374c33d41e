/** Near-duplicates: prompts that say nearly the same as one before them, so that the agent has to do it again. */
import { isChangeTurn } from "../../turns/change-turn.ts";
import { hasLanded, isNonTrivial, type Turn } from "../../turns/turn.ts";
import { wrapsUp } from "../../turns/wording/cues.ts";
import { similarity, wordSetOf, wordsOf } from "../../turns/wording/words.ts";
import { namesIn } from "./names.ts";

/** How far back prompts are compared. */
const PROMPTS_BACK = 3;
const NEAR_DUPLICATE = 0.6;

/** A prompt that later ones are compared with. */
interface EarlierPrompt {
  turn: Turn;
  words: ReadonlySet<string>;
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
    const words = wordSetOf(turn.text);
    const alike = this.earlier.filter(
      (earlier) => !earlier.landed && similarity(words, earlier.words) >= NEAR_DUPLICATE,
    );
    if (alike.length === 0 || wrapsUp(wordsOf(turn.text))) return undefined;
    return alike.findLast((earlier) => asksAgain(turn, earlier.turn))?.turn;
  }

  /** Adds a turn. */
  pass(turn: Turn): void {
    if (isNonTrivial(turn)) {
      const words = wordSetOf(turn.text ?? "");
      this.earlier = [...this.earlier, { turn, words, landed: false }].slice(-PROMPTS_BACK);
    }
    if (hasLanded(turn)) for (const earlier of this.earlier) earlier.landed = true;
  }
}

/** Whether two prompts in nearly the same words ask for the same. */
function asksAgain(turn: Turn, earlier: Turn): boolean {
  const askedFirst = !isChangeTurn(earlier) && isChangeTurn(turn);
  return !askedFirst && isSameSet(namesIn(turn.text ?? ""), namesIn(earlier.text ?? ""));
}

function isSameSet(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && left.isSubsetOf(right);
}
