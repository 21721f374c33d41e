/**
 * Asks the npm registry which known flaws the packages of bun.lock have:
 *
 *   scripts/run scripts/audit.ts
 *
 * It ends with 1 when there is one that scripts/audit/accepted.ts does not name. Where the registry cannot be asked it
 * says why and ends with 0.
 */
import { join } from "node:path";
import { z } from "zod";
import { ACCEPTED } from "./audit/accepted.ts";
import { judgeAdvisories } from "./audit/judge.ts";

const ADVISORIES = z.record(
  z.string(),
  z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      severity: z.string(),
      vulnerable_versions: z.string(),
    }),
  ),
);

const asked = Bun.spawnSync([process.execPath, "audit", "--json"], { cwd: join(import.meta.dir, "..") });
const text = asked.stdout.toString().trim();
// it ends with 1 both when it found something and when it could not ask, and only the first writes JSON
if (text === "") write(`skipped: the registry gives no list of flaws: ${lastLine(asked.stderr.toString())}`);
else report(ADVISORIES.parse(JSON.parse(text)));

function report(found: z.infer<typeof ADVISORIES>): void {
  const today = new Date().toISOString().slice(0, 10);
  const { standing, accepted, leftOver } = judgeAdvisories(found, ACCEPTED, today);
  for (const flaw of accepted) write(`accepted: ${flaw}`);
  for (const id of leftOver) write(`${id} is accepted and no package has it: take it out of the list`);
  for (const flaw of standing) write(`FOUND: ${flaw}`);
  write(`${standing.length} known flaws, ${accepted.length} more are accepted`);
  if (standing.length > 0) process.exitCode = 1;
}

function lastLine(said: string): string {
  return said.trim().split("\n").at(-1) ?? "";
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
