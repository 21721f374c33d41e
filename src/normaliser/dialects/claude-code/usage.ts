/** Claude Code's counters: lines, commits, pull requests, and tokens for sessions that send no logs. */
import type { Event, ModelCall, TokenUsage } from "../../event.ts";
import type { Clue, Sighting } from "../../sightings/sighting.ts";
import { type Increase, increasesOf, landedOf, linesOf } from "../counters.ts";
import { untoldCall } from "../untold-call.ts";

const LINES = "claude_code.lines_of_code.count";
const COMMITS = "claude_code.commit.count";
const PULL_REQUESTS = "claude_code.pull_request.count";
const TOKENS = "claude_code.token.usage";
const COST = "claude_code.cost.usage";
const COUNTERS = new Set([LINES, COMMITS, PULL_REQUESTS, TOKENS, COST]);

const TOKEN_TYPES: Readonly<Record<string, keyof TokenUsage>> = {
  input: "input",
  output: "output",
  cacheRead: "cacheRead",
  cacheCreation: "cacheCreation",
};

/** Whether a metric is one that is read. */
export function isClaudeCounter(name: string): boolean {
  return COUNTERS.has(name);
}

/** What a session wrote and landed. */
export function landedAndLines(sightings: readonly Sighting[]): Event[] {
  return [
    ...linesOf(sightings, LINES),
    ...landedOf(sightings, COMMITS, "commit"),
    ...landedOf(sightings, PULL_REQUESTS, "pull_request"),
  ];
}

/**
 * The spend of a session whose logs never came, as one call for each model and point of time.
 *
 * How many calls there were, and how long they took, is not known then.
 */
export function callsFromMetrics(sightings: readonly Sighting[]): ModelCall[] {
  const calls = new Map<string, ModelCall>();
  for (const increase of increasesOf(sightings, TOKENS)) {
    const call = callAt(calls, increase.point);
    const type = TOKEN_TYPES[String(increase.point.facts["type"])];
    if (type !== undefined) call.tokens[type] = (call.tokens[type] ?? 0) + increase.by;
  }
  for (const increase of increasesOf(sightings, COST)) addCost(callAt(calls, increase.point), increase);
  return [...calls.values()];
}

function callAt(calls: Map<string, ModelCall>, point: Clue): ModelCall {
  const { name: _name, facts, ...origin } = point;
  const key = `${point.at} ${facts["model"]} ${facts["query_source"]}`;
  const found = calls.get(key);
  if (found !== undefined) return found;
  const source = facts["query_source"] ?? "main";
  const call: ModelCall = {
    ...untoldCall(origin),
    model: facts["model"]?.toString() ?? null,
    helper: source === "auxiliary",
    foreground: false,
  };
  calls.set(key, call);
  return call;
}

function addCost(call: ModelCall, { by }: Increase): void {
  call.reportedCost = (call.reportedCost ?? 0) + Math.round(by * 1_000_000);
}
