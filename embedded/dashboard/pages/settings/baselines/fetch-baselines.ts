/** Sets new baselines. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { BASELINES, type useBaselines } from "../../../api/baselines.ts";
import type { BaselineWish } from "./baselines-data.ts";

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
