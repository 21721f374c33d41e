/** The kind of a turn: whether it opens something, goes on with something, or only asks. */
import { DAY, HOUR, type Milliseconds, type Ratio } from "../../vocabulary/units.ts";
import type { KnownTurn } from "./known-turn.ts";
import { isAmong, type PathTrace } from "./paths.ts";

/** `change` is a change turn whose prompt is not known, `prep` an other turn right before a change turn. */
export const KINDS = ["new", "on", "change", "other", "prep"] as const;
export type TurnKind = (typeof KINDS)[number];

/** What decided between `new` and `on`. */
export interface KindReasons {
  /** Share of the prompt's content words that earlier prompts have; null when nothing came before. */
  knownWords: Ratio | null;
  /** Share of the paths it names that were written before; null when it names none, or nothing came before. */
  knownPaths: Ratio | null;
  newGoal: boolean;
  refersBack: boolean;
  repair: boolean;
  /** Above −0.4 it opens something; null when nothing came before. */
  z: number | null;
}

/** How far back kinds look. */
export const LOOK_BACK: Milliseconds = DAY;
const PROMPTS_BACK = 3;
const PREPARES_FOR: Milliseconds = 8 * HOUR;
const OPENS_ABOVE = -0.4;
/** A tie goes on, in whatever order z is summed. */
const TIE = 1e-9;

/**
 * Returns the kind of a change turn.
 *
 * @param earlier - The developer's change turns of the 24 hours before it, in order.
 * @returns The kind, and why; the reasons are null where the prompt's text is not known.
 * @see docs/scoring.md, "Kind".
 */
export function kindOfChange(
  turn: KnownTurn,
  earlier: readonly KnownTurn[],
  repair: boolean,
): { kind: "new" | "on" | "change"; why: KindReasons | null } {
  if (turn.words === null) return { kind: "change", why: null };
  const known = earlier.filter(({ words }) => words !== null).slice(-PROMPTS_BACK);
  const { newGoal, refersBack } = turn;
  if (known.length === 0) {
    const why = { knownWords: null, knownPaths: null, newGoal, refersBack, repair, z: null };
    return { kind: "new", why };
  }
  const knownWords = shareOfWords(turn.words, known);
  const knownPaths = shareOfPaths(turn.named, earlier);
  const z = -3 * knownWords + weighPaths(knownPaths) + 0.8 * Number(newGoal) - 1.5 * Number(refersBack);
  const why = { knownWords, knownPaths, newGoal, refersBack, repair, z };
  return { kind: z > OPENS_ABOVE + TIE && !repair ? "new" : "on", why };
}

/** One word proves nothing. */
const LEAST_WORDS = 2;

function shareOfWords(words: readonly string[], earlier: readonly KnownTurn[]): Ratio {
  if (words.length < LEAST_WORDS) return 0;
  const known = new Set(earlier.flatMap((turn) => turn.words ?? []));
  return words.filter((word) => known.has(word)).length / words.length;
}

function shareOfPaths(named: readonly PathTrace[], earlier: readonly KnownTurn[]): Ratio | null {
  if (named.length === 0) return null;
  return named.filter((path) => earlier.some(({ paths }) => isAmong(path, paths))).length / named.length;
}

function weighPaths(known: Ratio | null): number {
  if (known === null) return 0;
  return known === 0 ? 1 : -2.5 * known;
}

/** Whether a turn that changed nothing prepares the developer's next one. */
export function isPreparation(turn: KnownTurn, next: KnownTurn | undefined): boolean {
  return next !== undefined && next.change && next.startedAt - turn.endedAt <= PREPARES_FOR;
}
