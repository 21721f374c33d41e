/** Asks for the agents' settings, and watches what arrives. */
import { useQuery } from "@tanstack/react-query";
import { lastDays } from "../../address/range.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { now } from "../../words/times.ts";

/** How often to look while somebody waits for the first record. */
export const WATCH_MS = 2_000;
const DAYS = 30;

/** The settings of each agent, for the address that this page was opened at. */
export function useAgents() {
  return useQuery({
    queryKey: ["agents"],
    queryFn: async () => (await ask(api.v1.agents.get({ query: { shell: "sh" } }))).agents,
    staleTime: Infinity,
    refetchInterval: false,
  });
}

/** One agent and its settings. */
export type AgentSettings = NonNullable<ReturnType<typeof useAgents>["data"]>[number];

/** How many turns there are, and how many sub-sessions count. */
export function useArrivals() {
  return useQuery({
    queryKey: ["arrivals"],
    queryFn: async () => {
      const query = { ...lastDays(DAYS, now()), limit: 500 };
      const { metrics } = await ask(api.scoring.metrics.get({ query }));
      return {
        turns: metrics.reduce((sum, { turns }) => sum + turns, 0),
        counted: metrics.filter(({ scoreable }) => scoreable).length,
      };
    },
    refetchInterval: WATCH_MS,
    staleTime: WATCH_MS,
  });
}

/** Why senders were refused in the last day; only administrators see it. */
export function useRefused(isAdmin: boolean) {
  return useQuery({
    queryKey: ["refused"],
    queryFn: async () => (await ask(api.v1.admin.status.get())).refusedSenders,
    enabled: isAdmin,
    refetchInterval: WATCH_MS,
    staleTime: WATCH_MS,
  });
}
