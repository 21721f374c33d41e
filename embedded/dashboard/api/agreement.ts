/** Asks how well the judge model agrees with a careful reader. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "./ask.ts";
import { api } from "./client.ts";

export function useAgreement() {
  return useQuery({
    queryKey: ["agreement"],
    queryFn: () => ask(api.scoring["prompt-rubric"].agreement.get()),
  });
}

/** The model that is set, and what its trial found. */
export type Agreement = NonNullable<ReturnType<typeof useAgreement>["data"]>;
