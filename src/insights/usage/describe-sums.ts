/** A tally as answers show it: what cannot be known is null, with the reason. */
import { type Counted, countIn, hasHeard, type Heard, type Tally } from "../../spend/tallies/tally.ts";
import type { UsageQuery, UsageSums } from "./usage-answer.ts";

type Reason = UsageSums["missing"][string];

/** What the calls of one model, or of tools, do not show. */
const OF_WORK = ["sessions", "turns", "agentMs", "edits", "lines", "commits", "pullRequests"];
const OF_TOOLS = ["toolCalls", "failedToolCalls", "toolMs"];
const OF_MODELS = [
  "modelCalls",
  "failedModelCalls",
  "tokens",
  "cacheShare",
  "costUsd",
  "pricedCalls",
  "unpricedCalls",
  "pricedShare",
];

const NOT_SPLIT: Readonly<Record<UsageQuery["by"], ReadonlySet<string>>> = {
  day: new Set(),
  agent: new Set(),
  label: new Set(),
  developer: new Set(),
  model: new Set([...OF_WORK, ...OF_TOOLS]),
  tool: new Set([...OF_WORK, ...OF_MODELS]),
  mcp_server: new Set([...OF_WORK, ...OF_MODELS]),
};

/** @param by - What the tally is a part of; `day` where it is all of it. */
export function describeSums(
  { tally, people }: { tally: Tally; people: ReadonlySet<string> },
  by: UsageQuery["by"],
): UsageSums {
  const known = new Known(tally, NOT_SPLIT[by]);
  const sums = {
    people: people.size,
    sessions: known.count("sessions"),
    subSessions: countIn(tally, "subSessions"),
    goals: goalsIn(tally),
    turns: known.count("turns"),
    ...callsIn(known),
    ...costsIn(known),
    agentMs: known.count("agentMs"),
    toolCalls: known.count("toolCalls"),
    failedToolCalls: known.count("failedToolCalls"),
    toolMs: known.count("toolMs"),
    ...editsIn(known),
    commits: known.heard("commits", "landed", ["commits", "toolCalls"]),
    pullRequests: known.heard("pullRequests", "landed", ["pullRequests", "toolCalls"]),
  };
  return { ...sums, missing: known.missing };
}

/** Reads a tally, and notes why something cannot be known. */
class Known {
  readonly missing: UsageSums["missing"] = {};

  constructor(
    readonly tally: Tally,
    private readonly notSplit: ReadonlySet<string>,
  ) {}

  /** @param name - As the answer has it, a dot between a group and its member. */
  value(name: string, value: number | null, reason: Reason = "not_sent"): number | null {
    const isSplit = !this.notSplit.has(name.split(".")[0] ?? "");
    if (isSplit && value !== null) return value;
    this.missing[name] = isSplit ? reason : "not_split";
    return null;
  }

  count(counted: Counted, name: string = counted): number | null {
    return this.value(name, countIn(this.tally, counted));
  }

  /** A count that some agents do not send; 0 where there is nothing of which it could be sent. */
  heard(name: string, fact: Heard, [counted, of]: readonly [Counted, Counted]): number | null {
    const isKnown = hasHeard(this.tally, fact) || countIn(this.tally, of) === 0;
    return this.value(name, isKnown ? countIn(this.tally, counted) : null);
  }
}

function goalsIn(tally: Tally): UsageSums["goals"] {
  return {
    counted: countIn(tally, "goals"),
    reached: countIn(tally, "reached"),
    partial: countIn(tally, "partial"),
    abandoned: countIn(tally, "abandoned"),
    unknown: countIn(tally, "unknown"),
  };
}

function callsIn(known: Known) {
  const tokens = (name: Heard & Counted): number | null =>
    known.heard(`tokens.${name}`, name, [name, "modelCalls"]);
  return {
    modelCalls: known.count("modelCalls"),
    failedModelCalls: known.count("failedModelCalls"),
    tokens: {
      input: tokens("input"),
      output: tokens("output"),
      cacheRead: tokens("cacheRead"),
      cacheWrite: tokens("cacheWrite"),
      reasoning: tokens("reasoning"),
    },
    cacheShare: known.value("cacheShare", cacheShareOf(known.tally)),
  };
}

function costsIn(known: Known) {
  const { tally } = known;
  const calls = countIn(tally, "spendCalls");
  const priced = calls - countIn(tally, "unpricedCalls");
  return {
    costUsd: known.value("costUsd", costOf(tally), calls > 0 ? "no_price" : "not_sent"),
    pricedCalls: known.value("pricedCalls", priced),
    unpricedCalls: known.count("unpricedCalls"),
    pricedShare: known.value("pricedShare", share(priced, calls)),
  };
}

function editsIn(known: Known): Pick<UsageSums, "edits" | "lines"> {
  const ofEdits = (name: string, counted: Counted, fact: Heard): number | null =>
    known.heard(name, fact, [counted, "edits"]);
  return {
    edits: {
      made: known.count("edits", "edits.made"),
      decided: ofEdits("edits.decided", "decidedEdits", "decisions"),
      accepted: ofEdits("edits.accepted", "acceptedEdits", "decisions"),
      judged: known.count("judgedEdits", "edits.judged"),
      kept: known.count("keptEdits", "edits.kept"),
    },
    lines: {
      added: ofEdits("lines.added", "linesAdded", "lines"),
      removed: ofEdits("lines.removed", "linesRemoved", "lines"),
      judged: ofEdits("lines.judged", "judgedLines", "lasting"),
      kept: ofEdits("lines.kept", "keptLines", "lasting"),
    },
  };
}

function cacheShareOf(tally: Tally): number | null {
  if (!hasHeard(tally, "cacheRead")) return null;
  const read = countIn(tally, "cacheRead");
  return share(read, read + countIn(tally, "input") + countIn(tally, "cacheWrite"));
}

/** What calls cost in US dollars; null where none has a price, 0 where there is no call. */
export function costOf(tally: Tally): number | null {
  const priced = countIn(tally, "spendCalls") - countIn(tally, "unpricedCalls");
  return priced === 0 && countIn(tally, "modelCalls") > 0 ? null : countIn(tally, "cost") / 1e6;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
