/** Asks for the changes of model that the team tries; begins one and takes it back. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Recommendation } from "../../../../src/insights/rightsizing/rightsizing-answer.ts";
import { filterOf, type Whose } from "../../address/whose.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";

const TRIALS = "model trials";
const trials = api.v1.intelligence.rightsizing.trials;

export function useModelTrials(whose: Whose) {
  return useQuery({
    queryKey: [TRIALS, whose],
    queryFn: async () => (await ask(trials.get({ query: filterOf(whose) }))).trials,
  });
}

export type ModelTrial = NonNullable<ReturnType<typeof useModelTrials>["data"]>[number];

/** A change as it is tried: the rest of a recommendation is what it rests on. */
export function useTryModel({ kind, model, from, to, segment }: Recommendation) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(trials.post({ kind, model, from, to, segment })),
    onSuccess: () => client.invalidateQueries({ queryKey: [TRIALS] }),
  });
}

export function useEndModelTrial(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(trials({ id }).delete()),
    onSuccess: () => client.invalidateQueries({ queryKey: [TRIALS] }),
  });
}
