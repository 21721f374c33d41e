/**
 * Lets the allocator keep freed memory for a moment.
 *
 * Bodies come and go by the thousand a second. The allocator (mimalloc) gives freed pages back after 10 ms, and each
 * new body faults them in again: a tenth of what the main thread does while it takes bodies of 100 records. How long it
 * keeps them can be told only before the program starts.
 */
import type { Environment } from "../settings/environment.ts";
import { SECOND } from "../vocabulary/units.ts";

const SETTING = "MIMALLOC_PURGE_DELAY";

/**
 * Begins the program anew, in the same process, unless its environment says already how long memory is kept.
 *
 * Takes: the program's own arguments.
 */
export function keepFreedMemory(environment: Environment, args: readonly string[]): void {
  if (environment[SETTING] !== undefined || process.execve === undefined) return;
  const program = Bun.isStandaloneExecutable ? [] : [...process.execArgv, Bun.main];
  const told = { ...environment, [SETTING]: String(SECOND) } as Record<string, string>;
  // the name it was called by is kept: hints repeat it
  process.execve(process.execPath, [process.argv0, ...program, ...args], told);
}
