/** When the newest record came that the caller may read. */
import { useQuery } from "@tanstack/react-query";
import { ALL_TIME } from "../address/range.ts";
import { now } from "../words/times.ts";
import { ask } from "./ask.ts";
import { api } from "./client.ts";
import { type NewestRecord, newestOf } from "./newest-of.ts";

const TEN_MINUTES_MS = 600_000;
/** More than anybody's runs of the doctor in a row. */
const LOOKED_AT = 50;

/**
 * Returns null when there is none yet.
 *
 * @param everyMs - How often to ask again.
 */
export function useNewestRecord(everyMs = 15_000) {
  return useQuery({
    queryKey: ["newest record"],
    queryFn: readNewest,
    refetchInterval: everyMs,
    staleTime: everyMs,
  });
}

/** Some agents send no log records: then the newest task shows when something last arrived. */
async function readNewest(): Promise<NewestRecord | null> {
  const to = new Date(now() + TEN_MINUTES_MS).toISOString();
  const query = { from: ALL_TIME, to };
  const [{ logs }, { metrics }] = await Promise.all([
    ask(api.v1.telemetry.logs.get({ query: { ...query, limit: LOOKED_AT } })),
    ask(api.scoring.metrics.get({ query: { ...query, limit: 1 } })),
  ]);
  return newestOf(logs, metrics);
}
