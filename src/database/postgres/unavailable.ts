/** A PostgreSQL that cannot be reached, or that ended the connection. */

/** Nobody's fault: whoever works waits and tries again. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** States in which the server ends a connection, or takes none: shutting down, starting, crashed, too many. */
const OF_THE_SERVER = /^(08...|57P0[1-5]|53300|25P03)$/;

/** Returns whether the connection is of no more use after a failure. */
export function endsConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = stateOf(error);
  return state === null || OF_THE_SERVER.test(state);
}

/** Returns the state that the server gave an error, five letters and digits; null when it is not the server's. */
export function stateOf(error: Error): string | null {
  const code = "code" in error ? String(error.code) : "";
  // a server's error has a severity; errors of the system have codes such as EPIPE
  return "severity" in error && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}
