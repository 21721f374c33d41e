/** Has prompts of the last days judged again, says before what it takes, and asks how far it is. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lastDays } from "../../../address/range.ts";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { now } from "../../../words/times.ts";

const REJUDGINGS = ["rejudgings"];
const ASK_AGAIN_MS = 2_000;

/** @param days - How many days back. */
interface Wish {
  days: number;
  isDryRun: boolean;
}

export function useRejudge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ days, isDryRun }: Wish) =>
      ask(api.scoring["prompt-rubric"].rejudge.post({ ...lastDays(days, now()), dry_run: isDryRun })),
    onSuccess: () => client.invalidateQueries({ queryKey: REJUDGINGS }),
  });
}

/** What it takes, as it was answered. */
export type Estimate = NonNullable<ReturnType<typeof useRejudge>["data"]>;

export function useRejudgings() {
  return useQuery({
    queryKey: REJUDGINGS,
    queryFn: () => ask(api.scoring["prompt-rubric"].rejudge.get()),
    refetchInterval: ({ state }) =>
      state.data?.rejudgings.some(({ status }) => status === "running") === true ? ASK_AGAIN_MS : false,
  });
}

/** One wish, and how far it is. */
export type Rejudging = NonNullable<ReturnType<typeof useRejudgings>["data"]>["rejudgings"][number];
