/** Everything that is stored of computed sessions, as plain rows. */
import type { SessionOf } from "../database/engine.ts";
import type { SessionLabelRow } from "../database/labels/session-labels-table.ts";
import { type AccountPlace, knownUntil, type NewAccountRow } from "../metrics/accounts/accounts-table.ts";
import { packTurns, type StoredTurn } from "../metrics/accounts/stored-turns.ts";
import type { ChangedNeighbour } from "./classified/classify-people.ts";
import type { MetricsRow } from "../metrics/columns-table.ts";
import { activityOf, type OwnPiece } from "../metrics/flow/activity.ts";
import type { SessionActivity } from "../metrics/flow/activity-table.ts";
import { metricsRow } from "../metrics/metrics-row.ts";
import type { PriceTable } from "../prices/price-table.ts";
import { type PromptRow, promptRows, type SessionPromptRows } from "../rubric/prompts/prompts-table.ts";
import { spendByModel } from "../spend/spend.ts";
import { type SessionSpend, type SpendRow, spendRows } from "../spend/spend-table.ts";
import { type RetryRow, retryRows, type SessionRetries } from "../stalls/retries-table.ts";
import { findRetryPrompts } from "../stalls/retry-prompts.ts";
import { type SubSessionUsage, type UsageKnowledge, usageOf } from "../spend/usage/usage.ts";
import {
  type SubSessionTally,
  type TallyKnowledge,
  tallySubSession,
} from "../spend/tallies/sub-session-tally.ts";
import type { SubSession } from "../turns/sub-session.ts";
import { usedTexts } from "../spend/usage/usage-table.ts";
import { type CoverageRow, coverageRows, type SessionCoverage } from "../turns/coverage/coverage-table.ts";
import { factsSeen } from "../turns/coverage/facts-seen.ts";
import { gatherCallHours } from "../turns/latency/call-hours.ts";
import { observedTurns } from "../turns/latency/observed-turns.ts";
import type { UsedTexts } from "../turns/create-tables.ts";
import { type AssembledRows, assembledRows, type SessionRows } from "../turns/table.ts";
import { haveSameItems } from "../vocabulary/sharing/per-object.ts";
import type { MeasuredSession, MeasuredSessions } from "./measure-stored.ts";

/** The rows of sessions. */
export interface MeasuredRows {
  sessions: readonly SessionOf[];
  assembled: AssembledRows;
  prompts: PromptRow[];
  coverage: CoverageRow[];
  labels: SessionLabelRow[];
  /** Without flow continuity, which depends on their developers' other sessions. */
  metrics: MetricsRow[];
  spend: SpendRow[];
  activities: SessionActivity[];
  retries: RetryRow[];
  /** Where the sessions' accounts are stored now. */
  accountsBefore: readonly AccountPlace[];
  accounts: NewAccountRow[];
  neighbours: readonly ChangedNeighbour[];
}

export function measuredRows(
  { measured, neighbours, accountsBefore }: MeasuredSessions,
  prices: PriceTable,
): MeasuredRows {
  const activities = measured.map(sessionActivity);
  const rows = measured.map((session, place) => {
    const used = usedIn(session, prices);
    return sessionRows(session, { pieces: activities[place]?.pieces ?? [], used });
  });
  return {
    sessions: measured.map(nameOf),
    assembled: assembledRows(rows),
    prompts: promptRows(rows),
    coverage: coverageRows(measured.map(coverageOf)),
    labels: measured.flatMap(labelsOf),
    metrics: measured.flatMap(metricsOf),
    accounts: measured.flatMap(accountsOf),
    neighbours,
    accountsBefore,
    spend: spendRows(measured.map((session) => spendOf(session, prices))),
    activities,
    retries: retryRows(measured.map(retriesOf)),
  };
}

/** Whose rows are saved. */
function nameOf({ facts, owner }: MeasuredSession) {
  const { organization, session } = facts;
  return { organization, session, developer: owner.developer };
}

function sessionRows(
  measured: MeasuredSession,
  { pieces, used }: { pieces: readonly OwnPiece[]; used: SessionRows["used"] },
): SessionRows & SessionPromptRows {
  const { assembled, prompts } = measured;
  const repairs = repairsIn(measured);
  const hours = gatherCallHours(observedTurns(assembled.turns));
  const activeIn = new Map(
    pieces.flatMap(({ turn, subSession }) => (turn === null ? [] : [[turn, subSession]])),
  );
  return { ...nameOf(measured), assembled, prompts, repairs, used, activeIn, hours };
}

function repairsIn({ assembled, measures }: MeasuredSession): Set<number> {
  return new Set(
    assembled.subSessions.flatMap((subSession, place) =>
      subSession.turns.flatMap(({ index }, at) =>
        measures[place]?.turns[at]?.repair === true ? [index] : [],
      ),
    ),
  );
}

/** One row per sub-session, with its turns as they were classified and as they are known. */
function accountsOf(measured: MeasuredSession): NewAccountRow[] {
  const { assembled, measures, known, lines, person } = measured;
  const lineOf = new Map(known.map(({ index }, place) => [index, lines[place] ?? ""]));
  const whose = { ...nameOf(measured), person };
  return assembled.subSessions.map((subSession, place) => {
    const itsLines = subSession.turns.map(({ index }) => lineOf.get(index) ?? "").join("\n");
    return knownAccount(subSession, { ...whose, turns: measures[place]?.turns ?? [], known: itsLines });
  });
}

/** What a sub-session's account consists of in addition to it. */
interface AccountParts extends Pick<
  NewAccountRow,
  "organization" | "session" | "developer" | "person" | "known"
> {
  turns: readonly StoredTurn[];
}

const accounts = new WeakMap<SubSession, { turns: readonly StoredTurn[]; row: NewAccountRow }>();

function knownAccount(subSession: SubSession, { turns, ...parts }: AccountParts): NewAccountRow {
  const before = accounts.get(subSession);
  const isKnown =
    before !== undefined &&
    before.row.developer === parts.developer &&
    before.row.person === parts.person &&
    before.row.known === parts.known &&
    haveSameItems(before.turns, turns);
  if (isKnown) return before.row;
  const { id, firstTurn, startedAt, endedAt } = subSession;
  const row = {
    ...parts,
    sub_session: id,
    first_turn: firstTurn,
    started_at: startedAt,
    ended_at: endedAt,
    turns: packTurns(turns),
    known_until: knownUntil(endedAt),
  };
  accounts.set(subSession, { turns, row });
  return row;
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

/** A session without turns is on no list. */
function labelsOf(measured: MeasuredSession): SessionLabelRow[] {
  if (measured.assembled.turns.length === 0) return [];
  const whose = nameOf(measured);
  return measured.facts.labels.map(({ kind: name, value }) => ({ ...whose, name, value }));
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

/** What each sub-session used, by its id. */
function usedIn(
  { facts, assembled, measures, prompts }: MeasuredSession,
  prices: PriceTable,
): Map<string, UsedTexts> {
  const { agent } = facts;
  const labels = Object.fromEntries(facts.labels.map(({ kind, value }) => [kind, value]));
  const repairs = new Map(measures.map(({ subSessionId, repairTurns }) => [subSessionId, repairTurns]));
  const bySubSession = Map.groupBy(prompts, ({ subSession }) => subSession);
  const texts = assembled.subSessions.map((subSession, place): [string, UsedTexts] => {
    const { id } = subSession;
    const judged = bySubSession.get(id)?.find(({ marks }) => marks !== null);
    const intent = judged?.marks?.intent ?? null;
    const usage = knownUsage(subSession, { agent, intent, repairs: repairs.get(id) ?? 0, prices });
    const tally = knownTally(subSession, { agent, labels, edits: measures[place] ?? NO_EDITS, prices });
    return [id, usedTexts(usage, tally)];
  });
  return new Map(texts);
}

const NO_EDITS = { edits: 0, retained: 0, lines: 0, keptLines: 0 };

const known = new WeakMap<SubSession, { knowledge: UsageKnowledge; usage: SubSessionUsage }>();

function knownUsage(subSession: SubSession, knowledge: UsageKnowledge): SubSessionUsage {
  const before = known.get(subSession);
  const { intent, repairs, prices } = knowledge;
  const same =
    before?.knowledge.intent === intent &&
    before.knowledge.repairs === repairs &&
    before.knowledge.prices === prices;
  if (same) return before.usage;
  const usage = usageOf(subSession, knowledge);
  known.set(subSession, { knowledge, usage });
  return usage;
}

const tallied = new WeakMap<SubSession, { knowledge: TallyKnowledge; tally: SubSessionTally }>();

function knownTally(subSession: SubSession, knowledge: TallyKnowledge): SubSessionTally {
  const before = tallied.get(subSession);
  const { prices, edits, labels } = knowledge;
  const same =
    before?.knowledge.prices === prices &&
    JSON.stringify(before.knowledge.labels) === JSON.stringify(labels) &&
    before.knowledge.edits.edits === edits.edits &&
    before.knowledge.edits.retained === edits.retained &&
    before.knowledge.edits.lines === edits.lines &&
    before.knowledge.edits.keptLines === edits.keptLines;
  if (same) return before.tally;
  const tally = tallySubSession(subSession, knowledge);
  tallied.set(subSession, { knowledge, tally });
  return tally;
}

function metricsOf({ facts, assembled, owner, measures }: MeasuredSession): MetricsRow[] {
  return assembled.subSessions.map((subSession, index) => {
    const measure = measures[index];
    if (measure === undefined) throw new Error("BUG: a sub-session without a measure");
    const { developer } = owner;
    return metricsRow({ subSession, measure, facts, developer });
  });
}

/** The pieces of a shared key are left out of flow. */
function sessionActivity(measured: MeasuredSession): SessionActivity {
  const { facts, assembled, owner } = measured;
  const activity = activityOf(facts.session, assembled);
  return { ...nameOf(measured), ...activity, pieces: owner.sharedKey ? [] : activity.pieces };
}

function retriesOf(measured: MeasuredSession): SessionRetries {
  return { ...nameOf(measured), retries: findRetryPrompts(observedTurns(measured.assembled.turns)) };
}
