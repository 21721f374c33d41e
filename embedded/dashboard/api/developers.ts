/** The developers whom the caller may choose from. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "./ask.ts";
import { api } from "./client.ts";
import { readPages } from "./read-pages.ts";

const FEW_MINUTES_MS = 300_000;

/** By name; a personal key knows only its own developer. */
export function useDevelopers() {
  return useQuery({
    queryKey: ["developers"],
    queryFn: () =>
      readPages(async (place) => {
        const { developers: rows, nextCursor } = await ask(api.v1.developers.get({ query: place }));
        return { rows, nextCursor };
      }),
    staleTime: FEW_MINUTES_MS,
    refetchInterval: FEW_MINUTES_MS,
  });
}
