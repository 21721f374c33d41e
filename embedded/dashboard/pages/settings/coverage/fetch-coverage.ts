/** Asks what each agent's telemetry contains. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../../address/range.ts";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { now } from "../../../words/times.ts";

export function useCoverage(days: number) {
  return useQuery({
    queryKey: ["settings coverage", days],
    queryFn: () => ask(api.v1.admin.coverage.get({ query: windowOf(days, now()) })),
  });
}

export type Coverage = NonNullable<ReturnType<typeof useCoverage>["data"]>;
export type AgentCoverage = Coverage["agents"][number];
