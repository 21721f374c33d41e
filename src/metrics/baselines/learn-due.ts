/** Learns baselines when it is time: first from an organization's thirtieth sub-session on, then once a quarter. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { selectOrganizations } from "../../identity/organizations/table.ts";
import { isBehind } from "../../normaliser/caught-up.ts";
import { findDirty } from "../../normaliser/dirty-table.ts";
import { findDue } from "../../turns/table.ts";
import { DAY, HOUR, type Milliseconds } from "../../vocabulary/units.ts";
import { readBaselineVersions } from "./baselines-table.ts";
import { learnBaselines } from "./learn-baselines.ts";
import { putInForce } from "./new-baselines.ts";
import { firstMondaysBetween } from "./quarters.ts";
import { hasClosed, readObservations } from "./restate-table.ts";

/** Source: docs/scoring.md, "Baselines". */
const FIRST_FROM = 30;
const LEARNED_FROM_MS: Milliseconds = 8 * 7 * DAY;

/** Thirty old sub-sessions and no recent one teach nothing; that need not be found out every other second. */
const LOOK_AGAIN_MS: Milliseconds = HOUR;

/** While so many changed sessions wait, what is learned would rest on what happened to come first. */
const BACKLOG = 50;
/** Where so many agents work that sessions wait at every moment, learning is put off for no longer. */
const BUSY_MS: Milliseconds = HOUR;

/** What learning remembers between two looks. */
export interface LearningMemory {
  /** Until when each organization was looked at in vain. */
  inVain: Map<string, Milliseconds>;
  /** Since when there were sessions that waited at each look; null when there were none at the last. */
  busySince: Milliseconds | null;
}

/**
 * Learns what is due for every organization.
 *
 * A version is in force from the moment it was due: the first one from when it is learned, a later one from its
 * Monday on, so that a sub-session is held against the same version whether or not the program ran at midnight.
 */
export async function learnDue(database: Database, now: Milliseconds, memory: LearningMemory): Promise<void> {
  if (await isPutOff(database, now, memory)) return;
  const { inVain } = memory;
  for (const { id } of await selectOrganizations(database)) {
    for (const at of await dueTimes(database, { organization: id, now, after: inVain.get(id) ?? 0 })) {
      if (!(await learnAt(database, { organization: id, at, now }))) inVain.set(id, at);
    }
  }
}

async function isPutOff(database: Database, now: Milliseconds, memory: LearningMemory): Promise<boolean> {
  const isBusy =
    (await findDue(database, now, 1)).length > 0 || (await findDirty(database, BACKLOG)).length === BACKLOG;
  memory.busySince = isBusy ? (memory.busySince ?? now) : null;
  return memory.busySince !== null && (now - memory.busySince < BUSY_MS || (await isBehind(database, now)));
}

async function dueTimes(
  database: Database,
  { organization, now, after }: { organization: string; now: Milliseconds; after: Milliseconds },
): Promise<Milliseconds[]> {
  const versions = await readBaselineVersions(database, organization);
  const learned = versions.findLast(({ source }) => source === "learned");
  if (learned !== undefined) return firstMondaysBetween(Math.max(learned.inForceFrom, after), now);
  if (now < after + LOOK_AGAIN_MS) return [];
  return (await hasClosed(database, organization, FIRST_FROM)) ? [now] : [];
}

/** Gives: false when there is nothing to learn from. */
async function learnAt(
  database: Database,
  { organization, at, now }: { organization: string; at: Milliseconds; now: Milliseconds },
): Promise<boolean> {
  const observations = await readObservations(database, { organization, from: at - LEARNED_FROM_MS, to: at });
  if (observations.length === 0) return false;
  const baselines = learnBaselines(observations);
  await inTransaction(database, "full", (transaction) =>
    putInForce(transaction, { organization, source: "learned", createdAt: now, inForceFrom: at, baselines }),
  );
  return true;
}
