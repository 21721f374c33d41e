/** What the page of one prompt says: pure, so that each sentence can be tested. */
import type { CheckId, Dimension } from "../../../../src/rubric/checks.ts";
import type { PromptStatus } from "../../../../src/rubric/prompts/marked-prompts.ts";
import { formatScore } from "../../words/numbers.ts";
import { CHECK_NAMES, DIMENSION_WORDS, DIMENSIONS, gradeName } from "../../words/rubric.ts";

/** What each dimension counts; a test holds them to the server's own. */
export const WEIGHTS: Readonly<Record<Dimension, number>> = {
  contextLeverage: 0.25,
  informationDensity: 0.35,
  turnEconomy: 0.15,
  ambiguityCost: 0.25,
};

/** One check as it was answered. */
export interface Checked {
  id: CheckId;
  dimension: Dimension | null;
  verdict: "yes" | "no" | "na";
}

/** What the sentence of a prompt is made of. */
export interface PromptSaid {
  status: PromptStatus;
  promptText: string | null;
  rubricScore?: number | undefined;
  grade?: string | undefined;
  intent: string | null;
  checks?: readonly Checked[] | undefined;
}

const MOST_NAMED = 3;

/** Returns "57 of 100, a C. It fails 5 of 12 checks: asks for one result, has one reading and 3 more." */
export function sayPrompt(prompt: PromptSaid): string {
  const { rubricScore, grade, checks = [] } = prompt;
  if (rubricScore === undefined || grade === undefined) return sayWithout(prompt);
  const counted = checks.filter(({ dimension, verdict }) => dimension !== null && verdict !== "na");
  const failed = counted.filter(({ verdict }) => verdict === "no");
  const score = `${formatScore(rubricScore)} of 100, grade ${gradeName(grade)}`;
  if (failed.length === 0) return `${score}: it passes all ${counted.length} checks that apply.`;
  const names = failed.slice(0, MOST_NAMED).map(({ id }) => `“${CHECK_NAMES[id]}”`);
  const more = failed.length > MOST_NAMED ? ` and ${failed.length - MOST_NAMED} more` : "";
  return `${score}: it misses ${names.join(", ")}${more}.`;
}

function sayWithout({ status, promptText, intent }: PromptSaid): string {
  if (status === "short_circuited")
    return intent === null
      ? "This prompt is too short to ask for work, so it gets no grade."
      : `This prompt asks for no work (${intent.replaceAll("_", " ")}), so it gets no grade.`;
  if (status === "failed") return "The judge model could not judge this prompt. It tries again.";
  return promptText === null
    ? "The agent withholds the text of this prompt, so it cannot be judged."
    : "This prompt waits to be judged.";
}

/** One line of the arithmetic. */
export interface Sum {
  dimension: Dimension;
  name: string;
  value: number;
  weight: number;
  points: number;
}

/** Returns what each dimension adds to the score, the heaviest first. */
export function sumsOf(rubric: Readonly<Record<Dimension, number>>): Sum[] {
  return DIMENSIONS.map((dimension) => ({
    dimension,
    name: DIMENSION_WORDS[dimension].name,
    value: rubric[dimension],
    weight: WEIGHTS[dimension],
    points: rubric[dimension] * WEIGHTS[dimension],
  })).toSorted((left, right) => right.weight - left.weight);
}

/** Returns "2 yes of 3 that count". */
export function sayCounted(checks: readonly Checked[]): string {
  const counted = checks.filter(({ verdict }) => verdict !== "na");
  return `${counted.filter(({ verdict }) => verdict === "yes").length} yes of ${counted.length} that count`;
}

/**
 * Returns the rubric's version and the model; null where nothing judged.
 *
 * @param agentVersion - `rubric-1/qwen3-32b`.
 */
export function judgedBy(agentVersion: string | null): { rubric: string; model: string } | null {
  const slash = agentVersion?.indexOf("/") ?? -1;
  if (agentVersion === null || slash === -1) return null;
  return {
    rubric: agentVersion.slice(0, slash).replace("rubric-", ""),
    model: agentVersion.slice(slash + 1),
  };
}
