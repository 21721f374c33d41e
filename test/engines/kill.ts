/** Ends processes that a test started, by their ids. */

/** Kills each of them; those that are gone already are passed over. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, "SIGKILL");
    } catch {} // an earlier one took it along
}
