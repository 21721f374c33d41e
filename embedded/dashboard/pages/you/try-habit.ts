/** Notes that the reader saw a habit, and that they begin to try it: its effect counts from then. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import type { Habit } from "../developer/why/fetch-why.ts";

/** Notes once that the habit is on the reader's page. */
export function useSeen({ habit, firstSeenAt }: Pick<Habit, "habit" | "firstSeenAt">): void {
  const { mutate } = useMutation({
    mutationFn: (seen: Habit["habit"]) => ask(api.v1.advisor.seen.post({ habit: seen })),
  });
  const isNew = firstSeenAt === null;
  useEffect(() => {
    if (isNew) mutate(habit);
  }, [habit, isNew, mutate]);
}

/** Begins to try a habit. */
export function useTry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (habit: Habit["habit"]) => ask(api.v1.advisor.tried.post({ habit })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["compared"] }),
  });
}
