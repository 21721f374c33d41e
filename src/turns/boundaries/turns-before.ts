/** What came before a turn, as one object: the same turns before it are always the same object. */
import type { Prompt } from "../../normaliser/event.ts";
import type { Turn } from "../turn.ts";
import type { Cues } from "./coherence.ts";

/** A run of turns from a session's first on. */
export class TurnsBefore {
  private readonly longer = new WeakMap<Turn, TurnsBefore>();
  private readonly cues = new WeakMap<Prompt, { since: Turn | null; cues: Cues }>();

  /** Returns these turns and one more. */
  and(turn: Turn): TurnsBefore {
    return next(this.longer, turn);
  }

  /**
   * Compares a prompt with these turns, once.
   *
   * @param since - The first turn of the sub-session in which it is.
   */
  cuesOf(prompt: Prompt, since: Turn | null, compare: () => Cues): Cues {
    const known = this.cues.get(prompt);
    if (known?.since === since) return known.cues;
    const cues = compare();
    this.cues.set(prompt, { since, cues });
    return cues;
  }
}

/** By a session's first turn. */
const beginnings = new WeakMap<Turn, TurnsBefore>();

/** Returns one turn that nothing comes before. */
export function firstOf(turn: Turn): TurnsBefore {
  return next(beginnings, turn);
}

function next(known: WeakMap<Turn, TurnsBefore>, turn: Turn): TurnsBefore {
  const found = known.get(turn) ?? new TurnsBefore();
  known.set(turn, found);
  return found;
}
