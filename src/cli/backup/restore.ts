/** `scoring restore`: a data directory made of a backup. */
import { resolve } from "node:path";
import { restore, type Restored } from "../../appliance/backup/restore.ts";
import { noteCommand } from "../audit/note-command.ts";
import { type Command, hasFlag, textFlag, writeAnswer } from "../command.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { count } from "../text/count.ts";
import { quoted } from "../text/quoted.ts";
import { sizeText } from "../../vocabulary/wording/size.ts";

export const RESTORE: Command = {
  name: "restore",
  operands: ["FILE"],
  summary: "Restore a backup into a new or empty data directory.",
  details:
    "The whole backup is checked before anything is written; one that is cut or changed is refused. After a restore " +
    "was interrupted, no other command accepts the directory: run the restore again.\n\n" +
    "People who were purged after the backup was made are in it. Give the purges.jsonl of the newer data directory " +
    "with --purges, and they are purged again before the restore ends.\n\n" +
    "The judge model's key and the keys of integrations are in no backup: set them again.",
  flags: {
    purges: { value: "FILE", summary: "The purges.jsonl of the data directory that this one replaces." },
  },
  reads: "new_directory",
  run: async (call) => {
    const [file = ""] = call.operands;
    const { dataDir } = call.loaded.settings;
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    const purges = textFlag(call, "purges");
    const restored = await restore(dataDir, resolve(file), {
      clock: call.program.clock,
      purges: purges === null ? null : resolve(purges),
      report: (step, bytes) => line.show(`${step}: ${sizeText(bytes)}`),
    }).finally(() => line.clear());
    const details = { madeAt: restored.madeAt, purges: restored.purges };
    await noteCommand(call, { organization: null, action: "backup_restored", details });
    writeAnswer(call, { dataDir, ...restored }, describe(dataDir, restored));
    return 0;
  },
};

function describe(dataDir: string, restored: Restored): string {
  const { madeAt, version, objects, records, organizations, purges, missing, addresses } = restored;
  const lines = [
    `${dataDir}: ${count(records, "record")} in ${count(objects, "object")} of ${count(organizations, "organization")}, ` +
      `as of ${madeAt}, from a backup by version ${version}`,
  ];
  if (purges > 0) lines.push(`${count(purges, "purge")} repeated`);
  if (missing.length > 0)
    lines.push(`when the backup was made, these had been lost already: ${missing.join(", ")}`);
  for (const [name, address] of Object.entries(addresses))
    lines.push(
      `scoring.toml came with the backup and has the server connect to ${printable(address)} (${name}): ` +
        "look at it before you start the server",
    );
  lines.push(`Start the server: scoring serve --data-dir ${quoted(dataDir)}`);
  return lines.join("\n");
}

/** A backup may come from anywhere; what it holds must not move the terminal's cursor. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?");
}
