/** The totals of one turn's events. */
import type { ModelCall, TokenUsage } from "../normaliser/event.ts";
import type { Tokens } from "../vocabulary/units.ts";
import { countWritten } from "./files.ts";
import type { TurnTotals } from "./turn.ts";
import type { ToolReading } from "./work.ts";

/**
 * Adds up a turn's calls and tools.
 *
 * @param calls - Calls without helpers'.
 * @returns Token sums over successful calls only.
 */
export function totalTurn(calls: readonly ModelCall[], readings: readonly ToolReading[]): TurnTotals {
  const succeeded = calls.filter((call) => call.result === "succeeded");
  const written = countWritten(readings, "all");
  return {
    calls: succeeded.length,
    failedCalls: calls.filter((call) => call.result === "failed").length,
    unknownCalls: calls.filter((call) => call.result === "unknown").length,
    tools: readings.length,
    failedTools: readings.filter((reading) => reading.failed).length,
    tokens: sumTokens(succeeded.map((call) => call.tokens)),
    linesAdded: written.addedLines,
    linesRemoved: written.removedLines,
    modelMs: sum(calls.map((call) => call.durationMs)) ?? 0,
    toolMs: sum(readings.map((reading) => reading.call.durationMs)) ?? 0,
  };
}

/** Adds token counts number by number; a number that no call has stays null. */
export function sumTokens(usages: readonly TokenUsage[]): TokenUsage {
  return {
    input: sum(usages.map((usage) => usage.input)),
    output: sum(usages.map((usage) => usage.output)),
    cacheRead: sum(usages.map((usage) => usage.cacheRead)),
    cacheCreation: sum(usages.map((usage) => usage.cacheCreation)),
  };
}

/** One number for all kinds of tokens, weighted by cost: cached tokens count little, output counts much. */
export function tokenEquivalents({ input, output, cacheRead, cacheCreation }: TokenUsage): Tokens {
  return (input ?? 0) + 5 * (output ?? 0) + 0.1 * (cacheRead ?? 0) + 1.25 * (cacheCreation ?? 0);
}

/** The sum of the numbers that are known; null when none is. */
export function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}
