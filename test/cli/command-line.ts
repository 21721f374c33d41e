/** Runs the program as a child process, with nothing of this process's environment but what finds programs. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programCommand } from "../../scripts/chaos/victim.ts";
import { compilersHere } from "../../scripts/tests/compilers.ts";
import { openPrepared } from "../database/prepared.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { createFirstKeys, type FirstKeys } from "../../src/identity/first-keys.ts";
import { NOW } from "../identity/identity-database.ts";

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** In an empty folder. */
export function startScoring(args: string[], environment: Record<string, string> = {}) {
  return Bun.spawn([...programCommand(null), ...args], {
    cwd: mkdtempSync(join(tmpdir(), "cli-")),
    env: { PATH: Bun.env["PATH"] ?? "", ...compilersHere(), ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** Runs it to its end: for what only a process can show; `in-process.ts` is quicker. */
export async function scoringProcess(
  args: string[],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const child = startScoring(args, environment);
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, err };
}

/**
 * A data directory as a first start leaves it.
 *
 * @param person - The name of the person who started it; null for a service.
 */
export async function dataDirectory(
  person: string | null = "ada",
): Promise<{ directory: string; keys: FirstKeys }> {
  const directory = mkdtempSync(join(tmpdir(), "scoring-data-"));
  const database = await openPrepared(join(directory, "scoring.db"));
  const keys = await inTransaction(database, "full", (transaction) =>
    createFirstKeys(transaction, person, NOW),
  );
  await database.destroy();
  if (keys === null) throw new Error("a new database had an organization already");
  return { directory, keys };
}
