/** Copies what a directory holds in addition to rows, objects and stream, where the server will use another directory. */
import { constants, existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../vocabulary/whole-file.ts";

/**
 * Of the node that goes on: its settings, what it noted of outages and of what it acknowledged, the journal of purges,
 * where the audit log was, and the key of integrations.
 */
const FILES = [
  "format",
  "scoring.toml",
  "purges.jsonl",
  "outages.jsonl",
  "alive.json",
  "acknowledged.json",
  "audit-heads.json",
  "integration-key",
] as const;

/**
 * Copies the files that are not there.
 *
 * @param from - The directory that they are in.
 * @param to - The directory of the server that goes on; made when it is missing.
 */
export async function moveFiles(from: string, to: string): Promise<void> {
  if (from === to) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of FILES) {
    const isThere = existsSync(join(to, name)) || !existsSync(join(from, name));
    if (!isThere) await copyFile(join(from, name), join(to, name), constants.COPYFILE_EXCL);
  }
  await syncFolder(to);
}
