/** Measures an assembled session and keeps the rows of its turns, sub-sessions, metrics and activity. */
import type { Database } from "../database/open.ts";
import { resolveDeveloper } from "../identity/developers/resolve.ts";
import { selectDeveloper } from "../identity/developers/table.ts";
import type { SessionFacts } from "../normaliser/table.ts";
import { findErrorStalls, hasTerminalError, usualLongestPause } from "../stalls/error-stall.ts";
import { saveCoverage, type SessionCoverage } from "../turns/coverage-table.ts";
import { factsSeen } from "../turns/facts-seen.ts";
import type { AssembledSession } from "../turns/session.ts";
import type { SubSession } from "../turns/sub-session.ts";
import { saveAssembled } from "../turns/table.ts";
import { DAY, type Milliseconds } from "../vocabulary/units.ts";
import { readPieces, type SessionActivity, saveActivity, type StoredStall } from "./activity-table.ts";
import { activePieces } from "./activity.ts";
import type { StoredSession } from "./assemble-stored.ts";
import { shippedBaselines } from "./baseline.ts";
import { measureSession, type SubSessionMeasure } from "./measure.ts";
import { type MetricsRow, saveMetrics } from "./table.ts";
import { SCORING_VERSION } from "./version.ts";

/** The version of the baselines that every organization begins with. */
const SHIPPED_VERSION = 0;
/** How far back a developer's pauses tell what is usual. */
const HABIT_MS: Milliseconds = 14 * DAY;

/**
 * Measures an assembled session and puts its rows in the place of those it had.
 *
 * Takes: a transaction. Gives: whose session it is and when they were active, for the flow of their other work.
 */
export async function saveMeasured(transaction: Database, stored: StoredSession): Promise<SessionActivity> {
  const { facts, assembled } = stored;
  const { organization, session } = facts;
  const owner = await ownerOf(transaction, facts);
  const measures = measureSession(assembled, {
    agent: facts.agent,
    baselinesFor: () => ({ version: SHIPPED_VERSION, baselines: shippedBaselines }),
    contextWindowOf: () => null,
    pesOf: () => null,
    intentOf: () => null,
    costOf: (call) => call.reportedCost,
    sharedKey: owner.sharedKey,
  });
  const repairs = new Set(measures.flatMap((measure) => measure.repairTurns));
  await saveAssembled(transaction, { organization, session, developer: owner.developer, assembled, repairs });
  await saveCoverage(transaction, [coverageOf(stored, owner)]);
  const rows = assembled.subSessions.map((one, index) =>
    rowOf({ one, measure: measures[index], facts, owner }),
  );
  await saveMetrics(transaction, { organization, session }, rows);
  const activity = await activityOf(transaction, stored, owner);
  await saveActivity(transaction, activity);
  return activity;
}

function coverageOf({ facts, assembled: { turns } }: StoredSession, { developer }: Owner): SessionCoverage {
  const { organization, session, agent, version } = facts;
  const startedAt = turns[0]?.startedAt ?? null;
  return { organization, session, developer, agent, version, startedAt, facts: factsSeen(turns) };
}

/** Whose session it is. */
interface Owner {
  developer: string;
  /** Whether the developer stands for a key that several people may share. */
  sharedKey: boolean;
}

async function ownerOf(transaction: Database, facts: SessionFacts): Promise<Owner> {
  const { organization: organizationId, key: keyId, identities } = facts;
  const userName = identities.find((identity) => identity.kind === "user.name")?.value ?? null;
  const developer = await resolveDeveloper(transaction, { organizationId, keyId, identities, userName });
  const found = await selectDeveloper(transaction, developer);
  return { developer, sharedKey: found?.source === "key" };
}

interface Measured {
  one: SubSession;
  measure: SubSessionMeasure | undefined;
  facts: SessionFacts;
  owner: Owner;
}

function rowOf({ one, measure, facts, owner }: Measured): MetricsRow {
  if (measure === undefined) throw new Error("BUG: a sub-session without a measure");
  const { m, qrReference } = shippedBaselines;
  return {
    sub_session: one.id,
    organization: facts.organization,
    session: facts.session,
    developer: owner.developer,
    agent: facts.agent,
    started_at: one.startedAt,
    ended_at: one.endedAt,
    state: one.state,
    scoreable: Number(one.scoreable),
    outcome: one.outcome,
    bucket: one.bucket,
    non_trivial_turns: one.nonTrivialTurns,
    m,
    qr_reference: qrReference,
    ...valuesOf(measure),
    scoring_version: SCORING_VERSION,
  };
}

function valuesOf(measure: SubSessionMeasure) {
  const { sse, pes, ie, crr, qr, tier, axes, raw, gated, actual, usual } = measure;
  return {
    sse,
    pes,
    ie,
    crr,
    fc: null,
    qr,
    tier,
    raw,
    axis_t: axes.t,
    axis_n: axes.n,
    axis_h: axes.h,
    gated_raw: gated,
    actual_tokens: actual.tokens,
    actual_turns: actual.turns,
    actual_human_seconds: actual.humanSeconds,
    usual_tokens: usual.tokens,
    usual_turns: usual.turns,
    usual_human_seconds: usual.humanSeconds,
    edits: measure.edits,
    retained: measure.retained,
    repair_turns: measure.repairTurns.length,
    repairs_visible: Number(measure.repairsVisible),
    good_resets: measure.goodResets,
    bad_resets: measure.badResets,
    median_ms_per_token: measure.medianMsPerToken,
    cost_micro_usd: measure.costMicroUsd,
    missing: JSON.stringify(measure.missing),
    baseline_version: measure.baselineVersion,
  };
}

async function activityOf(
  transaction: Database,
  { facts, assembled }: StoredSession,
  { developer, sharedKey }: Owner,
): Promise<SessionActivity> {
  const own = { organization: facts.organization, developer, session: facts.session };
  if (sharedKey) return { ...own, pieces: [], stalls: [] };
  const interactive = activePieces(assembled.subSessions).filter((piece) => piece.interactive);
  const pieces = interactive.map(({ subSessionId, start, end }) => ({
    subSession: subSessionId,
    start,
    end,
  }));
  return { ...own, pieces, stalls: await stallsOf(transaction, own, assembled) };
}

async function stallsOf(
  transaction: Database,
  { organization, developer }: { organization: string; developer: string },
  { turns }: AssembledSession,
): Promise<StoredStall[]> {
  const first = turns.at(0);
  if (first === undefined || !hasTerminalError(turns)) return [];
  const window = { organization, developer, from: first.startedAt - HABIT_MS, to: first.startedAt };
  const pieces = await readPieces(transaction, window);
  const gaps = pieces.slice(1).flatMap((piece, index) => {
    const before = pieces[index];
    return before !== undefined && before.session === piece.session
      ? [Math.max(0, piece.start - before.end)]
      : [];
  });
  return findErrorStalls(turns, usualLongestPause(gaps));
}
