/** Asks for the baselines in force. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

export const BASELINES = ["settings baselines"];

/** The newest version, and what recent work is compared with. */
export function useBaselines() {
  return useQuery({ queryKey: BASELINES, queryFn: () => ask(api.scoring.baselines.get()) });
}
