/** `scoring purge`: removes a person from the objects, the database and everything made from them. */
import { existsSync } from "node:fs";
import { databasePath, objectsPath, purgesPath } from "../../appliance/layout.ts";
import { ALL_TABLES } from "../../appliance/tables.ts";
import { compact } from "../../database/erase.ts";
import { lockDirectory } from "../../database/lock.ts";
import { openDatabase } from "../../database/open.ts";
import { prepareTables } from "../../database/prepare.ts";
import { findDeveloper } from "../../identity/developers/directory.ts";
import { describeDeveloper } from "../../identity/developers/answer.ts";
import {
  beginPurge,
  countPurge,
  type Purged,
  type PurgeParts,
  runPurge,
} from "../../insights/governance/purge.ts";
import { openFileStore } from "../../objects/file-store.ts";
import { sweepRemoved } from "../../writer/upkeep/sweep.ts";
import {
  type Command,
  type CommandCall,
  CommandFailure,
  hasFlag,
  textFlag,
  writeAnswer,
} from "../command.ts";
import { chosenOrganization } from "../stores.ts";

export const PURGE: Command = {
  name: "purge",
  operands: [],
  summary: "Removes a developer everywhere: records, rows, names; their keys are revoked.",
  details:
    "Look first with --dry-run: what is purged comes back only from a backup, and a journal in the data directory " +
    "purges an older database again. It works beside the server, which finishes it: what is still on its way is " +
    "purged once it is examined, and old files go within a minute.",
  flags: {
    developer: { value: "D", summary: "The developer's id or e-mail." },
    org: { value: "O", summary: "The organization's id or name." },
    "dry-run": { summary: "Counts what would be removed, and changes nothing." },
  },
  reads: "directory",
  run: async (call) => {
    const developer = textFlag(call, "developer");
    if (developer === null) throw new CommandFailure("say whom with --developer: an id or an e-mail", 2);
    const dryRun = hasFlag(call, "dry-run");
    const { dataDir } = call.loaded.settings;
    const lock = dryRun ? null : lockDirectory(dataDir);
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
  developer: { id: string; name: string };
  dryRun: boolean;
}

async function purgeDeveloper(call: CommandCall, { developer, dryRun, alone }: Asked): Promise<Answer> {
  const { dataDir } = call.loaded.settings;
  const path = databasePath(dataDir);
  if (!existsSync(path)) throw new CommandFailure(`${path} does not exist; start scoring serve once`);
  const database = openDatabase(path, dryRun ? "read" : "write");
  try {
    if (alone) await prepareTables(database, ALL_TABLES);
    const organization = await chosenOrganization(call, database);
    const found = await findDeveloper(database, { organizationId: organization.id, idOrEmail: developer });
    if (found === null) throw new CommandFailure(`${organization.name} has no developer ${developer}`);
    const parts: PurgeParts = {
      database,
      objects: openFileStore(objectsPath(dataDir)),
      clock: call.program.clock,
      journalPath: purgesPath(dataDir),
      turn: async () => {},
    };
    const purge = await beginPurge(parts, { organization: organization.id, developer: found.id });
    const purged = await (dryRun ? countPurge(parts, purge) : runPurge(parts, purge));
    if (alone) {
      await sweepRemoved(parts, 0);
      await compact(database);
    }
    const who = { id: found.id, name: describeDeveloper(found).name };
    return { organization: organization.id, developer: who, dryRun, ...purged };
  } finally {
    await database.destroy();
  }
}

function describe({ developer, dryRun, sessions, records, objects, rows, keys }: Answer): string {
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const what =
    `${records} records in ${objects} objects, ${rowCount} rows in ${Object.keys(rows).length} tables, ` +
    `sessions: ${sessions}, keys that lose their force: ${keys}`;
  return dryRun
    ? `${developer.name} would lose ${what}; nothing was changed`
    : `${developer.name} is purged: ${what}`;
}
