/** Learns baselines when it is time: first from an organization's thirtieth sub-session on, then once a quarter. */
import type { Database } from "../../../database/open.ts";
import { inTransaction } from "../../../database/transaction.ts";
import { readPosition } from "../../../books/progress-table.ts";
import { isImporting } from "../../../ingest/imports/going-on-table.ts";
import { selectOrganizations } from "../../../identity/organizations/table.ts";
import { isBehind, isNothing, readLeft } from "../../../normaliser/caught-up.ts";
import { findDirty } from "../../../normaliser/dirty-table.ts";
import { findDue } from "../../../turns/table.ts";
import { HOUR, type Instant, type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import type { Baselines } from "../baseline.ts";
import type { BaselineVersion } from "../baseline-versions.ts";
import { readBaselineVersions } from "../baselines-table.ts";
import { findFirstWeeks } from "./first-version.ts";
import { LEARNED_FROM_MS } from "./first-window.ts";
import { learnBaselines } from "./learn-baselines.ts";
import { putFirstInForce, putInForce } from "../new-baselines.ts";
import { firstMondaysBetween } from "./quarters.ts";
import { type ClosedWindow, readObservations } from "../restate-table.ts";
import { onlyHeld } from "../../../database/leases/held-table.ts";

/** While this many changed sessions wait, learning would depend on which of them came first. */
const BACKLOG = 50;
/** Where so many agents work that sessions are always waiting, learning is put off for no longer than this. */
const BUSY_MS: Milliseconds = HOUR;
/**
 * A first version waits until no record has arrived for this long, because records that are sent all at once
 * arrive in any order.
 */
const QUIET_MS: Milliseconds = 3 * SECOND;

/** What learning remembers between two looks. */
export interface LearningMemory {
  /** The last Monday from which there was nothing to learn, by organization. */
  inVain: Map<string, Instant>;
  /** Since when sessions have been waiting at every look; null when none waited at the last look. */
  busySince: Instant | null;
  /**
   * The sequence up to which everything was computed at the last look, and since when; null when something waited.
   */
  calm: { sequence: number; since: Instant } | null;
  /** Since when first versions have been waiting for a pause; null while none is. */
  firstWaits: Milliseconds | null;
}

/** Makes the memory of a program that has just started. */
export function newMemory(): LearningMemory {
  return { inVain: new Map(), busySince: null, calm: null, firstWaits: null };
}

/**
 * Learns what is due for every organization of this engine.
 *
 * A version is in force from the moment it was due, whenever it is learned: the first one from when the thirtieth
 * sub-session closed, a later one from its Monday on. So the same records end in the same versions, whether they came
 * one by one or all at once, and whether or not the program ran at midnight. Where somebody imports, nothing is learned
 * from the part that is there.
 */
export async function learnDue(database: Database, now: Instant, memory: LearningMemory): Promise<void> {
  const mayBeFirst = await isCalm(database, now, memory);
  if (await isPutOff(database, now, memory)) return;
  const organizations = await onlyHeld(database, await selectOrganizations(database), ({ id }) => id);
  for (const { id: organization } of organizations) {
    if (await isImporting(database, organization, now)) continue;
    const versions = await readBaselineVersions(database, organization);
    const learned = versions.findLast(({ source }) => source === "learned");
    if (learned !== undefined) await learnQuarters(database, { organization, now, learned }, memory.inVain);
    else if (mayBeFirst) await learnFirst(database, organization, now);
  }
}

/**
 * Whether everything that arrived is computed and nothing has arrived for a moment, or, where work never pauses,
 * whether learning has waited long enough.
 */
async function isCalm(database: Database, now: Instant, memory: LearningMemory): Promise<boolean> {
  const sequence = (await readPosition(database, "writer"))?.sequence ?? 0;
  if (!isNothing(await readLeft(database))) memory.calm = null;
  else if (memory.calm?.sequence !== sequence) memory.calm = { sequence, since: now };
  const isQuiet = memory.calm !== null && now - memory.calm.since >= QUIET_MS;
  memory.firstWaits = isQuiet ? null : (memory.firstWaits ?? now);
  return memory.firstWaits === null || now - memory.firstWaits >= BUSY_MS;
}

async function isPutOff(database: Database, now: Instant, memory: LearningMemory): Promise<boolean> {
  const isBusy =
    (await findDue(database, now, 1)).length > 0 || (await findDirty(database, BACKLOG)).length === BACKLOG;
  memory.busySince = isBusy ? (memory.busySince ?? now) : null;
  return memory.busySince !== null && (now - memory.busySince < BUSY_MS || (await isBehind(database, now)));
}

async function learnFirst(database: Database, organization: string, now: Instant): Promise<void> {
  const weeks = await findFirstWeeks(database, organization);
  if (weeks === null) return;
  const baselines = await learnFrom(database, { organization, ...weeks });
  if (baselines === null) throw new Error("BUG: a first version is due and there is nothing to learn from");
  const made = {
    organization,
    source: "learned" as const,
    createdAt: now,
    inForceFrom: weeks.dueAt,
    learnedFrom: { from: weeks.from, to: weeks.to },
    baselines,
  };
  await inTransaction(database, "full", (transaction) => putFirstInForce(transaction, made));
}

interface QuarterlyLearning {
  organization: string;
  now: Instant;
  /** The last version that was learned. */
  learned: BaselineVersion;
}

async function learnQuarters(
  database: Database,
  { organization, now, learned }: QuarterlyLearning,
  inVain: Map<string, Instant>,
): Promise<void> {
  const after = Math.max(learned.inForceFrom, inVain.get(organization) ?? 0);
  for (const at of firstMondaysBetween(after, now)) {
    const learnedFrom = { from: at - LEARNED_FROM_MS, to: at };
    const baselines = await learnFrom(database, { organization, ...learnedFrom });
    if (baselines === null) {
      inVain.set(organization, at);
      continue;
    }
    const source = "learned" as const;
    const made = { organization, source, createdAt: now, inForceFrom: at, learnedFrom, baselines };
    await inTransaction(database, "full", (transaction) => putInForce(transaction, made));
  }
}

/** Returns null when there is nothing to learn from. */
async function learnFrom(database: Database, window: ClosedWindow): Promise<Baselines | null> {
  const observations = await readObservations(database, window);
  return observations.length === 0 ? null : learnBaselines(observations);
}
