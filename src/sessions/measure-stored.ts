/** Computes the metrics of assembled sessions from their owners, baselines and judged prompts. */
import type { Database } from "../database/open.ts";
import { agentWindowOf } from "../prices/agent-windows.ts";
import { contextWindowOf, type PriceTable } from "../prices/price-table.ts";
import type { Agent } from "../normaliser/dialects/agents.ts";
import { readPromptMarks } from "../rubric/prompts/read-marks.ts";
import { type MarkedPrompt, promptEfficiency } from "../rubric/prompts/marked-prompts.ts";
import { promptsOf, type SessionPrompt } from "../rubric/prompts/session-prompts.ts";
import type { ContextWindowOf } from "../metrics/resets/context-fill.ts";
import { assembleStored, type StoredSession } from "./assemble-stored.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { Effort } from "./effort.ts";
import {
  type ChangedNeighbour,
  type ClassifiedSessions,
  classifyPeople,
} from "./classified/classify-people.ts";
import { traceOf } from "./classified/trace.ts";
import type { AccountPlace } from "../metrics/accounts/accounts-table.ts";
import type { StoredTurn } from "../metrics/accounts/stored-turns.ts";
import type { JudgedIntent } from "../metrics/iteration/repairs.ts";
import type { KnownTurn } from "../metrics/kinds/known-turn.ts";
import { writeKnown } from "../metrics/kinds/known-lines.ts";
import { readTurns } from "../metrics/kinds/read-turns.ts";
import { overlapFinder } from "../vocabulary/times.ts";
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
  checkpoints: Checkpoints;
  /** Called for each key that names too many people, as `Owners` describes. */
  reportCrowded?: (keyId: string) => void;
}

/** A measured session. */
export interface MeasuredSession extends StoredSession {
  owner: Owner;
  prompts: readonly MarkedPrompt[];
  measures: readonly SubSessionMeasure[];
  /** Whose turns its own are looked at together with. */
  person: string;
  known: readonly KnownTurn[];
  /** What is known of each, as it is stored. */
  lines: readonly string[];
}

/** Sessions that were measured, and others' sub-sessions whose turns are different now. */
export interface MeasuredSessions {
  measured: MeasuredSession[];
  neighbours: ChangedNeighbour[];
  /** Where the sessions' accounts are stored now. */
  accountsBefore: AccountPlace[];
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
): Promise<MeasuredSessions> {
  const owners = new Owners(transaction, knowledge.now);
  const all: MeasuredSessions = { measured: [], neighbours: [], accountsBefore: [] };
  for (const [organization, ownSessions] of Map.groupBy(sessions, ({ facts }) => facts.organization)) {
    const reading: Reading = { transaction, organization, knowledge, owners };
    const { known, classified } = await classifyOwn(ownSessions, reading);
    const baselines = await baselinesFor(transaction, organization);
    for (const session of known) {
      const turns = classified.turns.get(session.facts.session) ?? new Map<number, StoredTurn>();
      const measures = measureOne(session, { ...knowledge, baselines, turns });
      all.measured.push({ ...session, measures });
    }
    all.neighbours.push(...classified.neighbours);
    all.accountsBefore.push(...classified.before);
  }
  for (const keyId of owners.crowded) knowledge.reportCrowded?.(keyId);
  return all;
}

/** Where sessions are read from. */
interface Reading {
  transaction: Database;
  organization: string;
  knowledge: Knowledge;
  owners: Owners;
}

async function classifyOwn(
  sessions: readonly StoredSession[],
  reading: Reading,
): Promise<{ known: KnownSession[]; classified: ClassifiedSessions }> {
  const { transaction, organization, knowledge } = reading;
  const known = await readKnown(sessions, reading);
  const readAgain = async (names: readonly SessionName[]): Promise<KnownTurn[]> => {
    const places = names.map((session) => ({ organization, session }));
    const { now, checkpoints } = knowledge;
    const assembling = { now, effort: new Effort(), checkpoints };
    const stored = await assembleStored(transaction, places, assembling);
    return (await readKnown(stored, reading)).flatMap((session) => session.known);
  };
  const named = known.map(({ facts, person, known: turns, lines }) => {
    return { session: facts.session, person, known: turns, lines };
  });
  const holeBetween = overlapFinder(knowledge.outages);
  const parts = { transaction, organization, holeBetween, readAgain };
  return { known, classified: await classifyPeople(named, parts) };
}

type KnownSession = Omit<MeasuredSession, "measures">;

/** Finds whose sessions are, and what they know of their turns. */
async function readKnown(
  sessions: readonly StoredSession[],
  { transaction, organization, knowledge, owners }: Reading,
): Promise<KnownSession[]> {
  const owned: OwnedSession[] = [];
  for (const stored of sessions) owned.push({ ...stored, owner: await owners.of(stored.facts) });
  const marked = await readPromptMarks(transaction, organization, promptsBySession(owned));
  const trace = await traceOf(transaction, organization);
  return owned.map((session) => {
    const { facts, assembled, owner } = session;
    const prompts = marked.get(facts.session) ?? [];
    const known = readTurns(assembled, {
      session: facts.session,
      agent: facts.agent,
      intentOf: intentOf(prompts),
      outages: knowledge.outages,
      trace,
    });
    const person = owner.sharedKey ? `${owner.developer} ${facts.session}` : owner.developer;
    return { ...session, prompts, known, lines: known.map(writeKnown), person };
  });
}

type OwnedSession = StoredSession & { owner: Owner };

function promptsBySession(sessions: readonly StoredSession[]): Map<SessionName, SessionPrompt[]> {
  return new Map(sessions.map(({ facts, assembled }) => [facts.session, promptsOf(assembled)]));
}

function intentOf(prompts: readonly MarkedPrompt[]): JudgedIntent {
  const intents = new Map(prompts.map(({ id, marks }) => [id, marks?.intent ?? null]));
  return (promptEventId) => intents.get(promptEventId) ?? null;
}

interface Known extends Knowledge {
  baselines: BaselinesAt;
  turns: ReadonlyMap<number, StoredTurn>;
}

function measureOne(
  { facts, assembled, owner, prompts }: KnownSession,
  { baselines, turns, prices }: Known,
): SubSessionMeasure[] {
  const bySubSession = Map.groupBy(prompts, ({ subSession }) => subSession);
  const options: MeasureOptions = {
    agent: facts.agent,
    baselinesFor: baselines,
    contextWindowOf: contextWindowsOf(facts.agent, prices),
    pesOf: (subSession) => promptEfficiency(bySubSession.get(subSession.id) ?? [], subSession.id),
    intentOf: intentOf(prompts),
    costOf: (call) => spentOn(prices, call),
    sharedKey: owner.sharedKey,
    classified: turns,
  };
  return measureSession(assembled, options);
}

/** Returns the context windows of models as the agent uses them. */
function contextWindowsOf(agent: Agent, prices: PriceTable): ContextWindowOf {
  return (model) => agentWindowOf(agent, model) ?? contextWindowOf(prices, model);
}
