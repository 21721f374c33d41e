/** The labels of sessions. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

export function useLabels() {
  return useQuery({
    queryKey: ["labels"],
    queryFn: async () => (await ask(api.v1.labels.get())).labels,
  });
}
