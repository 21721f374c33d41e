/** The executable, as it was built last. */
import { join } from "node:path";
import { compilersHere } from "../../scripts/tests/compilers.ts";

export const EXECUTABLE = join(import.meta.dir, "../../scoring");

/**
 * Runs a command of it and waits for its end.
 *
 * @returns What it printed.
 * @throws When it failed, with what it complained of.
 */
export async function runToEnd(...args: readonly string[]): Promise<string> {
  const child = Bun.spawn([EXECUTABLE, ...args], {
    env: { PATH: Bun.env["PATH"] ?? "", ...compilersHere() },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`scoring ${args.join(" ")}: ${err}`);
  return out;
}
