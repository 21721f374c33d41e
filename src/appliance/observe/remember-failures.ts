/** A log that remembers what last went wrong, so that a stage can report it later. */
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log, LogFields } from "../../vocabulary/log.ts";
import type { Failure } from "../../vocabulary/stage.ts";

/** The log of one stage. */
export interface RememberingLog extends Log {
  /** Returns the newest warning or error; null when there was none. */
  lastFailure(): Failure | null;
}

/** Passes everything on to the given log. */
export function rememberFailures(log: Log, clock: Clock): RememberingLog {
  let last: Failure | null = null;
  const remember = (message: string, fields: LogFields): void => {
    const why = fields["reason"] ?? fields["error"] ?? null;
    last = { at: clock(), reason: why === null ? message : `${message}: ${why}` };
  };
  return {
    info: (message, fields) => log.info(message, fields),
    warning(message, fields = {}) {
      remember(message, fields);
      log.warning(message, fields);
    },
    error(message, fields = {}) {
      remember(message, fields);
      log.error(message, fields);
    },
    lastFailure: () => last,
  };
}
