/** The developers whom the caller may choose from. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

const FEW_MINUTES_MS = 300_000;

/** By name; a key that is bound to one developer knows that one alone. */
export function useDevelopers() {
  return useQuery({
    queryKey: ["developers"],
    queryFn: async () => (await ask(api.v1.developers.get({ query: { limit: 500 } }))).developers,
    staleTime: FEW_MINUTES_MS,
    refetchInterval: FEW_MINUTES_MS,
  });
}
