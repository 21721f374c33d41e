/** Computes the metrics of assembled sessions from their owners, baselines and judged prompts. */
import type { Database } from "../database/open.ts";
import { agentWindowOf } from "../prices/agent-windows.ts";
import { contextWindowOf, type PriceTable } from "../prices/price-table.ts";
import type { Agent } from "../normaliser/dialects/agents.ts";
import { readPromptMarks } from "../rubric/prompts/read-marks.ts";
import { type MarkedPrompt, promptEfficiency } from "../rubric/prompts/marked-prompts.ts";
import { promptsOf, type SessionPrompt } from "../rubric/prompts/session-prompts.ts";
import type { ContextWindowOf } from "../metrics/resets/context-fill.ts";
import type { StoredSession } from "./assemble-stored.ts";
import type { BaselinesAt } from "../metrics/baselines/baseline-versions.ts";
import { baselinesFor } from "../metrics/baselines/baselines-in-force.ts";
import { type MeasureOptions, measureSession, type SubSessionMeasure } from "../metrics/measure.ts";
import { type Owner, Owners } from "./owners.ts";
import { spentOn } from "../spend/spend.ts";
import type { Instant } from "../vocabulary/units.ts";
import type { Span } from "../metrics/flow/stretches.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

/** What the computation needs that no session contains. */
export interface Knowledge {
  prices: PriceTable;
  /** When they are computed. */
  now: Instant;
  /** Times when telemetry could not arrive. */
  outages: readonly Span[];
  /** Called for each key that names too many people, as `Owners` describes. */
  reportCrowded?: (keyId: string) => void;
}

/** A measured session. */
export interface MeasuredSession extends StoredSession {
  owner: Owner;
  prompts: readonly MarkedPrompt[];
  measures: readonly SubSessionMeasure[];
}

/**
 * Computes the metrics of assembled sessions.
 *
 * @param transaction - A transaction in which no session changes its owner.
 */
export async function measureStored(
  transaction: Database,
  sessions: readonly StoredSession[],
  knowledge: Knowledge,
): Promise<MeasuredSession[]> {
  const owners = new Owners(transaction, knowledge.now);
  const measured: MeasuredSession[] = [];
  for (const [organization, ownSessions] of Map.groupBy(sessions, ({ facts }) => facts.organization)) {
    const baselines = await baselinesFor(transaction, organization);
    const owned: OwnedSession[] = [];
    for (const stored of ownSessions) owned.push({ ...stored, owner: await owners.of(stored.facts) });
    const marked = await readPromptMarks(transaction, organization, promptsBySession(owned));
    for (const session of owned) {
      const prompts = marked.get(session.facts.session) ?? [];
      const measures = measureOne(session, { ...knowledge, baselines, prompts });
      measured.push({ ...session, prompts, measures });
    }
  }
  for (const keyId of owners.crowded) knowledge.reportCrowded?.(keyId);
  return measured;
}

type OwnedSession = StoredSession & { owner: Owner };

function promptsBySession(sessions: readonly StoredSession[]): Map<SessionName, SessionPrompt[]> {
  return new Map(sessions.map(({ facts, assembled }) => [facts.session, promptsOf(assembled)]));
}

interface Known extends Knowledge {
  baselines: BaselinesAt;
  prompts: readonly MarkedPrompt[];
}

function measureOne(
  { facts, assembled, owner }: OwnedSession,
  { baselines, prompts, prices, outages }: Known,
): SubSessionMeasure[] {
  const intents = new Map(prompts.map(({ id, marks }) => [id, marks?.intent ?? null]));
  const bySubSession = Map.groupBy(prompts, ({ subSession }) => subSession);
  const options: MeasureOptions = {
    agent: facts.agent,
    baselinesFor: baselines,
    contextWindowOf: contextWindowsOf(facts.agent, prices),
    pesOf: (subSession) => promptEfficiency(bySubSession.get(subSession.id) ?? [], subSession.id),
    intentOf: (promptEventId) => intents.get(promptEventId) ?? null,
    costOf: (call) => spentOn(prices, call),
    sharedKey: owner.sharedKey,
    outages,
  };
  return measureSession(assembled, options);
}

/** Returns the context windows of models as the agent uses them. */
function contextWindowsOf(agent: Agent, prices: PriceTable): ContextWindowOf {
  return (model) => agentWindowOf(agent, model) ?? contextWindowOf(prices, model);
}
