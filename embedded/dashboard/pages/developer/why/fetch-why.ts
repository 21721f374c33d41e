/** Asks for what a score is compared with, the developer's habits, and their own tasks. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../../address/range.ts";
import { HABITS } from "../../../api/habits.ts";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { useTeamApi } from "../../../api/team.ts";
import { eachInput } from "../../../words/inputs.ts";
import { now } from "../../../words/times.ts";

/** What Skill and its inputs are compared with, and the habits that would raise them. */
export function useCompared(developer: string, days: number) {
  const teamApi = useTeamApi();
  return useQuery({
    queryKey: [HABITS, "compared", developer, days],
    queryFn: async () => {
      const window = windowOf(days, now());
      const [team, { developers }] = await Promise.all([
        ask(teamApi.get({ query: window })),
        ask(api.v1.advisor.habits.get({ query: { ...window, developer } })),
      ]);
      // a shared key has no habits
      const [found = null] = developers;
      return {
        skill: team.scores.skill.median,
        inputs: found === null ? {} : eachInput((input) => found.inputs[input].reference),
        chosen: found?.habits.find(({ habit }) => habit === found.chosen) ?? null,
        habits: found?.habits ?? [],
      };
    },
  });
}

/** What `useCompared` answers. */
export type ComparedFound = NonNullable<ReturnType<typeof useCompared>["data"]>;
export type Habit = ComparedFound["habits"][number];

/** Enough to find two that are alike in size. */
const TASKS_READ = 500;

/** The newest tasks with the value of each input: sizes come from one list, values from another. */
export function useOwnTasks(developer: string, days: number) {
  return useQuery({
    queryKey: ["own tasks", developer, days],
    queryFn: async () => {
      const query = { ...windowOf(days, now()), developer, limit: TASKS_READ };
      const [{ subSessions }, { metrics }] = await Promise.all([
        ask(api.scoring["sub-sessions"].get({ query: { ...query, scoreable: "true" } })),
        ask(api.scoring.metrics.get({ query })),
      ]);
      const values = new Map(metrics.map((row) => [row.subSessionId, row]));
      return subSessions.map((task) => ({
        ...task,
        values: eachInput((input) => values.get(task.id)?.[input] ?? null),
      }));
    },
  });
}

/** A task of a developer, with its inputs. */
export type TaskOfDeveloper = NonNullable<ReturnType<typeof useOwnTasks>["data"]>[number];
