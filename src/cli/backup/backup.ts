/** `scoring backup`: everything in one file, also while the server runs. */
import { resolve } from "node:path";
import { type BackedUp, backUp } from "../../appliance/backup/back-up.ts";
import { readOutageNotesOf } from "../../appliance/notes/outages-of.ts";
import { readNotedIn } from "../../appliance/stream/read-noted.ts";
import { noteCommand } from "../audit/note-command.ts";
import { type Command, hasFlag, writeAnswer } from "../command.ts";
import { createProgressLine } from "../text/progress-line.ts";
import { count } from "../text/count.ts";
import { sizeText } from "../../vocabulary/wording/size.ts";

export const BACKUP: Command = {
  name: "backup",
  operands: ["FILE"],
  summary: "Write records, database and settings to one file, also while the server runs.",
  details:
    "Every record that was answered with 200 before the backup began is in it. The file is a tar archive that only " +
    "its owner may read; it replaces an earlier one in a single step, once it is whole. It holds the hashes of keys " +
    "and no secret: the judge model's key, the keys of integrations and the keys of the first start stay out.\n\n" +
    "On engines (PostgreSQL, a bucket, a NATS cluster) it makes the same archive, as of one moment of the database, on any " +
    "machine; without a cluster on that of the server. Large ones are backed up better by the engines' own tools, in this order: " +
    "pg_dump or a standby of PostgreSQL, then versions or a copy of the bucket. What waits in the stream is in a " +
    "snapshot of it (nats stream backup).\n\n" +
    "scoring verify FILE checks it, scoring restore FILE makes a data directory of it. The exit code is 1 when " +
    "records of the directory itself are missing; the backup then holds what is left.",
  flags: {},
  reads: "directory",
  run: async (call) => {
    const [file = ""] = call.operands;
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    const { settings } = call.loaded;
    const backedUp = await backUp(settings, resolve(file), {
      clock: call.program.clock,
      ...(settings.natsUrl.length > 0 && {
        readNoted: () => readNotedIn(settings),
        readOutageNotes: () => readOutageNotesOf(settings),
      }),
      report: (step, share) => line.show(`${step}: ${Math.floor(share * 100)} %`),
    }).finally(() => line.clear());
    const { records, objects, missing } = backedUp;
    const details = { records, objects, missing: missing.length };
    await noteCommand(call, { organization: null, action: "backup_made", details });
    writeAnswer(call, backedUp, describe(backedUp));
    return backedUp.missing.length === 0 ? 0 : 1;
  },
};

function describe({ file, bytes, records, objects, inStream, missing }: BackedUp): string {
  const lines = [`${file}: ${count(records, "record")} in ${count(objects, "object")}, ${sizeText(bytes)}`];
  if (inStream > 0)
    lines.push(
      `${count(inStream, "request")} that no server has written yet, in the stream, copied as it is`,
    );
  if (missing.length > 0)
    lines.push(
      `${count(missing.length, "object")} of the data directory without a file, or without the end of it: ${missing.join(", ")}`,
      "Check the disk; scoring doctor says more. An earlier backup may still have them.",
    );
  return lines.join("\n");
}
