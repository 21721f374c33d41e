/**
 * The names of agents and metrics. The server has them, so that a new agent or metric needs no change here.
 *
 * They are kept in this module, because every page uses the same ones and they do not change while it is open.
 */
import type { MetricDefinition } from "../../../src/metrics/definitions.ts";
import type { Agent } from "../../../src/normaliser/dialects/agents.ts";

/** What the server calls its agents and metrics. */
export interface Names {
  agents: Readonly<Record<Agent, string>>;
  metrics: readonly MetricDefinition[];
}

let learned: Names | null = null;

/** Keeps the names that the server gave; called before the first page or report is written. */
export function learnNames(names: Names): void {
  learned = names;
}

/** @throws an exception when the names were not learned before */
export function knownNames(): Names {
  if (learned === null) throw new Error("BUG: the names of agents and metrics were not asked for");
  return learned;
}
