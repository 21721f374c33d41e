/** Asks for the inputs of Skill: of the window with intervals, and by week; and for what sub-sessions took. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../../address/range.ts";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { now } from "../../../words/times.ts";
import { pickSeries } from "./input-series.ts";

const WEEKS_SHOWN = 12;
const DAYS_SHOWN = 28;

/** Everything at once, so that nothing waits for something else. */
export function useInputs(developer: string, days: number) {
  return useQuery({
    queryKey: ["developer inputs", developer, days],
    queryFn: async () => {
      const window = { ...windowOf(days, now()), developer };
      const [ofWindow, weeks, byDay, { breakdown }] = await Promise.all([
        readPoints({ ...window, bucket: "all" }),
        readPoints({ ...windowOf(WEEKS_SHOWN * 7, now()), developer, bucket: "week" }),
        readPoints({ ...windowOf(DAYS_SHOWN, now()), developer, bucket: "day" }),
        ask(api.scoring["sub-sessions"].rollup.get({ query: window })),
      ]);
      return { values: ofWindow[0]?.inputs ?? null, series: pickSeries(weeks, byDay), breakdown };
    },
  });
}

/** What `useInputs` answers. */
export type InputsFound = NonNullable<ReturnType<typeof useInputs>["data"]>;

type PointsQuery = { from: string; to: string; developer: string; bucket: "all" | "day" | "week" };

async function readPoints(query: PointsQuery) {
  return (await ask(api.scoring["skill-inputs"].get({ query }))).points;
}
