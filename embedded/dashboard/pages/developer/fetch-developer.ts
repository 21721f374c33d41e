/** Asks for one developer's scores and sub-sessions. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../address/range.ts";
import { ApiProblem, ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { useTeamApi } from "../../api/team.ts";
import { now } from "../../words/times.ts";

const SHOWN = 25;
const SLOWLY_MS = 300_000;

/** Who it is, and the scores of the window. A developer that the key may not read is a problem of status 404. */
export function useDeveloper(id: string, days: number) {
  return useQuery({
    queryKey: ["developer", id, days],
    queryFn: async () => {
      const query = { ...windowOf(days, now()), developer: id, period: "all" as const, limit: 1 };
      const [{ scores }, { developers }] = await Promise.all([
        ask(api.scoring.scores.get({ query })),
        ask(api.v1.developers.get({ query: { developer: id, limit: 1 } })),
      ]);
      const row = scores[0] ?? null;
      const developer = row?.developer ?? developers[0];
      if (developer === undefined) throw new ApiProblem(404, "There is no such developer.", null);
      return { developer, row };
    },
  });
}

/** How the organization is in the window, without names: its medians mark the scales. */
export function useOrganization(days: number) {
  const teamApi = useTeamApi();
  return useQuery({
    queryKey: ["organization", days],
    queryFn: () => ask(teamApi.get({ query: windowOf(days, now()) })),
    refetchInterval: SLOWLY_MS,
    staleTime: SLOWLY_MS,
  });
}

/** The newest sub-sessions of the window: the titles come from one list, the scores from another. */
export function useSubSessions(developer: string, days: number) {
  return useQuery({
    queryKey: ["developer sub-sessions", developer, days],
    queryFn: async () => {
      const query = { ...windowOf(days, now()), developer, limit: SHOWN };
      const [{ subSessions }, { metrics, total }] = await Promise.all([
        ask(api.scoring["sub-sessions"].get({ query })),
        ask(api.scoring.metrics.get({ query })),
      ]);
      const byId = new Map(subSessions.map((row) => [row.id, row]));
      const rows = metrics.map((row) => {
        const subSession = byId.get(row.subSessionId);
        return { ...row, index: subSession?.index ?? null, title: subSession?.title ?? null };
      });
      return { rows, total, accounts: subSessions };
    },
  });
}

/** What `useSubSessions` answers. */
export type SubSessionList = NonNullable<ReturnType<typeof useSubSessions>["data"]>;
export type SubSessionRow = SubSessionList["rows"][number];
