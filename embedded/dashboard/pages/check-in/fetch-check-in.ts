/** Asks for the weekly check-in and the weeks before, and answers it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lastDays } from "../../address/range.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { now } from "../../words/times.ts";

const CHECK_IN = ["check-in"];
/** Twelve whole weeks and this one. */
const DAYS_SHOWN = 12 * 7;

/** @param developer - Whose key this is; null for a shared key, which is asked nothing. */
export function useCheckIn(developer: string | null) {
  return useQuery({
    queryKey: [...CHECK_IN, developer],
    queryFn: async () => {
      const window = lastDays(DAYS_SHOWN, now());
      const [{ weeks }, { scores }] = await Promise.all([
        ask(api.v1.satisfaction.get({ query: window })),
        developer === null
          ? { scores: await readTeamSkill(window) }
          : ask(api.scoring.scores.get({ query: { ...window, developer, period: "week", limit: 100 } })),
      ]);
      return { weeks, scores };
    },
  });
}

/** Everybody's Skill by week, in the shape of a person's scores. */
async function readTeamSkill(window: { from: string; to: string }) {
  const { points } = await ask(
    api.scoring.trends({ score: "skill" }).get({ query: { ...window, bucket: "week" } }),
  );
  return points
    .filter(({ value }) => value !== null)
    .map(({ start, value }) => ({
      periodStart: start,
      speed: null,
      skill: value,
      efficiency: null,
    }));
}

/** The weeks, and the scores of those in which this person worked. */
export type CheckIn = NonNullable<ReturnType<typeof useCheckIn>["data"]>;

export function useAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: { score: number; comment: string | null }) => ask(api.v1.satisfaction.post(answer)),
    onSuccess: () => client.invalidateQueries({ queryKey: CHECK_IN }),
  });
}
