/** `scoring purge`: removes a person from the objects, the database and everything made from them. */
import { countUnwritten } from "../../appliance/backup/drain.ts";
import { purgesPath } from "../../appliance/layout.ts";
import { prepareDatabase } from "../../appliance/rebuild/forget-derived.ts";
import { readPosition } from "../../books/progress-table.ts";
import { type Database, engineOf } from "../../database/engine.ts";
import { tryHoldStores } from "../../appliance/holding/hold-stores.ts";
import { requireOwner } from "../../appliance/directory.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { findDeveloper } from "../../identity/developers/directory.ts";
import { describeDeveloper } from "../../identity/developers/answer.ts";
import {
  beginPurge,
  countPurge,
  type Purged,
  type PurgeParts,
  runPurge,
} from "../../insights/governance/purge.ts";
import { hasCaughtUp } from "../../normaliser/caught-up.ts";
import { readNotedOf } from "../../appliance/stream/read-noted.ts";
import type { Settings } from "../../settings/schema.ts";
import { sweepRemoved } from "../../writer/upkeep/sweep.ts";
import { selectRemoved } from "../../writer/upkeep/table.ts";
import {
  type Command,
  type CommandCall,
  CommandFailure,
  hasFlag,
  textFlag,
  writeAnswer,
} from "../command.ts";
import { recordCommand } from "../audit/note-command.ts";
import { chosenOrganization, requireDatabase } from "../stores.ts";
import { count } from "../text/count.ts";
import { openDatabaseOf, openObjectsOf } from "../../stores.ts";
import { GivenKeys } from "../../writer/upkeep/given-keys.ts";

export const PURGE: Command = {
  name: "purge",
  operands: [],
  summary: "Delete a developer's records, rows and names; revoke their keys.",
  details:
    "Look at --dry-run first: a purge cannot be undone. A journal in the data directory repeats it when an older " +
    "database is restored.\n\nA running server finishes the purge. It deletes records that are still on their way as " +
    "soon as they are examined, deletes old files, and overwrites what deleted rows left in the database file; PostgreSQL " +
    "vacuums its tables. Then its log says: finished a purge. That takes some minutes, and longer while a backup is made or records wait to be " +
    "examined.",
  flags: {
    developer: { value: "WHO", summary: "The developer: an e-mail or an id." },
    org: { value: "ORG", summary: "The organization's id or name (default: the only one, or default)." },
    "dry-run": { summary: "Only count what would be deleted." },
  },
  reads: "directory",
  check: (call) => void developerOf(call),
  run: async (call) => {
    const developer = developerOf(call);
    const dryRun = hasFlag(call, "dry-run");
    const { settings } = call.loaded;
    requireDatabase(settings);
    requireOwner(settings.dataDir);
    const hold = dryRun ? null : await tryHoldStores(settings, "purge");
    try {
      const answer = await purgeDeveloper(call, { developer, dryRun, alone: hold !== null });
      const text = describe(answer, hold === null ? REST : LATER);
      const notReached = dryRun ? [] : listOutside(settings);
      writeAnswer(call, { ...answer, notReached }, text + sayOutside(notReached));
      return 0;
    } finally {
      await hold?.release();
    }
  },
};

function developerOf(call: CommandCall): string {
  const developer = textFlag(call, "developer");
  if (developer !== null) return developer;
  throw new CommandFailure("--developer is missing: the e-mail or id of the developer to purge", 2);
}

interface Asked {
  developer: string;
  dryRun: boolean;
  /** Whether no server uses the stores. */
  alone: boolean;
}

interface Answer extends Purged {
  organization: string;
  /** Whether nothing is left to a running server, or to the next start; false for a dry run. */
  finished: boolean;
  developer: { id: string; name: string };
  dryRun: boolean;
}

async function purgeDeveloper(call: CommandCall, { developer, dryRun, alone }: Asked): Promise<Answer> {
  const { settings } = call.loaded;
  const database = openDatabaseOf(settings, dryRun ? "read" : "write");
  try {
    if (alone) await prepareDatabase(database);
    const organization = await chosenOrganization(call, database);
    const found = await findDeveloper(database, { organizationId: organization.id, idOrEmail: developer });
    if (found === null)
      throw new CommandFailure(`unknown developer in the organization ${organization.name}: ${developer}`);
    const parts: PurgeParts = {
      database,
      objects: openObjectsOf(settings),
      givenKeys: new GivenKeys(),
      clock: call.program.clock,
      journalPath: purgesPath(settings.dataDir),
    };
    if (!dryRun) await recordPurge(call, database, found);
    const purge = await beginPurge(parts, { organization: organization.id, developer: found.id });
    const purged = await (dryRun ? countPurge(parts, purge) : runPurge(parts, purge));
    if (alone) {
      await sweepRemoved(parts, 0);
      await engineOf(database).compact(database);
    }
    const who = { id: found.id, name: describeDeveloper(found).name };
    const finished = alone && (await isAllPurged(database, settings));
    return { organization: organization.id, developer: who, dryRun, finished, ...purged };
  } finally {
    await database.destroy();
  }
}

/** Before it begins: the purge also makes the log forget whom this entry is about. */
async function recordPurge(
  call: CommandCall,
  database: Database,
  { id, organizationId: organization }: Developer,
): Promise<void> {
  const target = { kind: "developer", id } as const;
  await inTransaction(database, "full", (transaction) =>
    recordCommand(call, transaction, { organization, action: "person_purged", target }),
  );
}

/** Whether no old file is left, which a backup may hold, and nothing that was acknowledged is still to be examined. */
async function isAllPurged(database: Database, settings: Settings): Promise<boolean> {
  if ((await selectRemoved(database)).length > 0) return false;
  const noted = await readNotedOf(settings).catch(() => "unreadable" as const);
  if (noted === "unreadable" || (await countUnwritten(database, noted)) > 0) return false;
  return hasCaughtUp(database, (await readPosition(database, "writer"))?.sequence ?? 0);
}

function describe(answer: Answer, rest: string): string {
  const { developer, dryRun, finished, sessions, records, objects, rows, keys } = answer;
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const what = [
    `${count(records, "record")} in ${count(objects, "object")}`,
    `${count(rowCount, "row")} in ${count(Object.keys(rows).length, "table")}`,
    count(sessions, "session"),
  ].join(", ");
  return dryRun
    ? `A purge of ${developer.name} would remove ${what}, and revoke ${count(keys, "key")}. Nothing was changed.`
    : `${developer.name} was purged: removed ${what}, and revoked ${count(keys, "key")}.${finished ? "" : rest}`;
}

/** What only engines' own tools reach. */
function listOutside({ database, objects, natsUrl }: Settings): string[] {
  return [
    ...(database === null
      ? []
      : ["PostgreSQL's free room (until it is used again), WAL, standbys and dumps"]),
    ...(objects === null ? [] : ["older versions in a bucket that keeps them"]),
    ...(natsUrl.length === 0 ? [] : ["snapshots of the stream"]),
  ];
}

function sayOutside(notReached: readonly string[]): string {
  return notReached.length === 0 ? "" : `\nNot reached, as backups are not: ${notReached.join("; ")}.`;
}

const REST =
  " The running server removes what is still on its way or left in files; its log then says: finished a purge.";

const LATER =
  " What is still on its way or left in files goes when the server runs next; its log then says: finished a purge.";
