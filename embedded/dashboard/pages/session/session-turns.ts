/** A session's turns with what happened in each, from the entries of its timeline. */
import type { TimelineEntry } from "../../../../src/sessions/timeline/timeline-answer.ts";

type Told<Kind extends TimelineEntry["kind"]> = Extract<TimelineEntry, { kind: Kind }>;

/** One thing inside a turn that is listed as a step. */
export type Step = Told<"model_call" | "tool" | "error" | "decision" | "reset">;

/** A time in which work stopped; milliseconds. */
export interface Stall {
  from: number;
  to: number;
}

/** One turn; times in milliseconds. */
export interface SessionTurn {
  /** Counts from 1; 0 is work before the first prompt. */
  index: number;
  from: number;
  /** The end of its last step. */
  to: number;
  /** How long the agent worked, without pauses in which nothing ran. */
  workedMs: number;
  promptId: string | null;
  /** null when it is withheld, or there is no prompt. */
  text: string | null;
  isTrivial: boolean;
  isRepair: boolean;
  calls: number;
  tools: number;
  /** null when none of its calls has a price. */
  costUsd: number | null;
  /** Read anew and written, without what came from the cache. */
  tokens: number;
  cachedTokens: number;
  failedCalls: number;
  failedTools: number;
  /** What a person rejected or interrupted. */
  rejections: number;
  stalledMs: number;
  steps: readonly Step[];
}

/** What a session is made of, as far as it was read. */
export interface SessionWork {
  turns: readonly SessionTurn[];
  stalls: readonly Stall[];
}

/**
 * Returns turns in theirs.
 *
 * @param entries - Entries in their order.
 */
export function workOf(entries: readonly TimelineEntry[]): SessionWork {
  const stalls = entries.filter((entry) => entry.kind === "stall").map(stallOf);
  const steps = Map.groupBy(entries.filter(isStep), ({ turnIndex }) => turnIndex);
  const turnEntries = entries.filter((entry) => entry.kind === "turn");
  const turns = turnEntries.map((turn, place) => {
    const next = turnEntries[place + 1];
    const until = next === undefined ? Infinity : Date.parse(next.at);
    return turnOf(turn, { steps: steps.get(turn.turnIndex) ?? [], stalls, until });
  });
  return { turns, stalls };
}

function stallOf({ at, durationMs }: Told<"stall">): Stall {
  const from = Date.parse(at);
  return { from, to: from + (durationMs ?? 0) };
}

/** Approvals by a rule are no step: most tools have one. */
function isStep(entry: TimelineEntry): entry is Step {
  if (entry.kind === "decision") return entry.by === "person";
  return ["model_call", "tool", "error", "reset"].includes(entry.kind);
}

interface Around {
  steps: readonly Step[];
  stalls: readonly Stall[];
  /** When the next turn begins. */
  until: number;
}

/** A stall follows the turn that failed: it counts to the turn after which it began. */
function turnOf(turn: Told<"turn">, { steps, stalls, until }: Around): SessionTurn {
  const from = Date.parse(turn.at);
  const workedMs = turn.durationMs ?? 0;
  const to = steps.reduce((end, step) => Math.max(end, endOf(step)), from + workedMs);
  const calls = steps.filter((step) => step.kind === "model_call");
  const after = stalls.filter((stall) => stall.from >= from && stall.from < until);
  return {
    index: turn.turnIndex,
    from,
    to,
    workedMs,
    promptId: turn.promptId,
    text: turn.text,
    isTrivial: turn.trivial === true,
    isRepair: turn.repair,
    calls: turn.calls,
    tools: turn.tools,
    costUsd: turn.costUsd,
    tokens: sumOf(calls, ({ tokens: { input, output, cacheCreation } }) => [input, output, cacheCreation]),
    cachedTokens: sumOf(calls, ({ tokens }) => [tokens.cacheRead]),
    failedCalls: steps.filter(({ kind }) => kind === "error").length,
    failedTools: steps.filter((step) => step.kind === "tool" && step.ok === false && !step.rejected).length,
    rejections: steps.filter((step) => step.kind === "decision" && step.verdict !== "accept").length,
    stalledMs: after.reduce((sum, stall) => sum + stall.to - stall.from, 0),
    steps,
  };
}

function endOf({ at, durationMs }: Step): number {
  return Date.parse(at) + (durationMs ?? 0);
}

function sumOf(
  calls: readonly Told<"model_call">[],
  amounts: (call: Told<"model_call">) => readonly (number | null)[],
): number {
  return calls.flatMap(amounts).reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

/** Where a sub-session begins that is not the session's first: before which turn, and which one it is. */
export interface Boundary<SubSession> {
  turnIndex: number;
  subSession: SubSession;
}

/**
 * Returns nothing for sub-sessions whose turns were not read yet.
 *
 * @param turns - Turns in their order.
 */
export function boundariesOf<SubSession extends { index: number; startedAt: string }>(
  subSessions: readonly SubSession[],
  turns: readonly SessionTurn[],
): Boundary<SubSession>[] {
  return subSessions.flatMap((subSession) => {
    if (subSession.index === 0) return [];
    const start = Date.parse(subSession.startedAt);
    const first = turns.find(({ from }) => from >= start);
    return first === undefined ? [] : [{ turnIndex: first.index, subSession }];
  });
}

/** The sub-session that a turn belongs to: the last one that began by then. */
export function subSessionOf<SubSession extends { startedAt: string }>(
  subSessions: readonly SubSession[],
  { from }: Pick<SessionTurn, "from">,
): SubSession | undefined {
  return subSessions.findLast(({ startedAt }) => Date.parse(startedAt) <= from) ?? subSessions[0];
}

/** Which turn's records begin when, and end where the next turn begins. */
export function recordsPartOf(
  turn: SessionTurn,
  next: SessionTurn | undefined,
): { from: number; to: number; turn: number } {
  // records are written at the end of what they say about, some a moment later
  const end = turn.to + AFTER_END_MS;
  return {
    from: turn.from,
    to: next === undefined ? end : Math.max(turn.from + 1, Math.min(next.from, end)),
    turn: turn.index,
  };
}

const AFTER_END_MS = 60_000;
