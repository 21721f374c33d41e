/** Measures assembled sessions and keeps the rows of their turns, prompts, sub-sessions, metrics and activity. */
import type { Database } from "../database/open.ts";
import { agentWindowOf } from "../prices/agent-windows.ts";
import { contextWindowOf, type PriceTable } from "../prices/price-table.ts";
import type { Milliseconds, Score } from "../vocabulary/units.ts";
import type { Agent } from "../normaliser/dialects/agents.ts";
import { saveCoverage, type SessionCoverage } from "../turns/coverage/coverage-table.ts";
import { factsSeen } from "../turns/coverage/facts-seen.ts";
import { gatherCallHours } from "../turns/latency/call-hours.ts";
import { saveAssembled, type SessionRows } from "../turns/table.ts";
import { readPromptMarks } from "../rubric/prompts/read-marks.ts";
import { type MarkedPrompt, promptEfficiency } from "../rubric/prompts/marked-prompts.ts";
import { readJudged, savePrompts, type SessionPromptRows } from "../rubric/prompts/prompts-table.ts";
import { promptsOf, type SessionPrompt } from "../rubric/prompts/session-prompts.ts";
import { type PieceRow, type SessionActivity, saveActivity } from "../metrics/flow/activity-table.ts";
import { activityOf } from "../metrics/flow/activity.ts";
import type { ContextWindowOf } from "../metrics/resets/context-fill.ts";
import type { StoredSession } from "./assemble-stored.ts";
import { noteClosings } from "./closings-table.ts";
import type { MeasuredEnd } from "./cuts/measured-end.ts";
import type { BaselinesAt } from "../metrics/baselines/baseline-versions.ts";
import { baselinesFor } from "../metrics/baselines/baselines-in-force.ts";
import { type MeasureOptions, measureSession, type SubSessionMeasure } from "../metrics/measure.ts";
import { metricsRow } from "../metrics/metrics-row.ts";
import { Owners } from "./owners.ts";
import { spendByModel, spentOn } from "../spend/spend.ts";
import { saveSpend, type SessionSpend } from "../spend/spend-table.ts";
import { usageOf } from "../spend/usage/usage.ts";
import { type OwnedUsage, saveUsage } from "../spend/usage/usage-table.ts";
import type { Span } from "../metrics/flow/stretches.ts";
import type { MetricsRow } from "../metrics/columns-table.ts";
import { readFlows, saveMetrics } from "../metrics/table.ts";

/** What measuring needs to know that no session tells. */
export interface Knowledge {
  prices: PriceTable;
  /** When they are measured. */
  now: Milliseconds;
  /** Times in which telemetry could not arrive. */
  outages: readonly Span[];
  /** Puts a session together whole, where only its end was and that does not do. */
  assembleWhole: (database: Database, session: StoredSession) => Promise<StoredSession>;
}

/** What was saved, and where activity was added and taken away, for the flow of the developers' other work. */
export interface Saved {
  measured: MeasuredEnd[];
  activities: SessionActivity[];
  removed: PieceRow[];
}

/**
 * Measures assembled sessions and puts their rows in the place of those they had.
 *
 * Takes: a transaction.
 */
export async function saveMeasured(
  transaction: Database,
  sessions: readonly StoredSession[],
  knowledge: Knowledge,
): Promise<Saved> {
  const { prices } = knowledge;
  const measured = await measureAll(transaction, sessions, knowledge);
  const activities = measured.map(sessionActivity);
  const flows = await flowsUntilRefreshed(transaction, activities);
  const rows = measured.map(rowsOf);
  await saveAssembled(transaction, rows);
  await savePrompts(transaction, rows);
  await saveCoverage(transaction, measured.map(coverageOf));
  const changed = await saveMetrics(
    transaction,
    measured.map(nameOf),
    measured.flatMap((session) => metricsOf(session, flows)),
  );
  await noteClosings(transaction, changed, knowledge.now);
  await saveSpend(
    transaction,
    measured.map((session) => spendOf(session, prices)),
  );
  await saveUsage(
    transaction,
    measured.map(nameOf),
    measured.flatMap((session) => usageIn(session, prices)),
  );
  const removed = await saveActivity(transaction, activities);
  return { measured, activities, removed };
}

/** What was known of the flow of sub-sessions on which somebody worked: mostly it is what it will be. */
async function flowsUntilRefreshed(
  transaction: Database,
  activities: readonly SessionActivity[],
): Promise<FlowsKnown> {
  const active = new Set(activities.flatMap(({ pieces }) => pieces.map(({ subSession }) => subSession)));
  const stored = await readFlows(transaction, [...active]);
  return new Map([...active].map((subSession) => [subSession, stored.get(subSession) ?? null]));
}

type FlowsKnown = ReadonlyMap<string, Score | null>;

async function measureAll(
  transaction: Database,
  sessions: readonly StoredSession[],
  knowledge: Knowledge,
): Promise<MeasuredEnd[]> {
  const owners = new Owners(transaction);
  const measured: MeasuredEnd[] = [];
  for (const [organization, ownSessions] of Map.groupBy(sessions, ({ facts }) => facts.organization)) {
    const baselines = await baselinesFor(transaction, organization);
    const baselineVersion = baselines(Number.MAX_SAFE_INTEGER).version;
    const owned: OwnedSession[] = [];
    for (const stored of ownSessions) {
      const owner = await owners.of(stored.facts);
      const fits = await holdsFor(transaction, stored, { owner, baselineVersion });
      const fitting = fits ? stored : await knowledge.assembleWhole(transaction, stored);
      owned.push({ ...fitting, owner, baselineVersion });
    }
    const marked = await readPromptMarks(transaction, organization, promptsBySession(owned));
    for (const session of owned) {
      const prompts = marked.get(session.facts.session) ?? [];
      const measures = measureOne(session, { ...knowledge, baselines, prompts });
      measured.push({ ...session, prompts, measures });
    }
  }
  return measured;
}

type OwnedSession = StoredSession & Pick<MeasuredEnd, "owner" | "baselineVersion">;

/** Whether what was before a cut is still this owner's, and measured by the newest baselines and judgements. */
async function holdsFor(
  transaction: Database,
  { facts, before }: StoredSession,
  { owner, baselineVersion }: Pick<MeasuredEnd, "owner" | "baselineVersion">,
): Promise<boolean> {
  if (before === null) return true;
  const { circumstances: known, session } = before;
  if (!Bun.deepEquals(known.owner, owner) || known.baselineVersion !== baselineVersion) return false;
  return Bun.deepEquals(known.judged, await readJudged(transaction, facts, session.nextTurn));
}

function promptsBySession(sessions: readonly StoredSession[]): Map<string, SessionPrompt[]> {
  return new Map(
    sessions.map(({ facts, assembled, before }) => [
      facts.session,
      promptsOf(assembled, before?.earlierPrompts),
    ]),
  );
}

interface Known extends Knowledge {
  baselines: BaselinesAt;
  prompts: readonly MarkedPrompt[];
}

function measureOne(
  { facts, assembled, before, owner }: OwnedSession,
  { baselines, prompts, prices, outages }: Known,
): SubSessionMeasure[] {
  const intents = new Map(prompts.map(({ id, marks }) => [id, marks?.intent ?? null]));
  const bySubSession = Map.groupBy(prompts, ({ subSession }) => subSession);
  const options: MeasureOptions = {
    agent: facts.agent,
    baselinesFor: baselines,
    contextWindowOf: windowsOf(facts.agent, prices),
    pesOf: (subSession) => promptEfficiency(bySubSession.get(subSession.id) ?? [], subSession.id),
    intentOf: (promptEventId) => intents.get(promptEventId) ?? null,
    costOf: (call) => spentOn(prices, call),
    sharedKey: owner.sharedKey,
    outages,
  };
  return measureSession(assembled, options, before?.measured);
}

/** Gives: the context windows of models as the agent uses them. */
export function windowsOf(agent: Agent, prices: PriceTable): ContextWindowOf {
  return (model) => agentWindowOf(agent, model) ?? contextWindowOf(prices, model);
}

/** Whose rows are saved, and from when on. */
function nameOf({ facts, owner, before }: MeasuredEnd) {
  const { organization, session } = facts;
  const { developer } = owner;
  return {
    organization,
    session,
    developer,
    since: before === null ? null : { developer, at: before.prompt.at },
  };
}

function rowsOf(measured: MeasuredEnd): SessionRows & SessionPromptRows {
  const { assembled, prompts, measures, before } = measured;
  const repairs = new Set(measures.flatMap((measure) => measure.repairTurns));
  const hours = gatherCallHours(assembled.turns, before?.sums.hours);
  return { ...nameOf(measured), assembled, prompts, repairs, hours };
}

function coverageOf({ facts, assembled: { turns }, owner, before }: MeasuredEnd): SessionCoverage {
  const { organization, session, agent, version } = facts;
  const startedAt = before?.sums.startedAt ?? turns[0]?.startedAt ?? null;
  return {
    organization,
    session,
    developer: owner.developer,
    agent,
    version,
    startedAt,
    facts: factsSeen(turns).union(before?.sums.facts ?? new Set()),
  };
}

function spendOf(
  { facts, assembled: { turns }, owner, before }: MeasuredEnd,
  prices: PriceTable,
): SessionSpend {
  const { organization, session } = facts;
  const startedAt = before?.sums.startedAt ?? turns[0]?.startedAt ?? null;
  return {
    organization,
    session,
    developer: owner.developer,
    startedAt,
    models: spendByModel(turns, prices, before?.sums.models),
  };
}

function usageIn(
  { facts, assembled, owner, measures, prompts }: MeasuredEnd,
  prices: PriceTable,
): OwnedUsage[] {
  const { organization, session, agent } = facts;
  const { developer } = owner;
  const repairs = new Map(
    measures.map(({ subSessionId, repairTurns }) => [subSessionId, repairTurns.length]),
  );
  const bySubSession = Map.groupBy(prompts, ({ subSession }) => subSession);
  return assembled.subSessions.map((subSession) => {
    const { id, startedAt } = subSession;
    const judged = bySubSession.get(id)?.find(({ marks }) => marks !== null);
    const intent = judged?.marks?.intent ?? null;
    const usage = usageOf(subSession, { agent, intent, repairs: repairs.get(id) ?? 0, prices });
    return { organization, session, developer, subSession: id, startedAt, usage };
  });
}

function metricsOf({ facts, assembled, owner, measures }: MeasuredEnd, flows: FlowsKnown): MetricsRow[] {
  return assembled.subSessions.map((subSession, index) => {
    const measure = measures[index];
    if (measure === undefined) throw new Error("BUG: a sub-session without a measure");
    const { developer } = owner;
    return metricsRow({ subSession, measure, facts, developer, fc: flows.get(subSession.id) ?? null });
  });
}

/** Pieces of a key that several people may share make nobody's flow. */
function sessionActivity(measured: MeasuredEnd): SessionActivity {
  const { facts, assembled, owner } = measured;
  const activity = owner.sharedKey ? { pieces: [], waits: [] } : activityOf(facts.session, assembled);
  return { ...nameOf(measured), ...activity };
}
