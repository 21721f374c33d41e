/** How a prompt's text is related to the sub-session before it. */
import { opensNewGoal, refersBack } from "../wording/cues.ts";
import { isSamePath, namedPaths } from "../wording/paths.ts";
import type { Ratio } from "../../vocabulary/units.ts";
import { contentWords, wordsOf } from "../wording/words.ts";

/** What the prompt is compared with. */
export interface Surroundings {
  /** Texts of the session's last three non-trivial prompts. */
  lastPrompts: readonly string[];
  /** String values of the arguments of the session's last 30 tool calls. */
  toolArguments: readonly string[];
  /** Returns a text's content words; it remembers those of long arguments, which saves most of the work. */
  wordsIn?: (text: string) => ReadonlySet<string>;
  /** Paths that the sub-session's prompts name, and those in its tool calls' arguments. */
  subSessionPaths: readonly string[];
  /** Paths that the sub-session wrote, or its prompts named. */
  purposePaths: readonly string[];
}

/** What `judgeBoundary` weighs of a prompt's text. */
export interface Cues {
  /** The paths the prompt names. */
  paths: readonly string[];
  knownWords: Ratio;
  pathOverlap: Ratio;
  foreignPaths: boolean;
  newGoalCue: boolean;
  referenceCue: boolean;
}

/**
 * Reads the cues of a prompt's text.
 *
 * @see docs/scoring.md, "Sub-session boundaries": cl, jp, fp, n and o.
 */
export function cuesOf(prompt: string, surroundings: Surroundings): Cues {
  const words = wordsOf(prompt);
  const paths = namedPaths(prompt);
  const { lastPrompts, toolArguments, subSessionPaths, purposePaths, wordsIn = contentWords } = surroundings;
  return {
    paths,
    knownWords: shareKnown(wordsIn(prompt), [...lastPrompts, ...toolArguments], wordsIn),
    pathOverlap: overlap(paths, new Set(subSessionPaths)),
    foreignPaths:
      paths.length > 0 && purposePaths.length > 0 && !paths.some((path) => isAmong(path, purposePaths)),
    newGoalCue: opensNewGoal(words),
    referenceCue: refersBack(words),
  };
}

function shareKnown(
  words: ReadonlySet<string>,
  texts: readonly string[],
  wordsIn: (text: string) => ReadonlySet<string>,
): Ratio {
  // A single word is not evidence.
  if (words.size < 2) return 0;
  const unknown = new Set(words);
  for (const text of texts) {
    // Arguments contain whole files, so reading stops with the last word found.
    if (unknown.size === 0) return 1;
    const known = wordsIn(text);
    for (const word of unknown) if (known.has(word)) unknown.delete(word);
  }
  return (words.size - unknown.size) / words.size;
}

function overlap(paths: readonly string[], known: ReadonlySet<string>): Ratio {
  const smaller = Math.min(paths.length, known.size);
  if (smaller === 0) return 0;
  const common = paths.filter((path) => isAmong(path, known)).length;
  // Two names of one file would count it twice.
  return Math.min(1, common / smaller);
}

function isAmong(path: string, paths: Iterable<string>): boolean {
  for (const other of paths) if (isSamePath(path, other)) return true;
  return false;
}
