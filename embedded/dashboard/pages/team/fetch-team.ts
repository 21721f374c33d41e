/** Asks for everybody's scores and sub-sessions; only for who may read everybody's. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../address/range.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { now } from "../../words/times.ts";

const MOST = 500;

/** The scores of all developers with work in the window, and its newest sub-sessions. */
export function useTeam(days: number, mayRead: boolean) {
  return useQuery({
    queryKey: ["team", days],
    enabled: mayRead,
    queryFn: async () => {
      const query = { ...windowOf(days, now()), limit: MOST };
      const [{ scores, total: people }, { metrics, total: subSessions }] = await Promise.all([
        ask(api.scoring.scores.get({ query: { ...query, period: "all" as const } })),
        ask(api.scoring.metrics.get({ query })),
      ]);
      return { scores, people, metrics, subSessions };
    },
  });
}

/** What `useTeam` answers. */
export type Team = NonNullable<ReturnType<typeof useTeam>["data"]>;
