/** Asks for one prompt with its checks. */
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";

export function usePrompt(promptId: string) {
  return useQuery({
    queryKey: ["prompt", promptId],
    queryFn: () => ask(api.scoring["prompt-rubric"].prompts({ id: promptId }).get()),
  });
}

/** One prompt as it was answered. */
export type PromptDetail = NonNullable<ReturnType<typeof usePrompt>["data"]>;
export type CheckRow = NonNullable<PromptDetail["checks"]>[number];
