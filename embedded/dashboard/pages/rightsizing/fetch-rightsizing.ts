/** Asks for which work another model may do. */
import { useQuery } from "@tanstack/react-query";
import { windowOf } from "../../address/range.ts";
import { filterOf, type Whose } from "../../address/whose.ts";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";
import { now } from "../../words/times.ts";

export function useRightsizing(whose: Whose, days: number) {
  return useQuery({
    queryKey: ["rightsizing", whose, days],
    queryFn: () =>
      ask(api.v1.intelligence.rightsizing.get({ query: { ...windowOf(days, now()), ...filterOf(whose) } })),
  });
}
