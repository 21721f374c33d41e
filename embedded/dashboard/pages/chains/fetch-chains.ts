/** Asks for the longest chains of prompts. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../address/range.ts";
import { filterOf, type Whose } from "../../address/whose.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { now } from "../../words/times.ts";

const SHOWN = 50;

export function useChains(whose: Whose, days: number) {
  return useQuery({
    queryKey: ["chains", whose, days],
    queryFn: () => {
      const query = { ...windowOf(days, now()), ...filterOf(whose), limit: SHOWN };
      return ask(api.v1.intelligence["prompt-chains"].get({ query }));
    },
  });
}

export type Chains = NonNullable<ReturnType<typeof useChains>["data"]>;
export type ChainRow = Chains["chains"][number];
