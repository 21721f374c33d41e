/** Which of the model's verdicts are kept: a `yes` has to be proved by words that stand in the text. */
import type { Ratio } from "../vocabulary/units.ts";
import type { GivenVerdict, GivenVerdicts, Mark } from "./answer.ts";
import { type Check, type CheckId, CHECKS } from "./checks.ts";

/** What was found about one check. */
export interface Verdict {
  id: CheckId;
  verdict: Mark;
  /** Words of the prompt or of those before it, exactly as they stand there; null when none were quoted. */
  evidence: string | null;
}

/** The verdicts of one prompt. */
export interface KeptVerdicts {
  /** In the order of the checks. */
  verdicts: Verdict[];
  /** The share of verdicts that were kept as they were given. */
  confidence: Ratio;
}

/**
 * Keeps the verdicts that are proved.
 *
 * Takes: the prompt and those before it, as the model saw them.
 * Gives: a `yes` whose quote stands nowhere as `na`, for the first check of a dimension as `no`.
 * Source: docs/scoring.md, "Layer 1".
 */
export function keepVerdicts(given: GivenVerdicts, texts: readonly string[]): KeptVerdicts {
  const verdicts = CHECKS.map((check) => keepVerdict(check, given[check.id], texts));
  const kept = verdicts.filter(({ id, verdict }) => verdict === given[id].verdict);
  return { verdicts, confidence: kept.length / CHECKS.length };
}

function keepVerdict(check: Check, given: GivenVerdict, texts: readonly string[]): Verdict {
  const { id } = check;
  const evidence = given.verdict === "na" ? null : quoted(given.evidence, texts);
  if (given.verdict !== "yes" || evidence !== null) return { id, verdict: given.verdict, evidence };
  return { id, verdict: check.isFirst ? "no" : "na", evidence };
}

function quoted(evidence: string | null, texts: readonly string[]): string | null {
  if (evidence === null || evidence.trim() === "") return null;
  return texts.some((text) => text.includes(evidence)) ? evidence : null;
}
