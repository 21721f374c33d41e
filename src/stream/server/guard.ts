/**
 * The guard between this process and the stream's server: whichever of the two dies, the other does not live on.
 *
 * Bun ends a process that was started with BUN_FEATURE_FLAG_NO_ORPHANS=1 when its parent dies, and that
 * process's children with it. The server is not a Bun program, so a small Bun process is started in its
 * place. Linux keeps what that process asked for when it becomes another program, so there it becomes the
 * server; elsewhere it is between.
 *
 * @see Prctl(2), PR_SET_PDEATHSIG, and execve(2), "Effect on process attributes", read 2026-11.
 */
import { constants } from "node:os";

/** The first argument that makes the executable a guard. */
export const GUARD_COMMAND = "__guard";

/**
 * How to start a guard; the command to be guarded follows.
 *
 * Contract: start it from the main thread (Linux ends it with the thread that started it), with
 * BUN_FEATURE_FLAG_NO_ORPHANS=1 in its environment.
 */
export function guardCommand(): string[] {
  if (Bun.isStandaloneExecutable) return [process.execPath, GUARD_COMMAND];
  return [process.execPath, `${import.meta.dir}/guard-main.ts`];
}

/**
 * Runs the command as this process's only work: signals reach it, and its end is this process's end.
 *
 * @param command - The path of the command and its arguments; it inherits the three standard streams.
 */
export async function runGuard(command: readonly string[]): Promise<never> {
  // a Bun that waits for the server would hold 60 MB
  if (process.platform === "linux") process.execve?.(command[0] ?? "", command, {});
  return standBetween(command);
}

/** Hands SIGTERM and SIGINT on, and exits as the command does. */
async function standBetween(command: readonly string[]): Promise<never> {
  const child = Bun.spawn([...command], { stdio: ["inherit", "inherit", "inherit"] });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => child.kill(signal));
  await child.exited;
  process.exit(child.exitCode ?? 128 + signalNumber(child.signalCode));
}

/** A shell reports a command that a signal ended as 128 and the signal's number. */
function signalNumber(signal: NodeJS.Signals | number | null): number {
  return typeof signal === "string" ? constants.signals[signal] : (signal ?? 0);
}
