/** Where a session's sub-sessions begin: the product's own judgement, on what made-up prompts hold. */
import { judgeBoundary } from "../../src/turns/boundaries/boundary.ts";
import type { Seconds } from "../../src/vocabulary/units.ts";
import type { Ask } from "./ask.ts";

/** What a prompt is compared with. */
export interface Surroundings {
  /** Words of the last three prompts. */
  prompts: (readonly string[])[];
  /** Words in the arguments of the last tool calls. */
  topics: (readonly string[])[];
  /** Paths that the sub-session's prompts name or its tools use. */
  paths: Set<string>;
  /** Whether a commit or passing tests came since the last prompt. */
  workLanded: boolean;
}

export function newSurroundings(): Surroundings {
  return { prompts: [], topics: [], paths: new Set(), workLanded: false };
}

/** A prompt's place. */
interface Place {
  surroundings: Surroundings;
  gapSeconds: Seconds | null;
  withheld: boolean;
}

/** How long an idle session still goes on. */
const IDLE: Seconds = 8 * 3_600;

/** Whether a sub-session begins at the prompt. */
export function boundaryBefore(ask: Ask, { surroundings, gapSeconds, withheld }: Place): boolean {
  if (ask.resets || (gapSeconds ?? 0) > IDLE) return true;
  const { paths, workLanded } = surroundings;
  // prompts of one goal share its topic
  const said = [...new Set([...surroundings.prompts, ...surroundings.topics])];
  const isKnown = (word: string) => said.some((each) => each.includes(word));
  const words = [...new Set(ask.words)];
  const same = ask.named.filter((path) => paths.has(path)).length;
  const smaller = Math.min(ask.named.length, paths.size);
  return judgeBoundary({
    hasText: !withheld,
    knownWords: words.length < 2 ? 0 : words.filter(isKnown).length / words.length,
    pathOverlap: smaller === 0 ? 0 : Math.min(1, same / smaller),
    foreignPaths: ask.named.length > 0 && paths.size > 0 && same === 0,
    gapMinutes: (gapSeconds ?? 0) / 60,
    workLanded,
    newGoalCue: ask.newGoal,
    referenceCue: ask.refersBack,
  }).boundary;
}

/** Thirty tool calls are about six turns. */
const TURNS_OF_CALLS = 6;

/** Takes note of a prompt and of its work. */
export function remember(surroundings: Surroundings, ask: Ask, cut: boolean): void {
  if (cut) surroundings.paths = new Set();
  surroundings.prompts = [...surroundings.prompts, ask.words].slice(-3);
  surroundings.topics = [...surroundings.topics, ask.topic].slice(-TURNS_OF_CALLS);
  for (const path of [...ask.named, ...ask.writes.map((write) => write.path)]) surroundings.paths.add(path);
  surroundings.workLanded = ask.commits || ask.test === "passed";
}
