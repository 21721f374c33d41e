/** When the newest record came that the caller may read. */
import { useQuery } from "@tanstack/react-query";
import { ALL_TIME } from "../address/range.ts";
import { agentName } from "../words/agents.ts";
import { now } from "../words/times.ts";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

/** The newest record: when, and what sent it. */
export interface NewestRecord {
  at: string;
  sender: string;
}

const TEN_MINUTES_MS = 600_000;
/** What `scoring doctor` sends to see that the server takes records: no agent's. */
const CANARY = "scoring-doctor";
/** More than anybody's runs of the doctor in a row. */
const LOOKED_AT = 50;

/** Gives: null when there is none yet. Takes: how often to ask again. */
export function useNewestRecord(everyMs = 15_000) {
  return useQuery({
    queryKey: ["newest record"],
    queryFn: readNewest,
    refetchInterval: everyMs,
    staleTime: everyMs,
  });
}

/** Some agents send no log records: then it is the newest piece of work that tells. */
async function readNewest(): Promise<NewestRecord | null> {
  const to = new Date(now() + TEN_MINUTES_MS).toISOString();
  const query = { from: ALL_TIME, to };
  const [{ logs }, { metrics }] = await Promise.all([
    ask(api.v1.telemetry.logs.get({ query: { ...query, limit: LOOKED_AT } })),
    ask(api.scoring.metrics.get({ query: { ...query, limit: 1 } })),
  ]);
  const agents = logs.filter(({ resource }) => resource["service.name"] !== CANARY);
  const found = [
    ...agents.map(({ timestamp, resource }) => ({ at: timestamp, sender: senderOf(resource) })),
    ...metrics.map(({ endedAt, agent }) => ({ at: endedAt, sender: agentName(agent) })),
  ];
  return found.toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at))[0] ?? null;
}

function senderOf(resource: Readonly<Record<string, unknown>>): string {
  const [name, version] = [resource["service.name"], resource["service.version"]];
  if (typeof name !== "string") return "a sender without a name";
  return typeof version === "string" ? `${name} ${version}` : name;
}
