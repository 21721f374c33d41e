/** Coaching notes: what a prompt lacked, said from the checks that it failed and in the developer's own words. */
import { listed } from "../vocabulary/word-lists.ts";
import { withoutDirections } from "../vocabulary/wording/visible.ts";
import { wordsOf } from "../turns/wording/words.ts";
import { CHECKS, type CheckId, type Dimension, DIMENSION_WEIGHTS } from "./checks.ts";
import type { Verdict } from "./verdicts.ts";

/** What to do about a failed check; short, so that the quote has room. */
const ADVICE: Readonly<Record<CheckId, string>> = {
  names_artifact: "Name the file, function, test or command that this is about.",
  builds_on_session: "Point to what the session has already found instead of saying it again.",
  points_to_example: "Name the convention, document or example to follow.",
  low_filler: "Leave out what says nothing about the work.",
  states_expected: "Say what should happen.",
  gives_evidence: "Quote the error, the output or the data that shows it.",
  states_constraint: "Name a limit, or what must not change.",
  one_deliverable: "Ask for one result at a time.",
  self_contained: "Add what the agent would otherwise have to ask you.",
  not_fragment: "Put the parts of one request into one prompt.",
  single_reading: "Choose words that can be read in one way only.",
  referents_resolved: "Say what this refers to.",
  acceptance_condition: "Say how one knows that it is done.",
  asks_to_verify: "Ask for a test, a run or a check of the result.",
};

/** More than this is no advice but a scolding. */
const MOST_NOTES = 3;

/** Code points of a whole note, so that it fits into a line of a list. */
const LONGEST_NOTE = 160;

/**
 * What the developer could do better, most useful first.
 *
 * @param text - The prompt's text and its kept verdicts.
 * @returns At most three notes of at most 160 characters, in English with the prompt's own words quoted as
 *   they are; none when no check failed.
 */
export function coachingNotes(text: string, verdicts: readonly Verdict[]): string[] {
  return mostUseful(verdicts).map((verdict) => noteOn(verdict, text));
}

/** The same without the developer's words: one sentence each. */
export function adviceOn(verdicts: readonly Verdict[]): string[] {
  return mostUseful(verdicts).map(({ id }) => ADVICE[id]);
}

function mostUseful(verdicts: readonly Verdict[]): Verdict[] {
  return verdicts
    .filter(({ verdict }) => verdict === "no")
    .toSorted((left, right) => gainOf(right.id, verdicts) - gainOf(left.id, verdicts))
    .slice(0, MOST_NOTES);
}

/** How many points of the score passing this check would have been worth. */
function gainOf(id: CheckId, verdicts: readonly Verdict[]): number {
  const dimension = dimensionOf.get(id) ?? null;
  if (dimension === null) return 0;
  const counted = verdicts.filter(
    (verdict) => verdict.verdict !== "na" && dimensionOf.get(verdict.id) === dimension,
  );
  return DIMENSION_WEIGHTS[dimension] / counted.length;
}

const dimensionOf: ReadonlyMap<CheckId, Dimension | null> = new Map(
  CHECKS.map(({ id, dimension }) => [id, dimension]),
);

function noteOn({ id, evidence }: Verdict, text: string): string {
  const said = evidence !== null && text.includes(evidence) ? evidence : wordsAtFault(id, text);
  const advice = `${ADVICE[id]} You wrote: `;
  return `${advice}“${cut(firstLine(withoutDirections(said)), LONGEST_NOTE - advice.length - 2)}”`;
}

/** Where the model quoted nothing: the line with the pronoun, else how the prompt begins. */
function wordsAtFault(id: CheckId, text: string): string {
  if (id !== "referents_resolved") return text;
  return text.split("\n").find((line) => wordsOf(line).some((word) => PRONOUNS.has(word))) ?? text;
}

const PRONOUNS = listed("referencePronouns");

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.trim() ?? "";
}

/** Cuts between code points, and at a space where there is one. */
function cut(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const short = letters.slice(0, most - 1).join("");
  const space = short.lastIndexOf(" ");
  return `${space > 0 ? short.slice(0, space) : short}…`;
}
