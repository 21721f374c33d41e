/** Whose fault a failure is: of what was worked on, or of the machine. */
import { type Database, engineOf } from "./engine.ts";

/** As the operating system names failures: ENOSPC. */
const OF_THE_SYSTEM = /^E[A-Z0-9]+$/;

/** Returns whether the work would succeed on something else: then this is set aside, and the rest goes on. */
export function isFaultOfTheWork(database: Database, error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  const failure = engineOf(database).classify(error);
  if (failure !== null) return failure === "bad_values";
  if ("code" in error && OF_THE_SYSTEM.test(String(error.code))) return false;
  return error.cause === undefined || isFaultOfTheWork(database, error.cause);
}
