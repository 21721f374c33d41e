/** Sends signals to processes that a test started, by their ids. */

/** Kills each of them; those that are gone already are passed over. */
export function killAll(pids: readonly number[]): void {
  signalAll(pids, "SIGKILL");
}

/** Sends a signal to each of them. */
export function signalAll(pids: readonly number[], signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {} // an earlier one took it along
}
