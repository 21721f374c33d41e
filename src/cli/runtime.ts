/**
 * Sets how much memory the allocator and the garbage collector should hold, and when code is compiled for the last
 * time. All are set by the environment, and read it only when a program starts.
 *
 * Bodies come and go by the thousand a second. The allocator (mimalloc) gives freed pages back after 10 ms, and each
 * new body faults them in again: a tenth of what the main thread does while it takes bodies of 100 records. The
 * collector (JavaScriptCore) lets each thread's garbage grow in proportion to the memory of the machine.
 */
import { totalmem } from "node:os";
import type { Environment } from "../settings/environment.ts";
import { type Bytes, type Milliseconds, SECOND } from "../vocabulary/units.ts";

/**
 * The machine that the collector is to think it runs on. The collector runs all the time when it holds nearly that
 * much. Measured with half of this: the first fill of 25,000 turns took 31 processor seconds instead of 23, and all
 * processes held 570 MB at its end instead of 720.
 */
const MACHINE_BYTES: Bytes = 1024 * 1024 * 1024;

/**
 * How often code runs until it is compiled a third time; ten times JavaScriptCore's own number. With that one a body
 * of ten records of live work costs 4 ms in the compiler's threads in the first minutes, with this one 1 ms, and the
 * other threads need no more. Under full load all that matters runs so often within seconds.
 */
const RUNS_UNTIL_OPTIMIZED = 1_000_000;

/**
 * How often Bun collects garbage and gives pages back although nobody needs room. At its own interval, a second, an idle
 * program takes 5.7 % of a core, at this one 2 to 3 %; a body of live work costs a seventh less, for some 20 MB more.
 */
const TIDY_EVERY_MS: Milliseconds = 5 * SECOND;

/** The variables that the program starts with; one that is set already is kept. */
const RUNTIME: Readonly<Record<string, string>> = {
  MIMALLOC_PURGE_DELAY: String(SECOND),
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: String(TIDY_EVERY_MS),
  BUN_GC_TIMER_INTERVAL: String(TIDY_EVERY_MS),
  BUN_JSC_forceRAMSize: String(Math.min(MACHINE_BYTES, totalmem())),
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: String(RUNS_UNTIL_OPTIMIZED),
  BUN_JSC_thresholdForFTLOptimizeSoon: String(RUNS_UNTIL_OPTIMIZED),
};

/**
 * Begins the program anew, in the same process, unless its environment already says all of it.
 *
 * @param args - The program's own arguments. What the environment says is kept.
 */
export function tuneRuntime(environment: Environment, args: readonly string[]): void {
  const isSet = Object.keys(RUNTIME).every((name) => environment[name] !== undefined);
  if (isSet || process.execve === undefined) return;
  const program = Bun.isStandaloneExecutable ? [] : [...process.execArgv, Bun.main];
  // the name it was called by is kept: hints repeat it
  process.execve(process.execPath, [process.argv0, ...program, ...args], { ...RUNTIME, ...environment });
}
