/** Finds which prompts of the Claude Code plugin an agent's own telemetry reports as well: the same prompt counts once. */
import { byTimeThenPlace, type Prompt } from "../event.ts";
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { Clue } from "../sightings/sighting.ts";

/** How far apart the two may say that a prompt was sent, where no id matches them. */
const SAME_WITHIN_MS: Milliseconds = 10 * SECOND;

/** Prompts looked at to either side of one: more than anybody sends in ten seconds. */
const MOST_NEAR = 8;

/**
 * Pairs records of the same prompt: they have one id, or are within ten seconds and have equal texts or one text withheld.
 *
 * @returns For captured prompts the other one; each has at most one twin, and the same pairs come out in
 *   whatever order they arrived.
 * @param captures - What the Claude Code plugin sent about one session.
 * @param prompts - What telemetry reported about it.
 */
export function matchPrompts(captures: readonly Clue[], prompts: readonly Prompt[]): Map<Clue, Prompt> {
  const twins = matchById(captures, prompts);
  const taken = new Set(twins.values());
  const free = prompts.filter((prompt) => !taken.has(prompt)).toSorted(byTimeThenPlace);
  const lonely = captures.filter((capture) => !twins.has(capture)).toSorted(byTimeThenPlace);
  const pairs = lonely.flatMap((capture) => pairsNear(capture, free));
  // sorting is stable: of pairs that are equally good the earlier prompt's goes first
  for (const { capture, prompt } of pairs.toSorted((a, b) => a.doubt - b.doubt || a.apart - b.apart)) {
    if (twins.has(capture) || taken.has(prompt)) continue;
    twins.set(capture, prompt);
    taken.add(prompt);
  }
  return twins;
}

function matchById(captures: readonly Clue[], prompts: readonly Prompt[]): Map<Clue, Prompt> {
  const byId = new Map<string, Prompt>();
  // the first of several with one id is put in last, and stays
  for (const prompt of prompts.toSorted(byTimeThenPlace).toReversed())
    if (prompt.promptId !== null) byId.set(prompt.promptId, prompt);
  const twins = new Map<Clue, Prompt>();
  for (const capture of captures) {
    const prompt = byId.get(String(capture.facts["promptId"]));
    if (prompt !== undefined) twins.set(capture, prompt);
  }
  return twins;
}

/** Two that may be the same prompt: how doubtful that is, and how far apart they are. */
interface Pair {
  capture: Clue;
  prompt: Prompt;
  doubt: 0 | 1 | 2;
  apart: Milliseconds;
}

/** @param prompts - Prompts by time. */
function pairsNear(capture: Clue, prompts: readonly Prompt[]): Pair[] {
  const middle = countBefore(capture.at, prompts);
  return prompts.slice(Math.max(0, middle - MOST_NEAR), middle + MOST_NEAR).flatMap((prompt) => {
    const apart = Math.abs(prompt.at - capture.at);
    const doubt = apart > SAME_WITHIN_MS ? null : doubtOf(capture, prompt);
    return doubt === null ? [] : [{ capture, prompt, doubt, apart }];
  });
}

/**
 * How many prompts were sent before a time.
 *
 * @param prompts - Prompts by time.
 */
export function countBefore(at: Instant, prompts: readonly Prompt[]): number {
  let [low, high] = [0, prompts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((prompts[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** 0 for equal texts; where one is withheld 1 for equal lengths, else 2; null when they cannot be the same. */
function doubtOf({ facts }: Clue, prompt: Prompt): Pair["doubt"] | null {
  const text = facts["text"]?.toString() ?? null;
  if (text !== null && prompt.text !== null)
    return isSameText(text, prompt.text, Number(facts["chars"])) ? 0 : null;
  const { chars } = prompt;
  return chars !== null && (chars === facts["chars"] || chars === text?.length) ? 1 : 2;
}

/** What was captured may have been cut; agents drop blanks around. */
function isSameText(captured: string, whole: string, chars: number): boolean {
  const [start, text] = [captured.trim(), whole.trim()];
  return start === text || (chars > captured.length && start !== "" && text.startsWith(start));
}
