/** The signals that a server obeys. */
import { closeSync, openSync } from "node:fs";

/** Who asked for what so far, and what asks next. */
export interface ServerSignals {
  /** Resolves at the first SIGTERM or SIGINT. The second one ends the process at once: what was acknowledged is on disk. */
  stop: Promise<void>;
  /** Reports every SIGHUP from now on, and the one that came before. */
  whenHungUp(report: () => void): void;
}

/** @param isPerson - Whether a person started it on a terminal. */
export function hearSignals(isPerson: boolean): ServerSignals {
  const { promise: stop, resolve } = Promise.withResolvers<void>();
  let asked = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1);
      asked = true;
      resolve();
    });
  }
  let [waits, report]: [boolean, (() => void) | null] = [false, null];
  process.on("SIGHUP", () => {
    // whoever closes the window means the end, as it is for every program in it
    if (isPerson && !hasTerminal()) return resolve();
    if (report === null) waits = true;
    else report();
  });
  return {
    stop,
    whenHungUp(listener) {
      report = listener;
      if (waits) listener();
    },
  };
}

/** A terminal that was closed is taken from its processes before they hear of it. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
