/** What is known of a prompt once the judge model has judged it. */
import type { Instant, Ratio, Score } from "../vocabulary/units.ts";
import type { RubricAnswer } from "./answer.ts";
import { RUBRIC_VERSION } from "./checks.ts";
import { type Intent, isShortCircuit } from "./intent.ts";
import { type Rubric, scoreVerdicts } from "./score.ts";
import { keepVerdicts, type Verdict } from "./verdicts.ts";

/** A judged prompt. */
export interface Judgement {
  /** Code of the prompt's language, as in ISO 639; `und` where the model named none. */
  language: string;
  intent: Intent;
  /** It asks for no work: no verdicts, no marks. */
  shortCircuited: boolean;
  /** In the order of the checks; none when short-circuited. */
  verdicts: Verdict[];
  /** null when short-circuited. */
  rubric: Rubric | null;
  /** null when short-circuited. */
  rubricScore: Score | null;
  /** null when short-circuited. */
  grade: string | null;
  /** The share of verdicts that were kept as the model gave them; 1 when short-circuited. */
  confidence: Ratio;
  rubricVersion: string;
  /** The model that judged it, as it was set. */
  model: string;
  judgedAt: Instant;
}

/** Who judged, and when. */
export interface JudgedBy {
  model: string;
  judgedAt: Instant;
}

/**
 * Makes a judgement of the model's answer.
 *
 * @remarks Takes an answer that fits; the prompt and those before it, as the model saw them.
 */
export function judgementOf(
  { language, intent, checks }: RubricAnswer,
  texts: readonly string[],
  by: JudgedBy,
): Judgement {
  const shortCircuited = isShortCircuit(intent);
  const about = { language: languageCode(language), intent, shortCircuited, rubricVersion: RUBRIC_VERSION };
  if (shortCircuited) {
    return { ...about, verdicts: [], rubric: null, rubricScore: null, grade: null, confidence: 1, ...by };
  }
  const { verdicts, confidence } = keepVerdicts(checks, texts);
  return { ...about, verdicts, ...scoreVerdicts(verdicts), confidence, ...by };
}

/** A region behind the language (`pt-BR`) is left off; a model may name what is no code at all. */
function languageCode(named: string): string {
  const [code = ""] = named.trim().toLowerCase().split(/[-_]/, 1);
  return /^[a-z]{2,3}$/.test(code) ? code : "und";
}
