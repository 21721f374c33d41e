/** Asks for the baselines in force, and sets new ones. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import type { BaselineWish } from "./baselines-data.ts";

const BASELINES = ["settings baselines"];

export function useBaselines() {
  return useQuery({ queryKey: BASELINES, queryFn: () => ask(api.scoring.baselines.get()) });
}

/** One version of the baselines. */
export type Baselines = NonNullable<ReturnType<typeof useBaselines>["data"]>;

/** Makes a new version; what the wish leaves out stays as it is. */
export function useSetBaselines() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: BaselineWish) => ask(api.scoring.baselines.put(wish)),
    onSuccess: (made) => client.setQueryData(BASELINES, made),
  });
}
