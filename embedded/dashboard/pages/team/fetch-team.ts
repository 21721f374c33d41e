/** Asks how a team's scores lie, and for the names where the key may read them; everything at once. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../address/range.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { placeFan, sinceFirstScore } from "../../charts/fan-points.ts";
import { now } from "../../words/times.ts";
import { SCORE_NAMES } from "../overview/overview-data.ts";
import { fanPoints, type Fans } from "./team-data.ts";

const MOST = 500;
const WEEKS_SHOWN = 12;
const FEWEST_WEEKS = 4;
const DAYS_SHOWN = 28;

/** How the scores of the window lie; with the rows that the key may read: everybody's, or its own developer's. */
export function useTeam(days: number) {
  return useQuery({
    queryKey: ["team", days],
    queryFn: async () => {
      const query = windowOf(days, now());
      const [team, { scores, total }] = await Promise.all([
        ask(api.scoring.team.get({ query })),
        ask(api.scoring.scores.get({ query: { ...query, period: "all" as const, limit: MOST } })),
      ]);
      return { team, scores, rows: total };
    },
  });
}

/** What `useTeam` answers. */
export type TeamFound = NonNullable<ReturnType<typeof useTeam>["data"]>;

/** Each score of the people by week; by day while there are too few weeks to make a line. */
export function useFans(ownId: string | null) {
  return useQuery({
    queryKey: ["team trend", ownId],
    queryFn: async (): Promise<Fans> => {
      const [weeks, days] = await Promise.all([
        readFans("week", WEEKS_SHOWN * 7, ownId),
        readFans("day", DAYS_SHOWN, ownId),
      ]);
      const isLong = SCORE_NAMES.some((name) => placeFan(weeks.points[name]).length >= FEWEST_WEEKS);
      const hasDays = SCORE_NAMES.some((name) => placeFan(days.points[name]).length > 0);
      return isLong || !hasDays ? weeks : days;
    },
  });
}

async function readFans(bucket: "day" | "week", days: number, ownId: string | null): Promise<Fans> {
  const query = windowOf(days, now());
  const [{ points }, rows] = await Promise.all([
    ask(api.scoring.team.trend.get({ query: { ...query, bucket } })),
    ownId === null ? [] : readOwn(ownId, { ...query, period: bucket }),
  ]);
  const ofScore = (name: (typeof SCORE_NAMES)[number]) => sinceFirstScore(fanPoints(name, points, rows));
  return {
    bucket,
    points: { speed: ofScore("speed"), skill: ofScore("skill"), efficiency: ofScore("efficiency") },
  };
}

async function readOwn(developer: string, query: { from: string; to: string; period: "day" | "week" }) {
  return (await ask(api.scoring.scores.get({ query: { ...query, developer, limit: MOST } }))).scores;
}
