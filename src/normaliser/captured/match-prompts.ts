/** Finds which prompts of the client plugin an agent's own telemetry tells as well: the same prompt is one. */
import { byTimeThenPlace, type Prompt } from "../event.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import type { Clue } from "../sightings/sighting.ts";

/** How far apart the two may say that a prompt was sent, where no id tells. */
const SAME_WITHIN_MS: Milliseconds = 10 * SECOND;

/** Prompts looked at to either side of one: more than anybody sends in ten seconds. */
const MOST_NEAR = 16;

/**
 * Pairs what is the same prompt: of one id, or within ten seconds and of equal texts or one of them withheld.
 *
 * Takes: prompts of one session, sent and told. Gives: for sent ones the told one; each has at most one twin, and the
 * same pairs come out in whatever order they arrived.
 */
export function matchPrompts(sent: readonly Clue[], told: readonly Prompt[]): Map<Clue, Prompt> {
  const twins = matchById(sent, told);
  const taken = new Set(twins.values());
  const free = told.filter((prompt) => !taken.has(prompt)).toSorted(byTimeThenPlace);
  const lonely = sent.filter((one) => !twins.has(one)).toSorted(byTimeThenPlace);
  const pairs = lonely.flatMap((one) => pairsNear(one, free));
  // sorting is stable: of pairs that are equally good the earlier prompt's goes first
  for (const { one, prompt } of pairs.toSorted((a, b) => a.doubt - b.doubt || a.apart - b.apart)) {
    if (twins.has(one) || taken.has(prompt)) continue;
    twins.set(one, prompt);
    taken.add(prompt);
  }
  return twins;
}

function matchById(sent: readonly Clue[], told: readonly Prompt[]): Map<Clue, Prompt> {
  const byId = new Map<string, Prompt>();
  for (const prompt of told.toSorted(byTimeThenPlace).toReversed())
    if (prompt.promptId !== null) byId.set(prompt.promptId, prompt);
  const twins = new Map<Clue, Prompt>();
  for (const one of sent) {
    const prompt = byId.get(String(one.facts["promptId"]));
    if (prompt !== undefined) twins.set(one, prompt);
  }
  return twins;
}

/** Two that may be one: how doubtful that is, and how far apart they are. */
interface Pair {
  one: Clue;
  prompt: Prompt;
  doubt: 0 | 1 | 2;
  apart: Milliseconds;
}

/** Takes: told prompts by time. */
function pairsNear(one: Clue, told: readonly Prompt[]): Pair[] {
  const middle = countBefore(one.at, told);
  return told.slice(Math.max(0, middle - MOST_NEAR), middle + MOST_NEAR).flatMap((prompt) => {
    const apart = Math.abs(prompt.at - one.at);
    const doubt = apart > SAME_WITHIN_MS ? null : doubtOf(one, prompt);
    return doubt === null ? [] : [{ one, prompt, doubt, apart }];
  });
}

/** How many prompts were sent before a time. Takes: prompts by time. */
export function countBefore(at: Milliseconds, told: readonly Prompt[]): number {
  let [low, high] = [0, told.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((told[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** 0 for equal texts; where one is withheld 1 for equal lengths, else 2; null when they cannot be one. */
function doubtOf({ facts }: Clue, { text: told, chars }: Prompt): Pair["doubt"] | null {
  const text = facts["text"]?.toString() ?? null;
  if (text !== null && told !== null) return isSameText(text, told, Number(facts["chars"])) ? 0 : null;
  return chars !== null && (chars === facts["chars"] || chars === text?.length) ? 1 : 2;
}

/** What was sent may have been cut; agents drop blanks around. */
function isSameText(sent: string, told: string, chars: number): boolean {
  const [one, other] = [sent.trim(), told.trim()];
  return one === other || (chars > sent.length && one !== "" && other.startsWith(one));
}
