/** Asks how a team's scores are, and for the names where the key may read them; everything at once. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../address/range.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { readPages } from "../../api/read-pages.ts";
import { useTeamApi } from "../../api/team.ts";
import { sinceFirstScore } from "../../charts/fan-points.ts";
import { now } from "../../words/times.ts";
import type { ScoreName } from "../overview/overview-data.ts";
import { fanPoints, type Fans } from "./team-data.ts";

const MOST = 500;
const WEEKS_SHOWN = 12;
const DAYS_SHOWN = 28;

/** How the scores of the window are; with the rows that the key may read: everybody's, or its own developer's. */
export function useTeam(days: number) {
  const teamApi = useTeamApi();
  return useQuery({
    queryKey: ["team", days],
    queryFn: async () => {
      const query = windowOf(days, now());
      const [team, scores] = await Promise.all([
        ask(teamApi.get({ query })),
        readPages(async (place) => {
          const asked = { ...query, period: "all" as const, ...place };
          const { scores: rows, nextCursor } = await ask(api.scoring.scores.get({ query: asked }));
          return { rows, nextCursor };
        }),
      ]);
      return { team, scores };
    },
  });
}

/** What `useTeam` answers. */
export type TeamFound = NonNullable<ReturnType<typeof useTeam>["data"]>;

/** Each score of the people by week; by day while there are too few weeks to make a line. */
export function useFans(ownId: string | null) {
  const teamApi = useTeamApi();
  return useQuery({
    queryKey: ["team trend", ownId],
    queryFn: () => readFans(teamApi, ownId),
  });
}

/**
 * Only the response shows whether the team's trend is by day or week, so the reader's own scores are asked for by
 * both.
 */
async function readFans(teamApi: typeof api.scoring.team, ownId: string | null): Promise<Fans> {
  const query = windowOf(WEEKS_SHOWN * 7, now());
  const [{ bucket, points }, ownWeeks, ownDays] = await Promise.all([
    ask(teamApi.trend.get({ query: { ...query, bucket: "auto" } })),
    readOwn(ownId, { ...query, period: "week" }),
    readOwn(ownId, { ...query, period: "day" }),
  ]);
  const shown = bucket === "day" ? points.slice(-DAYS_SHOWN) : points;
  const rows = bucket === "day" ? ownDays : ownWeeks;
  const ofScore = (name: ScoreName) => sinceFirstScore(fanPoints(name, shown, rows));
  return {
    bucket,
    points: { speed: ofScore("speed"), skill: ofScore("skill"), efficiency: ofScore("efficiency") },
  };
}

async function readOwn(ownId: string | null, query: { from: string; to: string; period: "day" | "week" }) {
  if (ownId === null) return [];
  return (await ask(api.scoring.scores.get({ query: { ...query, developer: ownId, limit: MOST } }))).scores;
}
