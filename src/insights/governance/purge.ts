/** Purges a person: their records from every object, their rows from every table, and who they were. */
import { forgetSubjects } from "../../audit/subjects-table.ts";
import type { Database } from "../../database/open.ts";
import { engineOf } from "../../database/engine.ts";
import { inTransaction } from "../../database/transaction.ts";
import { selectAccounts } from "../../identity/accounts/table.ts";
import { idsOf, readDevelopers } from "../../identity/developers/directory.ts";
import { idIn } from "../../vocabulary/held-name.ts";
import { readExamined } from "../../books/examined-table.ts";
import type { UpkeepParts } from "../../writer/upkeep/join.ts";
import { selectOutlines } from "../../writer/upkeep/object-table.ts";
import { planRewriting, type Removal, rewriteObject, type Rewriting } from "../../writer/upkeep/rewrite.ts";
import { forgetRecipients } from "./forget-recipients.ts";
import { addToJournal } from "./journal-file.ts";
import { type Purge, type PurgeProgress, savePurge } from "./journal-table.ts";
import {
  revokeKeys,
  selectBoundKeys,
  selectKeysNamed,
  selectObjectsOf,
  unnameDevelopers,
  type Whose,
} from "./person-table.ts";
import { findPerson, hashesOf, type Person } from "./person.ts";
import { countTheirRows, purgeRows } from "./purge-rows.ts";
import { marksIn, readLastingMarks } from "./theirs/their-marks.ts";
import { withoutTheirs } from "./theirs/their-records.ts";

/** What a purge works with. */
export interface PurgeParts extends UpkeepParts {
  /** Where the journal's file is. */
  journalPath: string;
  /** Returns when the next object may be gone through; at once when absent. */
  goAhead?(): Promise<void>;
}

/** What was purged, or would be. */
export interface Purged {
  sessions: number;
  /** Records in objects, and the objects that hold them. */
  records: number;
  objects: number;
  /** Rows by table; tables without any are left out. */
  rows: Record<string, number>;
  /** Keys bound to the person; they are revoked. */
  keys: number;
}

/**
 * Begins a purge: it says who is meant.
 *
 * @returns A purge that nothing was done for yet.
 */
export async function beginPurge(
  { database, clock }: Pick<UpkeepParts, "database" | "clock">,
  { organization, developer }: { organization: string; developer: string },
): Promise<Purge & PurgeProgress> {
  const developers = idsOf(developer, await readDevelopers(database, organization));
  const bound = await selectBoundKeys(database, developers);
  const named = await selectKeysNamed(database, { organization, ids: developers });
  return {
    id: crypto.randomUUID(),
    organization,
    developers,
    keys: [...new Set([...bound.map(({ id }) => id), ...named])],
    sessions: [],
    purgedAt: clock(),
    scannedThrough: 0,
    streamedThrough: null,
    done: false,
  };
}

/**
 * Names the sessions that are theirs by now.
 *
 * Those that go on are found by that when the purge is done, however late: later ones cannot be distinguished from them then.
 */
export async function nameKnownSessions(
  database: Database,
  purge: Purge & PurgeProgress,
): Promise<Purge & PurgeProgress> {
  const { sessions } = await findPerson(database, purge);
  return { ...purge, sessions: hashesOf(purge, sessions) };
}

/** Counts what a purge would take, and changes nothing. */
export async function countPurge(parts: PurgeParts, purge: Purge & PurgeProgress): Promise<Purged> {
  const { person, purged } = await countKnown(parts.database, purge);
  for (const key of await objectsToScan(parts.database, purge, person)) {
    await parts.goAhead?.();
    const removal = await removalFor(parts.database, { key, purge, person });
    const rewriting = await planRewriting(parts, key, removal);
    if (rewriting !== null) count(purged, rewriting);
  }
  return purged;
}

/** Counts sessions, rows and keys, and no records: those are in the objects, and take long to find. */
export async function countKnown(database: Database, purge: Purge & PurgeProgress) {
  const person = await findPerson(database, purge);
  const purged = nothingPurged(person);
  await countTheirRows(database, whoseRows({ purge, person }), purged.rows);
  purged.keys = (await selectBoundKeys(database, purge.developers)).filter(({ revoked }) => !revoked).length;
  return { person, purged };
}

/**
 * Purges everything that is examined by now, the journal first: broken off, it goes on at the next start.
 *
 * What is still in the stream, or written and not examined, is purged by `keepPurging` once it is examined.
 */
export async function runPurge(parts: PurgeParts, purge: Purge & PurgeProgress): Promise<Purged> {
  return engineOf(parts.database).erasing(parts.database, () => purgeEverywhere(parts, purge));
}

async function purgeEverywhere(parts: PurgeParts, purge: Purge & PurgeProgress): Promise<Purged> {
  const { database } = parts;
  const person = await findPerson(database, purge);
  const scannedThrough = (await readExamined(database)).of(purge.organization);
  const named = {
    ...purge,
    sessions: [...new Set([...purge.sessions, ...hashesOf(purge, person.sessions)])],
  };
  // read first: their rows are among those that are deleted
  const accounts = await theirAccounts(database, purge);
  await inTransaction(database, "full", async (transaction) => {
    await addToJournal(parts.journalPath, named);
    await savePurge(transaction, named);
    await forgetInAudit(transaction, { ...purge, accounts });
  });
  const purged = nothingPurged(person);
  await purgeObjects(parts, { purge, person }, purged);
  const { keys, purgedAt: until } = purge;
  await purgeRows(
    database,
    { ...whoseRows({ purge, person }), keys, until, scopes: person.scopes },
    purged.rows,
  );
  purged.keys = (await selectBoundKeys(database, purge.developers)).filter(({ revoked }) => !revoked).length;
  await inTransaction(database, "full", async (transaction) => {
    await revokeKeys(transaction, { ...purge, now: parts.clock() });
    await forgetRecipients(transaction, { ...purge, now: parts.clock() });
    await forgetInAudit(transaction, { ...purge, accounts });
    await unnameDevelopers(transaction, purge.developers);
    await savePurge(transaction, { ...named, scannedThrough });
  });
  return purged;
}

/** The audit log stays as it is, and nobody finds out any more who its entries are about. */
async function forgetInAudit(
  transaction: Database,
  { developers, keys, accounts }: Purge & { accounts: readonly string[] },
): Promise<void> {
  await forgetSubjects(transaction, { kind: "developer", reals: developers });
  await forgetSubjects(transaction, { kind: "key", reals: keys });
  await forgetSubjects(transaction, { kind: "account", reals: accounts });
}

async function theirAccounts(database: Database, { developers }: Purge): Promise<string[]> {
  const accounts = await selectAccounts(database);
  return accounts.filter(({ developerId }) => developers.includes(developerId)).map(({ id }) => id);
}

/** Objects that no earlier pass has gone through, and those that hold sessions which it did not know. */
async function objectsToScan(
  database: Database,
  { organization, scannedThrough }: Purge & PurgeProgress,
  { newSessions }: Person,
): Promise<string[]> {
  const examined = (await readExamined(database)).of(organization);
  const objects = await selectOutlines(database, { organization, upTo: examined });
  const holding = new Set(await selectObjectsOf(database, { organization, ids: newSessions.map(idIn) }));
  return objects
    .filter(({ key, lastSequence }) => lastSequence > scannedThrough || holding.has(key))
    .map(({ key }) => key);
}

interface Target {
  purge: Purge & PurgeProgress;
  person: Person;
}

async function removalFor(
  database: Database,
  { key, purge, person }: Target & { key: string },
): Promise<Removal> {
  const theirIds = new Set(person.sessions.map(idIn));
  const marked = { ...purge, ...person, until: purge.purgedAt };
  const lasting = await readLastingMarks(database, marked);
  const marks = await marksIn(database, key, { person: marked, lasting });
  return {
    without: (line) => withoutTheirs(line, marks),
    dropsUnreadable: (frame) => frame.sessions.some((id) => theirIds.has(id)),
  };
}

/** Goes on until no object is left that was not gone through: meanwhile some may have been joined. */
async function purgeObjects(parts: PurgeParts, target: Target, purged: Purged): Promise<void> {
  const seen = new Set<string>();
  for (let before = -1; seen.size > before;) {
    before = seen.size;
    const keys = await objectsToScan(parts.database, target.purge, target.person);
    for (const key of keys.filter((objectKey) => !seen.has(objectKey))) {
      await parts.goAhead?.();
      await purgeObject(parts, { ...target, key }, purged);
      seen.add(key);
    }
  }
}

async function purgeObject(
  parts: PurgeParts,
  target: Target & { key: string },
  purged: Purged,
): Promise<void> {
  const rewriting = await planRewriting(parts, target.key, await removalFor(parts.database, target));
  if (rewriting === null) return;
  if (await rewriteObject(parts, rewriting)) count(purged, rewriting);
}

function nothingPurged({ sessions }: Person): Purged {
  return { sessions: sessions.length, records: 0, objects: 0, rows: {}, keys: 0 };
}

function count(purged: Purged, { removed }: Rewriting): void {
  purged.records += removed;
  purged.objects += 1;
}

function whoseRows({ purge, person }: Target): Whose {
  const { organization, developers } = purge;
  return { organization, developers, sessions: person.sessions };
}
