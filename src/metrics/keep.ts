/** The measuring loop: sessions that changed, or that the clock changes, are assembled and measured again. */
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { clearDirty, findDirty } from "../normaliser/dirty-table.ts";
import { findDue } from "../turns/table.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import { type DeveloperWindow, readSessionExtent, type SessionActivity } from "./activity-table.ts";
import { assembleStored, type SessionName, type StoredSession } from "./assemble-stored.ts";
import { refreshFlow } from "./refresh-flow.ts";
import { saveMeasured } from "./save-measured.ts";

/** A running loop. */
export interface MeasuringLoop {
  /** Ends after `stop`, with the round it was at. */
  done: Promise<void>;
  stop(): void;
}

/** Sessions in one transaction: few enough that it stays short. */
const SESSIONS_AT_ONCE = 20;
/** No session is measured more often. */
const ROUND_MS: Milliseconds = SECOND;
const STOP_POLL_MS: Milliseconds = 50;

/** Measures until stopped. */
export function keepMeasuring(parts: {
  database: Database;
  clock: Clock;
  turn(): Promise<void>;
}): MeasuringLoop {
  let stopping = false;
  async function rest(until: Milliseconds): Promise<void> {
    while (!stopping && performance.now() < until) await Bun.sleep(STOP_POLL_MS);
  }
  async function run(): Promise<void> {
    while (!stopping) {
      await parts.turn();
      const nextRound = performance.now() + ROUND_MS;
      const measured = await measureRound(parts);
      if (measured < SESSIONS_AT_ONCE) await rest(nextRound);
    }
  }
  return { done: run(), stop: () => void (stopping = true) };
}

/**
 * Measures some of the sessions that wait.
 *
 * Gives: how many; 0 when none waits.
 */
export async function measureRound({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number> {
  const now = clock();
  const dirty = await findDirty(database, SESSIONS_AT_ONCE);
  const due = await findDue(database, now, SESSIONS_AT_ONCE - dirty.length);
  const names = unique([...dirty, ...due]);
  if (names.length === 0) return 0;
  const sessions = await assembleAll(database, names, now);
  await inTransaction(database, "normal", async (transaction) => {
    await saveSessions(transaction, sessions);
    await clearDirty(transaction, dirty);
  });
  return names.length;
}

function unique(names: readonly SessionName[]): SessionName[] {
  const byName = new Map(
    names.map(({ organization, session }) => [`${organization} ${session}`, { organization, session }]),
  );
  return [...byName.values()];
}

async function assembleAll(
  database: Database,
  names: readonly SessionName[],
  now: Milliseconds,
): Promise<StoredSession[]> {
  const sessions: StoredSession[] = [];
  for (const name of names) {
    const stored = await assembleStored(database, name, now);
    if (stored !== null) sessions.push(stored);
  }
  return sessions;
}

/** Keeps the sessions' rows, and works out the flow of those who worked on them again. */
export async function saveSessions(transaction: Database, sessions: readonly StoredSession[]): Promise<void> {
  const changed = new Map<string, DeveloperWindow>();
  for (const stored of sessions) {
    for (const before of await readSessionExtent(transaction, stored.facts)) include(changed, before);
    includeActivity(changed, await saveMeasured(transaction, stored));
  }
  for (const window of changed.values()) await refreshFlow(transaction, window);
}

function includeActivity(changed: Map<string, DeveloperWindow>, activity: SessionActivity): void {
  const { organization, developer, pieces } = activity;
  const [first, last] = [pieces.at(0), pieces.at(-1)];
  if (first === undefined || last === undefined) return;
  include(changed, { organization, developer, from: first.start, to: last.end });
}

function include(changed: Map<string, DeveloperWindow>, window: DeveloperWindow): void {
  const key = `${window.organization} ${window.developer}`;
  const known = changed.get(key);
  const from = Math.min(window.from, known?.from ?? window.from);
  const to = Math.max(window.to, known?.to ?? window.to);
  changed.set(key, { ...window, from, to });
}
