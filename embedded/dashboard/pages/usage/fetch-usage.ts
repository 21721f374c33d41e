/** Asks what is used, in this window and in the equally long one before. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { windowOf } from "../../address/range.ts";
import { filterOf, type Whose } from "../../address/whose.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { DAY_MS, now } from "../../words/times.ts";
import type { Bucket, Cut } from "./usage-data.ts";

export interface UsageAsked {
  whose: Whose;
  days: number;
  by: Cut;
  bucket: Bucket;
}

const ROWS = 50;

export function useUsage({ whose, days, by, bucket }: UsageAsked) {
  return useQuery({
    queryKey: ["usage", whose, days, by, bucket],
    // what was shown stays while another cut is asked for
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const [to, whom] = [now(), filterOf(whose)];
      const [usage, before] = await Promise.all([
        ask(api.scoring.usage.get({ query: { ...windowOf(days, to), ...whom, by, bucket, limit: ROWS } })),
        ask(
          api.scoring.usage.get({
            query: { ...windowOf(days, to - days * DAY_MS), ...whom, by: "agent", bucket, limit: 1 },
          }),
        ),
      ]);
      return { usage, by, days, before: before.total };
    },
  });
}
