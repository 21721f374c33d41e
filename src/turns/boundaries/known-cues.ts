/** What a session's prompts were compared with before: it holds for a prompt as long as nothing before it changed. */
import type { Prompt } from "../../normaliser/event.ts";
import type { Turn } from "../turn.ts";
import type { Cues } from "./coherence.ts";

/** A prompt that was compared with what came before it. */
interface ComparedPrompt {
  prompt: Prompt;
  /** The first turn of the sub-session that went on; null where none did. */
  since: Turn | null;
  cues: Cues;
}

/** The prompts that were compared, by the place of their turn. */
export type ComparedPrompts = ReadonlyMap<number, ComparedPrompt>;

/** What is known of the session since it was cut last. */
export interface CutBefore {
  turns: readonly Turn[];
  compared: ComparedPrompts;
}

/** Goes through a session's turns in order, and compares each prompt that was not compared with the same before. */
export class KnownCues {
  /** Also those that were known. */
  readonly compared = new Map<number, ComparedPrompt>();
  private place = 0;
  /** Whether the turns so far are the same objects as before. */
  private isSame = true;

  constructor(private readonly before: CutBefore | undefined) {}

  /**
   * Returns how the prompt of the turn at this place is related to what is before it.
   *
   * @param since - The first turn of the sub-session that goes on.
   * @param compare - Compares it with all turns that were passed.
   */
  of(prompt: Prompt, since: Turn | null, compare: () => Cues): Cues {
    const known = this.isSame ? this.before?.compared.get(this.place) : undefined;
    const isKnown = known?.prompt === prompt && known.since === since;
    const compared = isKnown ? known : { prompt, since, cues: compare() };
    this.compared.set(this.place, compared);
    return compared.cues;
  }

  /** Goes on to the next place. */
  pass(turn: Turn): void {
    this.isSame &&= this.before?.turns[this.place] === turn;
    this.place += 1;
  }
}
