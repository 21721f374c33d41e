/** Logs which agents send, so that whoever connects one sees that it works. */
import type { ExaminedBatch } from "../../normaliser/keep.ts";
import type { Log } from "../../vocabulary/log.ts";

/** Returns what hears of examined batches: it logs each agent once, with its first records since the start. */
export function sayArrivals(log: Log): (batch: Pick<ExaminedBatch, "agents">) => void {
  const known = new Set<string>(["other"]);
  return ({ agents }) => {
    for (const agent of agents.difference(known)) {
      log.info(`receiving from ${agent}`);
      known.add(agent);
    }
  };
}
