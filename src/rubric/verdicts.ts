/** Which of the model's verdicts are kept: a `yes` has to be proved by words of the text. */
import type { Ratio } from "../vocabulary/units.ts";
import type { GivenVerdicts, Mark } from "./answer.ts";
import { type Check, type CheckId, CHECKS } from "./checks.ts";
import { Proofs } from "./quotes.ts";

/** What was found about one check. */
export interface Verdict {
  id: CheckId;
  verdict: Mark;
  /** Words of the prompt or of those before it, exactly as they are there; null when none were quoted. */
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
 * @returns A `yes` without a quote that proves it as `na`, for the first check of a dimension as `no`.
 * @see docs/scoring.md, "Layer 1".
 * @remarks Takes the prompt and those before it, as the model saw them.
 */
export function keepVerdicts(given: GivenVerdicts, texts: readonly string[]): KeptVerdicts {
  const proofs = new Proofs(texts);
  const verdicts = CHECKS.map((check) => {
    const { verdict, evidence } = given[check.id];
    if (verdict === "yes") return keepYes(check, evidence, proofs);
    return { id: check.id, verdict, evidence: verdict === "no" ? quoted(evidence, texts) : null };
  });
  const kept = verdicts.filter(({ id, verdict }) => verdict === given[id].verdict);
  return { verdicts, confidence: kept.length / CHECKS.length };
}

function keepYes({ id, isFirst }: Check, evidence: string | null, proofs: Proofs): Verdict {
  if (proofs.prove(evidence)) return { id, verdict: "yes", evidence };
  return { id, verdict: isFirst ? "no" : "na", evidence: null };
}

/** A `no` counts without a quote; one that it has only shows people which words are meant. */
function quoted(evidence: string | null, texts: readonly string[]): string | null {
  if (evidence === null || evidence.trim() === "") return null;
  return texts.some((text) => text.includes(evidence)) ? evidence : null;
}
