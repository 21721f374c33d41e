/** Sums of what other lists show, in the form in which reports show them. */
import type { ModelSpendAnswer } from "../../../spend/spend-answer.ts";
import type { AgentCoverage } from "../../../turns/coverage/coverage-answer.ts";
import { type Figure, figureOf, noFigure } from "../figure.ts";

/** How many sessions there were. */
export function sessionsOf(coverage: readonly AgentCoverage[]): number {
  return coverage.reduce((sum, { sessions }) => sum + sessions, 0);
}

/** What all models cost together, in US dollars. */
export function spendOf(models: readonly ModelSpendAnswer[]): Figure {
  if (models.length === 0) return noFigure("No agent reported what its calls to models used in this time.");
  if (models.every(({ calls, unpricedCalls }) => calls === unpricedCalls))
    return noFigure("None of the calls has a price: neither the agents nor the price table has one.");
  return figureOf(models.reduce((sum, { costUsd }) => sum + costUsd, 0));
}
