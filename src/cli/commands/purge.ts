/** `scoring purge`: removes a person from the objects, the database and everything made from them. */
import { purgesPath } from "../../appliance/layout.ts";
import { prepareDatabase } from "../../appliance/rebuild/forget-derived.ts";
import { engineOf } from "../../database/engine.ts";
import { requireOwner } from "../../appliance/directory.ts";
import { lockDirectory } from "../../database/lock.ts";
import { findDeveloper } from "../../identity/developers/directory.ts";
import { describeDeveloper } from "../../identity/developers/answer.ts";
import {
  beginPurge,
  countPurge,
  type Purged,
  type PurgeParts,
  runPurge,
} from "../../insights/governance/purge.ts";
import { sweepRemoved } from "../../writer/upkeep/sweep.ts";
import {
  type Command,
  type CommandCall,
  CommandFailure,
  hasFlag,
  textFlag,
  writeAnswer,
} from "../command.ts";
import { chosenOrganization, requireDatabase } from "../stores.ts";
import { count } from "../text/count.ts";
import { openDatabaseOf, openObjectsOf } from "../../stores.ts";

export const PURGE: Command = {
  name: "purge",
  operands: [],
  summary: "Remove a developer for good: records, rows, names; revoke their keys.",
  details:
    "Look at --dry-run first: a purge cannot be undone. A journal in the data directory repeats it when an older " +
    "database is restored.\n\nThe server may be running; it finishes the purge in about a minute: it purges records that " +
    "are still on their way as soon as they are examined, deletes old files, and overwrites what deleted rows have left " +
    "in the database's file. Its log then says: finished a purge.",
  flags: {
    developer: { value: "WHO", summary: "The developer: an e-mail or an id." },
    org: { value: "ORG", summary: "The organization's id or name (default: the only one, or default)." },
    "dry-run": { summary: "Only count what would be removed." },
  },
  reads: "directory",
  run: async (call) => {
    const developer = textFlag(call, "developer");
    if (developer === null)
      throw new CommandFailure("--developer is missing: the e-mail or id of who is to be purged", 2);
    const dryRun = hasFlag(call, "dry-run");
    const { dataDir } = call.loaded.settings;
    requireDatabase(dataDir);
    requireOwner(dataDir);
    const lock = dryRun ? null : lockDirectory(dataDir, "purge");
    try {
      const answer = await purgeDeveloper(call, { developer, dryRun, alone: lock?.ok === true });
      writeAnswer(call, answer, describe(answer));
      return 0;
    } finally {
      if (lock?.ok === true) lock.value.release();
    }
  },
};

interface Asked {
  developer: string;
  dryRun: boolean;
  /** Whether no server runs on the directory. */
  alone: boolean;
}

interface Answer extends Purged {
  organization: string;
  /** Whether nothing is left to a running server; false for a dry run. */
  finished: boolean;
  developer: { id: string; name: string };
  dryRun: boolean;
}

async function purgeDeveloper(call: CommandCall, { developer, dryRun, alone }: Asked): Promise<Answer> {
  const { dataDir } = call.loaded.settings;
  const database = openDatabaseOf({ dataDir }, dryRun ? "read" : "write");
  try {
    if (alone) await prepareDatabase(database);
    const organization = await chosenOrganization(call, database);
    const found = await findDeveloper(database, { organizationId: organization.id, idOrEmail: developer });
    if (found === null)
      throw new CommandFailure(`unknown developer in the organization ${organization.name}: ${developer}`);
    const parts: PurgeParts = {
      database,
      objects: openObjectsOf({ dataDir }),
      clock: call.program.clock,
      journalPath: purgesPath(dataDir),
    };
    const purge = await beginPurge(parts, { organization: organization.id, developer: found.id });
    const purged = await (dryRun ? countPurge(parts, purge) : runPurge(parts, purge));
    if (alone) {
      await sweepRemoved(parts, 0);
      await engineOf(database).compact(database);
    }
    const who = { id: found.id, name: describeDeveloper(found).name };
    return { organization: organization.id, developer: who, dryRun, finished: alone, ...purged };
  } finally {
    await database.destroy();
  }
}

function describe({ developer, dryRun, finished, sessions, records, objects, rows, keys }: Answer): string {
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const what = [
    `${count(records, "record")} in ${count(objects, "object")}`,
    `${count(rowCount, "row")} in ${count(Object.keys(rows).length, "table")}`,
    count(sessions, "session"),
  ].join(", ");
  return dryRun
    ? `A purge of ${developer.name} would remove ${what}, and revoke ${count(keys, "key")}. Nothing was changed.`
    : `${developer.name} was purged: removed ${what}, and revoked ${count(keys, "key")}.${finished ? "" : REST}`;
}

const REST =
  " The running server overwrites what is left in files, in about a minute; its log then says: finished a purge.";
