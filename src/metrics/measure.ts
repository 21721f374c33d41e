/** From an assembled session to the metrics of each of its sub-sessions. */
import { medianOf } from "../turns/latency/percentiles.ts";
import type { ModelCall } from "../normaliser/event.ts";
import type { AssembledSession } from "../turns/session.ts";
import type { SubSession } from "../turns/sub-session.ts";
import { isNonTrivial, type Turn } from "../turns/turn.ts";
import { sum, sumTokens } from "../turns/totals.ts";
import type { Agent } from "../normaliser/dialects/agents.ts";
import type { Instant, MicroUsd, Score, Seconds, Tokens } from "../vocabulary/units.ts";
import type { Actual, Axes, Effort } from "./efficiency/axes.ts";
import { type Baselines, tokenBaseline, valueOf } from "./baselines/baseline.ts";
import { mayHaveWorked } from "./call-counts.ts";
import type { ContextWindowOf } from "./resets/context-fill.ts";
import { addEditCounts, countEdits, type EditCount, type RetentionTier } from "./retention/edits.ts";
import { humanGaps } from "./efficiency/human-time.ts";
import { eachMeasured, type Measurable, type MeasuredMetric, type Missable, reasonFor } from "./metrics.ts";
import type { Circumstances, MissingReason } from "./missing.ts";
import { areRepairsVisible, findRepairTurns, type JudgedIntent } from "./iteration/repairs.ts";
import { countResets, type Resets } from "./resets/resets.ts";
import { measureSse } from "./efficiency/sse.ts";
import type { Span } from "./flow/stretches.ts";

/** What the computation needs in addition to the session itself. */
export interface MeasureOptions {
  agent: Agent;
  /** The baselines in force when a sub-session started. */
  baselinesFor: (startedAt: Instant) => { version: number; baselines: Baselines };
  contextWindowOf: ContextWindowOf;
  /** The mean rubric score of a sub-session's prompts; null when none was scored. */
  pesOf: (subSession: SubSession) => Score | null;
  intentOf: JudgedIntent;
  /** What a call cost; null when nobody can know. */
  costOf: (call: ModelCall) => MicroUsd | null;
  /** Whether the developer is a shared key. */
  sharedKey: boolean;
  /** Times when telemetry could not arrive. */
  outages: readonly Span[];
}

/** One sub-session's metrics and what they were computed from; null is "not enough evidence". */
export interface SubSessionMeasure extends Readonly<Record<MeasuredMetric, Score | null>> {
  subSessionId: string;
  baselineVersion: number;
  /** The organization's usual raw′ and quality, of that version. */
  m: number;
  qrReference: Score;
  tier: RetentionTier | null;
  axes: Axes;
  raw: number | null;
  /** raw′: raw after the outcome rule. */
  gated: number | null;
  actual: Actual;
  /** The baselines of its size and agent. */
  usual: { tokens: Tokens; turns: number; humanSeconds: Seconds };
  /** Its weight in scores: the usual turns of its size. */
  weight: number;
  edits: number;
  retained: number;
  /** Indexes of its repair turns. */
  repairTurns: number[];
  repairsVisible: boolean;
  goodResets: number;
  badResets: number;
  /** Median of durationMs / (outputTokens + 50); shown, but not part of any score. */
  medianMsPerToken: number | null;
  /** Helpers' calls included; null when no call's cost is known. */
  costMicroUsd: MicroUsd | null;
  /** The reason of each null; `fc` is filled in where a developer's sessions are combined. */
  missing: Partial<Record<Missable, MissingReason>>;
}

/**
 * Computes the metrics of all sub-sessions of a session, except FC, which needs the developer's other sessions.
 *
 * @param session - A whole session.
 * @returns One measure per sub-session, in order.
 * @see docs/scoring.md, "Layer 2".
 */
export function measureSession(
  session: Pick<AssembledSession, "turns" | "subSessions">,
  options: MeasureOptions,
): SubSessionMeasure[] {
  const { turns, subSessions } = session;
  const repairs = findRepairTurns(turns, options.intentOf);
  const gaps = humanGaps(turns, options.outages);
  const resets = countResets(subSessions, options.contextWindowOf);
  const edits = countEdits(turns, repairs);
  return subSessions.map((subSession, position) => {
    const ownTurns = subSession.turns.map((turn) => turn.index);
    return measure(subSession, {
      repairTurns: ownTurns.filter((index) => repairs.has(index)),
      repairsVisible: areRepairsVisible(subSession.turns, options.intentOf),
      humanGapsSeconds: ownTurns.map((index) => gaps.get(index)).filter((gap) => gap !== undefined),
      resets: resets[position] ?? NO_RESETS,
      edits: addEditCounts(ownTurns.map((index) => edits.get(index)).filter((count) => count !== undefined)),
      options,
    });
  });
}

const NO_RESETS: Resets = { chances: 0, good: 0, bad: 0, windowKnown: false };

/** What the whole session says about one of its sub-sessions. */
interface Findings {
  repairTurns: number[];
  repairsVisible: boolean;
  humanGapsSeconds: Seconds[];
  resets: Resets;
  edits: EditCount;
  options: MeasureOptions;
}

function measure(subSession: SubSession, findings: Findings): SubSessionMeasure {
  const { options, edits, resets, repairTurns, repairsVisible } = findings;
  const { version, baselines } = options.baselinesFor(subSession.startedAt);
  const effort = effortOf(subSession, findings);
  const efficiency = measureSse({ ...effort, outcome: subSession.outcome }, baselines);
  const { actual, axes, raw, gatedRaw } = efficiency;
  const promptScore = options.pesOf(subSession);
  const work: Measurable = {
    effort,
    efficiency,
    repairTurns: repairTurns.length,
    repairsVisible,
    resets,
    edits,
    promptScore,
    baselines,
  };
  const scores = eachMeasured(({ scoreOf }) => scoreOf(work));
  return {
    subSessionId: subSession.id,
    baselineVersion: version,
    m: baselines.m,
    qrReference: baselines.qrReference,
    ...scores,
    actual,
    axes,
    raw,
    tier: edits.tier,
    gated: gatedRaw,
    ...usualOf(effort, baselines),
    edits: edits.edits,
    retained: edits.retained,
    repairTurns,
    repairsVisible,
    goodResets: resets.good,
    badResets: resets.bad,
    medianMsPerToken: medianMsPerToken(subSession),
    costMicroUsd: sum(callsOf(subSession, "all").map(options.costOf)),
    missing: missingOf({ ...scores, humanTime: axes.h }, circumstancesOf(subSession, effort, findings)),
  };
}

function effortOf(subSession: SubSession, { options, humanGapsSeconds }: Findings): Effort {
  const { turns, bucket, nonTrivialTurns } = subSession;
  return {
    bucket,
    agent: options.agent,
    calls: {
      succeeded: turns.reduce((count, turn) => count + turn.calls, 0),
      unknown: turns.reduce((count, turn) => count + turn.unknownCalls, 0),
    },
    usage: sumTokens(turns.map((turn) => turn.tokens)),
    nonTrivialTurns,
    humanGapsSeconds,
  };
}

function usualOf(
  { bucket, agent }: Effort,
  baselines: Baselines,
): Pick<SubSessionMeasure, "usual" | "weight"> {
  const turns = valueOf(baselines.turns, bucket);
  const tokens = tokenBaseline(baselines, bucket, agent);
  return { usual: { tokens, turns, humanSeconds: valueOf(baselines.humanSeconds, bucket) }, weight: turns };
}

function callsOf({ turns }: SubSession, which: "all" | "without_helpers"): ModelCall[] {
  return turns.flatMap(({ events, helperCalls }) => [
    ...events.filter((event) => event.kind === "model_call"),
    ...(which === "all" ? helperCalls : []),
  ]);
}

/**
 * Added so that the latency of a short reply is not only waiting time.
 *
 * @see docs/scoring.md, "SSE".
 */
const TOKENS_OF_WAITING: Tokens = 50;

function medianMsPerToken(subSession: SubSession): number | null {
  const known = callsOf(subSession, "without_helpers").flatMap(({ result, durationMs, tokens }) =>
    result === "succeeded" && durationMs !== null && tokens.output !== null
      ? [durationMs / (tokens.output + TOKENS_OF_WAITING)]
      : [],
  );
  return medianOf(known);
}

function circumstancesOf(
  { turns }: SubSession,
  { calls }: Effort,
  { resets, edits, repairsVisible, options }: Findings,
): Circumstances {
  return {
    mayHaveWorked: mayHaveWorked(calls),
    interactive: turns.some((turn) => turn.interactive),
    textKnown: turns.some((turn) => turn.text !== null),
    awaitsJudgement: turns.some((turn) => isNonTrivial(turn) && awaitsJudgement(turn, options)),
    repairsVisible,
    windowKnown: resets.windowKnown,
    edits: edits.known,
    sharedKey: options.sharedKey,
  };
}

function awaitsJudgement({ prompt, text }: Turn, { intentOf }: MeasureOptions): boolean {
  return prompt !== null && text !== null && intentOf(prompt.id) === null;
}

function missingOf(
  values: Readonly<Partial<Record<Missable, number | null>>>,
  circumstances: Circumstances,
): SubSessionMeasure["missing"] {
  const missing: SubSessionMeasure["missing"] = {};
  for (const [name, value] of Object.entries(values) as [Missable, number | null][]) {
    if (value === null) missing[name] = reasonFor(name, circumstances);
  }
  return missing;
}
