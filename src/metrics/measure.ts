/** From an assembled session to the metrics of each of its sub-sessions. */
import { medianOf } from "../turns/latency/percentiles.ts";
import type { ModelCall } from "../normaliser/event.ts";
import type { AssembledSession } from "../turns/session.ts";
import type { SubSession } from "../turns/sub-session.ts";
import { isNonTrivial, type Turn } from "../turns/turn.ts";
import { haveSameItems, perObject } from "../vocabulary/sharing/per-object.ts";
import { sum } from "../turns/totals.ts";
import type { Agent } from "../normaliser/dialects/agents.ts";
import type { Instant, MicroUsd, Score, Tokens } from "../vocabulary/units.ts";
import { type Account, accountFor } from "./accounts/account.ts";
import { countIterations } from "./accounts/iterations.ts";
import type { StoredTurn } from "./accounts/stored-turns.ts";
import type { BaselineVersion } from "./baselines/baseline-versions.ts";
import type { ContextWindowOf } from "./resets/context-fill.ts";
import { addEditCounts, countEdits, type EditCount, type RetentionTier } from "./retention/edits.ts";
import { eachMeasured, type Measurable, type MeasuredMetric, type Missable, reasonFor } from "./metrics.ts";
import type { Circumstances, MissingReason } from "./missing.ts";
import { areRepairsVisible, type JudgedIntent } from "./iteration/repairs.ts";
import { countResets, type Resets } from "./resets/resets.ts";

/** What the computation needs in addition to the session itself. */
export interface MeasureOptions {
  agent: Agent;
  /** The baselines in force when a sub-session started. */
  baselinesFor: (startedAt: Instant) => BaselineVersion;
  contextWindowOf: ContextWindowOf;
  /** The mean rubric score of a sub-session's prompts; null when none was scored. */
  pesOf: (subSession: SubSession) => Score | null;
  intentOf: JudgedIntent;
  /** What a call cost; null when nobody can know. */
  costOf: (call: ModelCall) => MicroUsd | null;
  /** Whether the developer is a shared key. */
  sharedKey: boolean;
  /** The session's turns by their index, classified among all of the developer's. */
  classified: ReadonlyMap<number, StoredTurn>;
}

/** One sub-session's metrics and what they were computed from; null is "not enough evidence". */
export interface SubSessionMeasure extends Readonly<Record<MeasuredMetric, Score | null>> {
  subSessionId: string;
  baselineVersion: BaselineVersion;
  account: Account;
  /** Its turns as they are stored. */
  turns: readonly StoredTurn[];
  tier: RetentionTier | null;
  edits: number;
  retained: number;
  /** Lines of these edits, as far as the agent reports them. */
  lines: number;
  keptLines: number;
  repairTurns: number;
  /** Its non-trivial turns that changed something or repaired. */
  countedTurns: number;
  repairsVisible: boolean;
  mayHaveWorked: boolean;
  /** Whether a person wrote one of its prompts. */
  interactive: boolean;
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
  const { classified } = options;
  const repairs = new Set([...classified].flatMap(([index, { repair }]) => (repair ? [index] : [])));
  const resets = countResets(subSessions, options.contextWindowOf);
  const edits = countEdits(turns, repairs);
  return subSessions.map((subSession, position) => {
    const ownTurns = subSession.turns.map((turn) => turn.index);
    return measure(subSession, {
      turns: ownTurns.map((index) => classified.get(index)).filter((turn) => turn !== undefined),
      repairsVisible: areRepairsVisible(subSession.turns, options.intentOf),
      resets: resets[position] ?? NO_RESETS,
      edits: addEditCounts(ownTurns.map((index) => edits.get(index)).filter((count) => count !== undefined)),
      options,
    });
  });
}

const NO_RESETS: Resets = { chances: 0, good: 0, bad: 0, windowKnown: false };

/** What the whole session, and the developer's others, say about one of its sub-sessions. */
interface Findings {
  turns: readonly StoredTurn[];
  repairsVisible: boolean;
  resets: Resets;
  edits: EditCount;
  options: MeasureOptions;
}

/** What a measure depends on in addition to its sub-session and its turns. */
interface Inputs extends Omit<Findings, "turns" | "options"> {
  agent: Agent;
  sharedKey: boolean;
  baselineVersion: BaselineVersion;
  promptScore: Score | null;
  costMicroUsd: MicroUsd | null;
  awaitsJudgement: boolean;
}

interface Measured {
  inputs: Inputs;
  measure: SubSessionMeasure;
}

/** A sub-session that did not change, and of which the same was found, has the same measure. */
const known = new WeakMap<SubSession, Measured>();

function measure(subSession: SubSession, { turns, options, ...found }: Findings): SubSessionMeasure {
  const inputs = {
    ...found,
    agent: options.agent,
    sharedKey: options.sharedKey,
    baselineVersion: options.baselinesFor(subSession.startedAt),
    promptScore: options.pesOf(subSession),
    costMicroUsd: sum(callsOf(subSession, "all").map(options.costOf)),
    awaitsJudgement: subSession.turns.some((turn) => isNonTrivial(turn) && awaitsJudgement(turn, options)),
  };
  const before = known.get(subSession);
  const isKnown =
    before !== undefined &&
    haveSameItems(before.measure.turns, turns) &&
    Bun.deepEquals(before.inputs, inputs, true);
  if (isKnown) return before.measure;
  const measured = measureAnew(subSession, turns, inputs);
  known.set(subSession, { inputs, measure: measured });
  return measured;
}

function measureAnew(
  subSession: SubSession,
  turns: readonly StoredTurn[],
  inputs: Inputs,
): SubSessionMeasure {
  const { agent, edits, resets, repairsVisible, promptScore, baselineVersion, costMicroUsd } = inputs;
  const { baselines } = baselineVersion;
  const mayHaveWorked = subSession.turns.some((turn) => turn.calls + turn.unknownCalls > 0);
  const account = accountFor({ agent, outcome: subSession.outcome, mayHaveWorked, turns }, baselines);
  const iterations = { ...countIterations(turns), repairsVisible, mayHaveWorked };
  const work: Measurable = { account, iterations, resets, edits, promptScore, baselines };
  const scores = eachMeasured(({ scoreOf }) => scoreOf(work));
  const circumstances = circumstancesOf(subSession, turns, { ...inputs, mayHaveWorked });
  const humanTime = account.took.h === 0 ? null : account.took.h;
  return {
    subSessionId: subSession.id,
    baselineVersion,
    account,
    turns,
    ...scores,
    tier: edits.tier,
    edits: edits.edits,
    retained: edits.retained,
    lines: edits.lines,
    keptLines: edits.keptLines,
    ...iterations,
    interactive: circumstances.interactive,
    goodResets: resets.good,
    badResets: resets.bad,
    medianMsPerToken: medianMsPerToken(subSession),
    costMicroUsd,
    missing: missingOf({ ...scores, humanTime }, circumstances),
  };
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

const medianMsPerToken = perObject((subSession: SubSession): number | null => {
  const known = callsOf(subSession, "without_helpers").flatMap(({ result, durationMs, tokens }) =>
    result === "succeeded" && durationMs !== null && tokens.output !== null
      ? [durationMs / (tokens.output + TOKENS_OF_WAITING)]
      : [],
  );
  return medianOf(known);
});

function circumstancesOf(
  subSession: SubSession,
  turns: readonly StoredTurn[],
  inputs: Inputs & Pick<Circumstances, "mayHaveWorked">,
): Circumstances {
  const { mayHaveWorked, awaitsJudgement, repairsVisible, resets, edits, sharedKey } = inputs;
  return {
    mayHaveWorked,
    interactive: subSession.turns.some((turn) => turn.interactive),
    pauses: hasOnlyPauses(turns),
    textKnown: subSession.turns.some((turn) => turn.text !== null),
    awaitsJudgement,
    repairsVisible,
    windowKnown: resets.windowKnown,
    edits: edits.known,
    sharedKey,
  };
}

function awaitsJudgement({ prompt, text }: Turn, { intentOf }: MeasureOptions): boolean {
  return prompt !== null && text !== null && intentOf(prompt.id) === null;
}

/** Whether all of its gaps were pauses. */
export function hasOnlyPauses(turns: readonly StoredTurn[]): boolean {
  return (
    turns.some(({ pauseSeconds }) => pauseSeconds !== null) &&
    turns.every(({ gapSeconds }) => gapSeconds === null)
  );
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
