/** Being asked to stop by Ctrl-C or a supervisor: once to clean up, twice to leave at once. */

/** A wish to stop that has not come yet. */
export interface Interrupt {
  /** Resolves at the first SIGINT, SIGTERM or SIGHUP. */
  asked: Promise<void>;
  /** Leaves the signals to others again. */
  forget(): void;
}

/** The last is what closing the terminal sends. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Begins to listen; until `forget`, a signal does not end the process. */
export function awaitInterrupt(): Interrupt {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAsked = false;
  function ask(): void {
    if (isAsked) process.exit(1);
    isAsked = true;
    resolve();
  }
  for (const signal of SIGNALS) process.on(signal, ask);
  return {
    asked: promise,
    forget() {
      for (const signal of SIGNALS) process.off(signal, ask);
    },
  };
}
