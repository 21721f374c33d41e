/** A PostgreSQL that cannot be reached, or that ended the connection. */

/** Nobody's fault: whoever works waits and tries again. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** States in which the server ends a connection, or takes none: shutting down, starting, crashed, too many. */
const OF_THE_SERVER = /^(08...|57P0[1-5]|53300|25P03)$/;

/** States of what may be done when it is asked again: conflicts of transactions, no room, a lock that was not got. */
const OF_NOW = /^(40...|53...|57...|58...|55P03)$/;

/** Returns whether the same may succeed later, with nobody changing anything. */
export function passesByItself(error: Error): boolean {
  const state = stateOf(error);
  return state !== null && (OF_THE_SERVER.test(state) || OF_NOW.test(state));
}

/** Certificates that do not fit, as the system calls it. */
const OF_TLS = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** A server of a version that the program does not work with. */
export class OldServer extends Error {
  constructor(version: string, oldest: number) {
    super(`PostgreSQL ${version} is too old: use version ${oldest} or later`);
  }
}

/** Returns whether a connection is refused until somebody changes something. */
export function refusesForGood(error: Error): boolean {
  if (error instanceof OldServer) return true;
  const state = stateOf(error);
  if (state !== null) return !passesByItself(error);
  return "code" in error && OF_TLS.test(String(error.code));
}

/** Returns whether the connection is of no more use after a failure. */
export function endsConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = stateOf(error);
  return state === null || OF_THE_SERVER.test(state);
}

/** Returns whether the server only has no connection left. */
export function hasNoRoom(error: unknown): boolean {
  return error instanceof Error && stateOf(error) === "53300";
}

/** Returns the state that the server gave an error, five letters and digits; null when it is not the server's. */
export function stateOf(error: Error): string | null {
  const code = "code" in error ? String(error.code) : "";
  // a server's error has a severity; errors of the system have codes such as EPIPE
  return "severity" in error && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}
