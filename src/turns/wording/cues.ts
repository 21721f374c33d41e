/** Phrases that show whether a prompt continues the work before it or begins new work. */
import { holdsPhrase, opensWith, phrasesOf } from "./phrases.ts";
import { listed } from "../../vocabulary/word-lists.ts";

/** Whether the prompt opens with a listed phrase that announces a new goal. */
export function opensNewGoal(words: readonly string[]): boolean {
  return opensWith(words, NEW_GOALS);
}

/**
 * Whether the prompt refers to what came before it.
 *
 * @see docs/scoring.md, "Sub-session boundaries": o.
 */
export function refersBack(words: readonly string[]): boolean {
  return (
    holdsPhrase(words, REFERENCES) ||
    wrapsUp(words) ||
    words.slice(0, 3).some((word) => PRONOUNS.has(word)) ||
    PRONOUNS.has(words.at(-1) ?? "")
  );
}

/** Whether the prompt wraps the work up: a listed phrase ("commit") begins within its first four words. */
export function wrapsUp(words: readonly string[]): boolean {
  return holdsPhrase(words, WRAP_UPS, 4);
}

const NEW_GOALS = phrasesOf("newGoalOpeners");
const REFERENCES = phrasesOf("referenceCues");
const WRAP_UPS = phrasesOf("wrapUps");
const PRONOUNS = listed("referencePronouns");
