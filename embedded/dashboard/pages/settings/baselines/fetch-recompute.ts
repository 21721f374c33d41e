/** Applies the newest baselines to earlier work, and asks how far that has come. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { lastDays } from "../../../address/range.ts";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { now } from "../../../words/times.ts";
import { isOver } from "./recompute-data.ts";

const ASK_AGAIN_MS = 1_000;

/**
 * Returns the function that starts it, and its progress; null before it was started.
 *
 * @param days - How many days back.
 */
export function useRecompute() {
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: (days: number) => ask(api.scoring.metrics.recompute.post(lastDays(days, now()))),
  });
  const id = start.data?.id ?? null;
  const asked = useQuery({
    queryKey: ["recompute", id],
    queryFn: () => ask(api.scoring.metrics.recompute({ id: id ?? "" }).get()),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data) ? false : ASK_AGAIN_MS),
  });
  const state = id === null ? null : (asked.data ?? start.data ?? null);
  const isDone = state !== null && isOver(state);
  useEffect(() => {
    // every score may be another one now
    if (isDone) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "recompute" });
  }, [isDone, client]);
  return { start, state, problem: start.error ?? asked.error };
}
