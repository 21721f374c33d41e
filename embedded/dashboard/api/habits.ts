/** Habits: those of a window, and what their person has seen or tries. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { HabitsAnswer } from "../../../src/insights/advisor/habits/habits-answer.ts";
import { windowOf } from "../address/range.ts";
import { filterOf, type Whose } from "../address/whose.ts";
import { useCaller } from "../frame/session-context.ts";
import { now } from "../words/times.ts";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

export type DeveloperHabits = HabitsAnswer["developers"][number];
export type Habit = DeveloperHabits["habits"][number];
export type TeamHabits = NonNullable<HabitsAnswer["team"]>;

/** Begins the keys of queries whose answers hold habits. */
export const HABITS = "habits";

/** Habits of everybody, or with all that is known those of one developer. */
export function useHabits(whose: Whose, days: number) {
  return useQuery({
    queryKey: [HABITS, whose, days],
    queryFn: () =>
      ask(api.v1.advisor.habits.get({ query: { ...windowOf(days, now()), ...filterOf(whose) } })),
  });
}

/** Begins to try a habit for a week; every list shows it. */
export function useTry(habit: Habit["habit"]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(api.v1.advisor.tried.post({ habit })),
    onSuccess: () => client.invalidateQueries({ queryKey: [HABITS] }),
  });
}

/** Whether this developer is the one who is signed in. */
export function useIsSelf(developerId: string): boolean {
  return useCaller().developer?.id === developerId;
}

/**
 * Notes once that the person who is signed in sees a habit or card of their own.
 *
 * @param advice - null for nothing to note.
 */
export function useSeen(advice: { habit: Habit["habit"] } | { card: string } | null): void {
  const name = advice === null ? null : JSON.stringify(advice);
  useEffect(() => {
    if (name === null) return;
    // should it fail, the next page that shows it notes it
    ask(api.v1.advisor.seen.post(JSON.parse(name) as { habit: Habit["habit"] } | { card: string })).catch(
      () => {},
    );
  }, [name]);
}
