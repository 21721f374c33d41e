/** Saves the rows of computed sessions, and the flow of everything that their developers worked on around them. */
import { saveAnswerOwners } from "../catalogue/answer-texts-table.ts";
import type { ChangedTime } from "../database/days/kept-days-table.ts";
import { saveLabels } from "../database/labels/session-labels-table.ts";
import type { Database } from "../database/open.ts";
import { saveAccounts } from "../metrics/accounts/accounts-table.ts";
import type { MetricsRow } from "../metrics/columns-table.ts";
import { type DeveloperWindow, type NextActivity, saveActivity } from "../metrics/flow/activity-table.ts";
import { readFlowsAround } from "../metrics/flow/read-flows-around.ts";
import { findEarlier, readFlows, saveFlows, saveMetrics } from "../metrics/table.ts";
import { savePrompts } from "../rubric/prompts/prompts-table.ts";
import { saveSpend } from "../spend/spend-table.ts";
import { emptyUsageDays } from "../spend/usage/usage-table.ts";
import { saveCoverage } from "../turns/coverage/coverage-table.ts";
import { saveAssembled } from "../turns/table.ts";
import { emptyTroubleDays } from "../stalls/changed-days-table.ts";
import { saveRetries } from "../stalls/retries-table.ts";
import { HOUR, type Instant, type Score } from "../vocabulary/units.ts";
import { noteClosings } from "./closings-table.ts";
import { noteEndings } from "./endings-table.ts";
import { rememberRows } from "./classified/remembered-rows.ts";
import { saveNeighbours } from "./classified/save-neighbours.ts";
import type { MeasuredRows } from "./measured-rows.ts";

/**
 * Replaces the rows of sessions.
 *
 * @param transaction - A transaction, and when the sessions were computed.
 */
export async function saveMeasured(transaction: Database, rows: MeasuredRows, now: Instant): Promise<void> {
  const { sessions } = rows;
  const { turns, subSessions, calls } = await saveAssembled(transaction, sessions, rows.assembled);
  const { flows, changed } = await saveActivities(transaction, { ...rows, turns });
  const metrics = await withFlows(transaction, rows, flows);
  await savePrompts(transaction, sessions, rows.prompts);
  await saveCoverage(transaction, sessions, rows.coverage);
  await saveLabels(transaction, sessions, rows.labels);
  await saveAnswerOwners(transaction, ownersOf(rows));
  const changes = await saveMetrics(transaction, sessions, metrics);
  await saveAccountsOf(transaction, rows);
  await saveNeighbours(transaction, rows.neighbours);
  await noteClosings(transaction, changes, now);
  await noteEndings(transaction, changes, now);
  await saveSpend(transaction, sessions, rows.spend);
  await emptyUsageDays(transaction, subSessions);
  for (const { sub_session } of metrics) flows.delete(sub_session);
  await saveFlows(transaction, flows);
  const retries = await saveRetries(transaction, sessions, rows.retries);
  await emptyTroubleDays(transaction, [...calls, ...changed.flatMap(withHourBefore), ...retries]);
}

/** A session without turns is on no list. */
function ownersOf({ sessions, coverage }: MeasuredRows) {
  const developers = new Map(
    coverage.map(({ organization, session, developer }) => [`${organization} ${session}`, developer]),
  );
  return sessions.map(({ organization, session }) => ({
    organization,
    session,
    developer: developers.get(`${organization} ${session}`) ?? "",
  }));
}

/** A sub-session whose numbers stay keeps the turns that they were computed from. */
async function saveAccountsOf(
  transaction: Database,
  { accountsBefore, accounts }: MeasuredRows,
): Promise<void> {
  const earlier = await findEarlier(
    transaction,
    accounts.map(({ sub_session }) => sub_session),
  );
  const isCurrent = ({ sub_session }: { sub_session: string }) => !earlier.has(sub_session);
  const [before, next] = [accountsBefore.filter(isCurrent), accounts.filter(isCurrent)];
  rememberRows(await saveAccounts(transaction, before, next));
}

/** A prompt soon after midnight ends a pause of the day before. */
function withHourBefore(change: ChangedTime): ChangedTime[] {
  return [change, { ...change, at: change.at - HOUR }];
}

/** Returns what changed, and the flow of every sub-session that this may affect. */
async function saveActivities(
  transaction: Database,
  next: NextActivity,
): Promise<{ flows: Map<string, Score>; changed: ChangedTime[] }> {
  const { windows, changed } = await saveActivity(transaction, next);
  return { flows: await readFlowsAround(transaction, joinWindows(windows)), changed };
}

/** One window per developer, from the first of theirs to the last. */
function joinWindows(windows: readonly DeveloperWindow[]): DeveloperWindow[] {
  const byDeveloper = Map.groupBy(windows, ({ organization, developer }) => `${organization} ${developer}`);
  return [...byDeveloper.values()].map((windows) => ({
    ...(windows[0] as DeveloperWindow),
    from: windows.reduce((earliest, { from }) => Math.min(earliest, from), Infinity),
    to: windows.reduce((latest, { to }) => Math.max(latest, to), -Infinity),
  }));
}

/** A sub-session whose developer's activity did not change keeps the flow that is stored of it. */
async function withFlows(
  transaction: Database,
  { activities, metrics }: MeasuredRows,
  flows: ReadonlyMap<string, Score>,
): Promise<MetricsRow[]> {
  const active = activities.flatMap((activity) => activity.pieces.map((piece) => ({ ...activity, piece })));
  const without = active.filter(({ piece }) => !flows.has(piece.subSession));
  const stored = await readFlows(transaction, [...new Set(without.map(({ piece }) => piece.subSession))]);
  const unknown = without.filter(({ piece }) => (stored.get(piece.subSession) ?? null) === null);
  const windows = unknown.map(({ organization, developer, piece: { start: from, end: to } }) => {
    return { organization, developer, from, to };
  });
  const first = await readFlowsAround(transaction, joinWindows(windows));
  return metrics.map((row) => {
    const { sub_session: subSession } = row;
    return withFlow(row, flows.get(subSession) ?? first.get(subSession) ?? stored.get(subSession) ?? null);
  });
}

const known = new WeakMap<MetricsRow, MetricsRow>();

function withFlow(row: MetricsRow, fc: Score | null): MetricsRow {
  const before = known.get(row);
  if (before?.fc === fc) return before;
  const next = { ...row, fc };
  known.set(row, next);
  return next;
}
