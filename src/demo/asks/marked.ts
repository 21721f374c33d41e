/** Prompts with the marks that a careful reader gave them: text and marks are written together. */
import type { GivenVerdict, GivenVerdicts, RubricAnswer } from "../../rubric/answer.ts";
import { type CheckId, CHECKS } from "../../rubric/checks.ts";
import { wordsOf } from "../../turns/wording/words.ts";
import type { Part } from "./part.ts";

/** How well a prompt asks. */
export type Level = "good" | "fair" | "weak";

/** A prompt to be filled in for a part of a repository. */
export interface Template {
  intent: RubricAnswer["intent"];
  /** `[words](checks)` are words that prove checks; `{file}` and the like come from the part. */
  text: string;
  /** Checks that the prompt as a whole meets; its clauses prove them. */
  meets?: readonly CheckId[];
  /** Checks for which it gives no occasion. */
  spares?: readonly CheckId[];
}

/** A prompt as it is sent, and what is recorded of it. */
export interface MarkedPrompt {
  text: string;
  answer: RubricAnswer;
}

/**
 * One quote proves no more checks.
 *
 * @see docs/scoring.md, "Layer 1".
 */
const MOST_CHECKS_A_QUOTE = 2;

/** Fills a template in, and writes down which words prove which check. */
export function markPrompt({ intent, text, meets = [], spares = [] }: Template, part: Part): MarkedPrompt {
  const pieces = piecesOf(text).map(({ words, checks }) => ({ words: fill(words, part), checks }));
  const whole = pieces.map(({ words }) => words).join("");
  const proofs = new Map(pieces.flatMap(({ words, checks }) => checks.map((check) => [check, words])));
  for (const [index, check] of meets.entries()) proofs.set(check, quoteFor(index, whole, proofs));
  const spared = new Set(hasReference(whole) ? spares : [...spares, "referents_resolved" as const]);
  const verdicts = CHECKS.map(({ id }): [CheckId, GivenVerdict] => [id, verdictOf(id, proofs, spared)]);
  const checks = Object.fromEntries(verdicts) as GivenVerdicts;
  return { text: whole, answer: { language: "en", intent, checks } };
}

function verdictOf(
  id: CheckId,
  proofs: ReadonlyMap<CheckId, string>,
  spared: ReadonlySet<CheckId>,
): GivenVerdict {
  const evidence = proofs.get(id) ?? null;
  if (evidence !== null) return { evidence, verdict: "yes" };
  return { evidence, verdict: spared.has(id) ? "na" : "no" };
}

interface Piece {
  words: string;
  checks: CheckId[];
}

const QUOTE = /\[([^\][]+)\]\(([a-z_ ]+)\)/g;

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(QUOTE)) {
    pieces.push({ words: text.slice(from, match.index), checks: [] });
    pieces.push({ words: match[1] ?? "", checks: (match[2] ?? "").split(" ") as CheckId[] });
    from = match.index + match[0].length;
  }
  return [...pieces, { words: text.slice(from), checks: [] }];
}

function fill(words: string, part: Part): string {
  return words.replace(/\{(\w+?)(\d?)\}/g, (_, name: string, place: string) => {
    if (name === "Thing") return upperFirst(part.thing);
    const value = part[name as keyof Part];
    return typeof value === "string" ? value : (value[Number(place)] ?? "");
  });
}

/** Text with a capital at its beginning. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words of the prompt that prove little so far: a clause, else a few words, else all of it. */
function quoteFor(index: number, text: string, proofs: ReadonlyMap<CheckId, string>): string {
  const used = [...proofs.values()].map(wordsIn);
  const isFree = (quote: string): boolean =>
    used.filter((proof) => proof === wordsIn(quote)).length < MOST_CHECKS_A_QUOTE;
  const clauses = clausesOf(text).filter(isFree);
  const clause = clauses[index % Math.max(1, clauses.length)];
  return clause ?? runsOf(text).find(isFree) ?? text;
}

/** Quotes of the same words are one. */
function wordsIn(quote: string): string {
  return wordsOf(quote).join(" ");
}

function clausesOf(text: string): string[] {
  const clauses = text.split(/[,;:.?!](?:\s|$)/).map((clause) => clause.trim());
  return clauses.filter((clause) => clause.split(/\s+/).length >= 3);
}

/** All of it, then ever shorter beginnings of two words and more. */
function runsOf(text: string): string[] {
  const ends = [...text.matchAll(/\s/g)].map(({ index }) => index).slice(1);
  return [text, ...ends.toReversed().map((end) => text.slice(0, end))];
}

function hasReference(text: string): boolean {
  return /\b(?:it|this|that|those|them|there)\b/i.test(text);
}
