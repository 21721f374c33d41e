/** The notes of all stages, in one folder. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { NotedAttempts } from "./attempts.ts";

const STAGES = ["writer", "normaliser", "metrics"] as const;

/** A note for each stage that may meet something deadly. */
export type StageAttempts = Record<(typeof STAGES)[number], NotedAttempts>;

/**
 * Opens the notes in the folder, made when it is missing.
 *
 * @param isAgain - Whether this same process has worked on them before: then nothing has died.
 */
export function openAttempts(folder: string, { isAgain }: { isAgain: boolean }): StageAttempts {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const after = isAgain ? "thread" : "process";
  const open = (stage: (typeof STAGES)[number]) =>
    new NotedAttempts(join(folder, `${stage}.json`), { after });
  return { writer: open("writer"), normaliser: open("normaliser"), metrics: open("metrics") };
}

/** Closes them; nothing is worked on any more. */
export function closeAttempts(attempts: StageAttempts): void {
  for (const stage of STAGES) attempts[stage].close();
}

/** Forgets what stages were working on that were stopped on purpose. */
export function forgiveAttempts(folder: string): void {
  closeAttempts(openAttempts(folder, { isAgain: true }));
}
