/** Whose fault a failure is: of what was worked on, or of the machine. */

/** Values that a table does not take; every other failure of the database comes from the disk, or from a bug in a query. */
const OF_VALUES = /^SQLITE_(CONSTRAINT|MISMATCH|RANGE|TOOBIG)/;
/** As the database and the operating system name failures: SQLITE_FULL, ENOSPC. */
const OF_THE_MACHINE = /^(SQLITE_\w+|E[A-Z0-9]+)$/;

/** Whether the work would succeed on something else: then this is set aside, and the rest goes on. */
export function isFaultOfTheWork(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (OF_THE_MACHINE.test(code)) return OF_VALUES.test(code);
  return error.cause === undefined || isFaultOfTheWork(error.cause);
}
