/** Asks for what the overview shows; everything at once, so that nothing waits for something else. */
import { useQuery } from "@tanstack/react-query";
import { labelsHere } from "../../address/labels.ts";
import { windowOf } from "../../address/range.ts";
import { filterOf, type Whose } from "../../address/whose.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { useTeamApi } from "../../api/team.ts";
import { sinceFirstWork, type TrendPoint } from "../../charts/trend-points.ts";
import { now } from "../../words/times.ts";
import type { ScoreName } from "./overview-data.ts";

const WEEKS_SHOWN = 12;
const DAYS_SHOWN = 28;

/** How often facts are asked for that change slowly, or cost the server more: most requests of the page are for those. */
const SLOWLY_MS = 300_000;
const SLOWLY = { refetchInterval: SLOWLY_MS, staleTime: SLOWLY_MS };

/** Everyone's scores, with what changed against the period before; null when nobody did anything in the window. */
export function useScores(days: number) {
  const teamApi = useTeamApi();
  return useQuery({
    queryKey: ["overview scores", days],
    queryFn: async () => {
      const query = windowOf(days, now());
      const [team, work] = await Promise.all([
        ask(teamApi.get({ query })),
        // also what does not count: little work is not none
        ask(api.scoring.metrics.get({ query: { ...query, limit: 1 } })),
      ]);
      return work.metrics.length === 0 ? null : team;
    },
  });
}

type TrendQuery = { from: string; to: string; bucket: "auto"; developer?: string };

/** Each score over time. */
export interface Trends {
  bucket: "day" | "week";
  points: Readonly<Record<ScoreName, readonly TrendPoint[]>>;
}

async function readTrends(query: TrendQuery): Promise<Trends> {
  const { bucket, points } = await ask(api.scoring.trends.get({ query }));
  const shown = bucket === "day" ? points.slice(-DAYS_SHOWN) : points;
  const ofScore = (name: ScoreName) =>
    sinceFirstWork(
      shown.map(({ start, subSessions, scoringVersion, scores }) => ({
        start,
        subSessions,
        scoringVersion,
        ...scores[name],
      })),
    );
  return {
    bucket: bucket === "day" ? "day" : "week",
    points: { speed: ofScore("speed"), skill: ofScore("skill"), efficiency: ofScore("efficiency") },
  };
}

/** By week; by day while there are too few weeks to make a line. */
export function useTrends(whose: Whose) {
  return useQuery({
    ...SLOWLY,
    queryKey: ["overview trends", whose],
    queryFn: () => readTrends({ ...windowOf(WEEKS_SHOWN * 7, now()), ...filterOf(whose), bucket: "auto" }),
  });
}

/** What the work cost, how long it waited, and how much of it counts. */
export function useFigures(whose: Whose, days: number) {
  return useQuery({
    ...SLOWLY,
    queryKey: ["overview figures", whose, days],
    queryFn: async () => {
      const query = { ...windowOf(days, now()), ...filterOf(whose) };
      const prompts = api.scoring["prompt-rubric"].prompts;
      const [spend, throttle, work, counted, graded, waiting, all] = await Promise.all([
        ask(api.scoring.spend.get({ query: { ...query, limit: 1 } })),
        ask(api.v1.intelligence.throttle.get({ query: { ...query, limit: 1 } })),
        ask(api.scoring.metrics.get({ query: { ...query, limit: 1 } })),
        ask(api.scoring["sub-sessions"].get({ query: { ...query, scoreable: "true", limit: 1 } })),
        ask(prompts.get({ query: { ...query, status: "scored", limit: 1 } })),
        ask(prompts.get({ query: { ...query, status: "pending", limit: 1 } })),
        ask(prompts.get({ query: { ...query, limit: 1 } })),
      ]);
      return {
        graded: graded.total,
        waiting: waiting.total,
        prompts: all.total,
        spend,
        throttle,
        subSessions: work.total,
        counted: counted.total,
      };
    },
  });
}

/**
 * What is behind the second and third line of a lead's answer.
 *
 * @param whose - null: whom the caller may not read; then nothing is asked.
 */
export function useNext(whose: "everyone" | null, days: number) {
  return useQuery({
    ...SLOWLY,
    enabled: whose !== null,
    queryKey: ["overview next", whose, days],
    queryFn: async () => {
      // habits and budgets are about all work
      if (labelsHere().length > 0) return null;
      const query = windowOf(days, now());
      const [{ team: habits }, { summary }, { budgets }, throttle] = await Promise.all([
        ask(api.v1.advisor.habits.get({ query })),
        ask(api.v1.presence.get({ query: { ...query, limit: 1 } })),
        ask(api.v1.governance.budgets.get()),
        ask(api.v1.intelligence.throttle.get({ query: { ...query, limit: 1 } })),
      ]);
      const hoursLost = throttle.summary.hoursLost ?? 0;
      return { habits, quiet: summary.quiet, budgets, hoursLost };
    },
  });
}

/** What `useNext` answers of everyone. */
export type NextFound = NonNullable<ReturnType<typeof useNext>["data"]>;
/** What `useFigures` answers. */
export type Figures = NonNullable<ReturnType<typeof useFigures>["data"]>;
