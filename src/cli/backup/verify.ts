/** `scoring verify`: whether a backup, or the data directory, holds what it says. */
import { resolve } from "node:path";
import { verifyBackup } from "../../appliance/backup/verify-backup.ts";
import { databasePath, hasDatabase } from "../../stores.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { sizeText } from "../../vocabulary/wording/size.ts";
import { checkAudit } from "../audit/check-audit.ts";
import { type Command, type CommandCall, CommandFailure, hasFlag, writeAnswer } from "../command.ts";
import { createProgressLine, type ProgressLine } from "../text/progress-line.ts";
import { checkEngines } from "../doctor/engines/engines.ts";
import { examineDatabase } from "../doctor/database.ts";
import { formatFindings } from "../doctor/finding.ts";
import type { ExitCode } from "../terminal.ts";
import { count } from "../text/count.ts";

export const VERIFY: Command = {
  name: "verify",
  operands: ["[FILE]"],
  summary: "Check a backup, or without FILE everything in the data directory.",
  details:
    "A backup is read whole: every part must have the size and the SHA-256 that its manifest says, and its database " +
    "is unpacked to a temporary folder next to it (or where that cannot be written, the system's) and opened, and its " +
    "audit log is followed from end to end. In the data " +
    "directory the database's file is checked, every frame of every object is unpacked, files and catalogue are " +
    "compared, the books must balance, and every entry of the audit log must follow the one before it; the server may be running.\n\n" +
    "The exit code is 1 when something is wrong.",
  flags: {
    log: {
      value: "FILE",
      summary: "Without FILE: an exported audit log (JSON Lines), whose entries must be there still.",
    },
    org: {
      value: "ORG",
      summary: "With --log: whose log it is (default: the only organization, or default).",
    },
  },
  reads: "settings",
  check(call) {
    if (call.operands.length > 0 && hasFlag(call, "log"))
      throw new CommandFailure("--log is compared with a data directory, not with a backup", 2);
  },
  run: async (call) => {
    const [file] = call.operands;
    const line = createProgressLine(call.speaker, { silent: hasFlag(call, "json") });
    return file === undefined ? verifyDirectory(call, line) : verifyFile(call, resolve(file), line);
  },
};

async function verifyFile(call: CommandCall, file: string, line: ProgressLine): Promise<ExitCode> {
  const show = (bytes: Bytes) => line.show(`${sizeText(bytes)} read`);
  const { header, manifest } = await verifyBackup(file, show).finally(() => line.clear());
  const { parts, objects, records, organizations, missing } = manifest;
  const { audit } = manifest;
  const answer = { file, ...header, parts: parts.length, objects, records, organizations, missing, audit };
  writeAnswer(call, answer, describe(answer));
  return 0;
}

interface Answer {
  file: string;
  version: string;
  madeAt: string;
  parts: number;
  objects: number;
  records: number;
  missing: readonly string[];
}

function describe({ file, version, madeAt, parts, objects, records, missing }: Answer): string {
  const lines = [
    `${file} is whole: ${count(parts, "part")}, ${count(records, "record")} in ${count(objects, "object")}, ` +
      `made ${madeAt} by version ${version}`,
  ];
  if (missing.length > 0)
    lines.push(`when it was made, the data directory had lost parts of ${missing.join(", ")}`);
  return lines.join("\n");
}

async function verifyDirectory(call: CommandCall, line: ProgressLine): Promise<ExitCode> {
  const { settings } = call.loaded;
  const { dataDir } = settings;
  if (!hasDatabase(settings))
    throw new CommandFailure(
      `${databasePath(dataDir)} does not exist: name the data directory with --data-dir, or a backup's file`,
    );
  const report = (frames: number) => line.show(`${frames.toLocaleString("en")} frames read`);
  const engines = await checkEngines(settings, call.program.clock, "reading");
  const surveying = { withinMs: Infinity, report };
  const { stores, isReadable } = await examineDatabase(call, null, { engines, surveying }).finally(() =>
    line.clear(),
  );
  const unreachable = engines.findings.filter(({ state }) => state === "fail");
  const findings = [...stores, ...unreachable, ...(isReadable ? await checkAudit(call) : [])];
  writeAnswer(call, { dataDir, findings }, formatFindings(findings, call.speaker.columns));
  return findings.some(({ state }) => state === "fail") ? 1 : 0;
}
