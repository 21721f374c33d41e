/** Measures assembled sessions and keeps the rows of their turns, prompts, sub-sessions, metrics and activity. */
import type { Database } from "../database/open.ts";
import { agentWindowOf } from "../prices/agent-windows.ts";
import { contextWindowOf, type PriceTable } from "../prices/price-table.ts";
import type { Score } from "../vocabulary/units.ts";
import { saveCoverage, type SessionCoverage } from "../turns/coverage/coverage-table.ts";
import { factsSeen } from "../turns/coverage/facts-seen.ts";
import { saveAssembled } from "../turns/table.ts";
import { readPromptMarks } from "../rubric/prompts/read-marks.ts";
import { type MarkedPrompt, promptEfficiency } from "../rubric/prompts/marked-prompts.ts";
import { savePrompts } from "../rubric/prompts/prompts-table.ts";
import { promptsOf } from "../rubric/prompts/session-prompts.ts";
import { type SessionActivity, saveActivity } from "../metrics/flow/activity-table.ts";
import { activityOf } from "../metrics/flow/activity.ts";
import type { StoredSession } from "./assemble-stored.ts";
import type { BaselinesAt } from "../metrics/baselines/baseline-versions.ts";
import { baselinesFor } from "../metrics/baselines/baselines-in-force.ts";
import { measureSession, type SubSessionMeasure } from "../metrics/measure.ts";
import { metricsRow } from "../metrics/metrics-row.ts";
import { type Owner, Owners } from "./owners.ts";
import { spendByModel, spentOn } from "../spend/spend.ts";
import { saveSpend, type SessionSpend } from "../spend/spend-table.ts";
import type { Span } from "../metrics/flow/stretches.ts";
import type { MetricsRow } from "../metrics/columns-table.ts";
import { readFlows, saveMetrics } from "../metrics/table.ts";

/** What measuring needs to know that no session tells. */
export interface Knowledge {
  prices: PriceTable;
  /** Times in which telemetry could not arrive. */
  outages: readonly Span[];
}

/** A session with its numbers, and whose it is. */
interface MeasuredSession extends StoredSession {
  owner: Owner;
  prompts: readonly MarkedPrompt[];
  measures: SubSessionMeasure[];
}

/**
 * Measures assembled sessions and puts their rows in the place of those they had.
 *
 * Takes: a transaction. Gives: whose they are and when they were active, for the flow of their other work.
 */
export async function saveMeasured(
  transaction: Database,
  sessions: readonly StoredSession[],
  knowledge: Knowledge,
): Promise<SessionActivity[]> {
  const { prices } = knowledge;
  const measured = await measureAll(transaction, sessions, knowledge);
  const activities = measured.map(sessionActivity);
  const flows = await flowsUntilRefreshed(transaction, activities);
  const rows = measured.map(rowsOf);
  await saveAssembled(transaction, rows);
  await savePrompts(transaction, rows);
  await saveCoverage(transaction, measured.map(coverageOf));
  await saveMetrics(
    transaction,
    sessions.map(({ facts }) => facts),
    measured.flatMap((session) => metricsOf(session, flows)),
  );
  await saveSpend(
    transaction,
    measured.map((session) => spendOf(session, prices)),
  );
  await saveActivity(transaction, activities);
  return activities;
}

/** What was known of the flow of sub-sessions on which somebody worked: mostly it is what it will be. */
async function flowsUntilRefreshed(
  transaction: Database,
  activities: readonly SessionActivity[],
): Promise<FlowsKnown> {
  const stored = await readFlows(transaction, activities);
  const active = activities.flatMap(({ pieces }) => pieces.map(({ subSession }) => subSession));
  return new Map(active.map((subSession) => [subSession, stored.get(subSession) ?? null]));
}

type FlowsKnown = ReadonlyMap<string, Score | null>;

async function measureAll(
  transaction: Database,
  sessions: readonly StoredSession[],
  knowledge: Knowledge,
): Promise<MeasuredSession[]> {
  const owners = new Owners(transaction);
  const measured: MeasuredSession[] = [];
  for (const [organization, ownSessions] of Map.groupBy(sessions, ({ facts }) => facts.organization)) {
    const baselines = await baselinesFor(transaction, organization);
    const promptsBySession = new Map(
      ownSessions.map(({ facts, assembled }) => [facts.session, promptsOf(assembled)]),
    );
    const marked = await readPromptMarks(transaction, organization, promptsBySession);
    for (const stored of ownSessions) {
      const owner = await owners.of(stored.facts);
      const prompts = marked.get(stored.facts.session) ?? [];
      const known = { ...knowledge, baselines, prompts };
      measured.push({ ...stored, owner, prompts, measures: measureOne(stored, owner, known) });
    }
  }
  return measured;
}

function measureOne(
  { facts, assembled }: StoredSession,
  { sharedKey }: Owner,
  {
    baselines,
    prompts,
    prices,
    outages,
  }: Knowledge & Pick<MeasuredSession, "prompts"> & { baselines: BaselinesAt },
): SubSessionMeasure[] {
  const intents = new Map(prompts.map(({ id, marks }) => [id, marks?.intent ?? null]));
  return measureSession(assembled, {
    agent: facts.agent,
    baselinesFor: baselines,
    contextWindowOf: (model) => agentWindowOf(facts.agent, model) ?? contextWindowOf(prices, model),
    pesOf: (subSession) => promptEfficiency(prompts, subSession.id),
    intentOf: (promptEventId) => intents.get(promptEventId) ?? null,
    costOf: (call) => spentOn(prices, call),
    sharedKey,
    outages,
  });
}

function rowsOf({ facts, assembled, owner, prompts, measures }: MeasuredSession) {
  const { organization, session } = facts;
  const repairs = new Set(measures.flatMap((measure) => measure.repairTurns));
  return { organization, session, developer: owner.developer, assembled, prompts, repairs };
}

function coverageOf({ facts, assembled: { turns }, owner }: MeasuredSession): SessionCoverage {
  const { organization, session, agent, version } = facts;
  const startedAt = turns[0]?.startedAt ?? null;
  return {
    organization,
    session,
    developer: owner.developer,
    agent,
    version,
    startedAt,
    facts: factsSeen(turns),
  };
}

function spendOf({ facts, assembled: { turns }, owner }: MeasuredSession, prices: PriceTable): SessionSpend {
  const { organization, session } = facts;
  const startedAt = turns[0]?.startedAt ?? null;
  return {
    organization,
    session,
    developer: owner.developer,
    startedAt,
    models: spendByModel(turns, prices),
  };
}

function metricsOf({ facts, assembled, owner, measures }: MeasuredSession, flows: FlowsKnown): MetricsRow[] {
  return assembled.subSessions.map((subSession, index) => {
    const measure = measures[index];
    if (measure === undefined) throw new Error("BUG: a sub-session without a measure");
    return metricsRow({
      subSession,
      measure,
      facts,
      developer: owner.developer,
      fc: flows.get(subSession.id) ?? null,
    });
  });
}

/** Pieces of a key that several people may share make nobody's flow. */
function sessionActivity({ facts, assembled, owner }: MeasuredSession): SessionActivity {
  const { organization, session } = facts;
  const activity = owner.sharedKey ? { pieces: [], waits: [] } : activityOf(session, assembled);
  return { organization, developer: owner.developer, session, ...activity };
}
