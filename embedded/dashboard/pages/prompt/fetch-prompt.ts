/** Asks for one prompt with its checks, and has it judged again. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../api/ask.ts";
import { api } from "../../api/client.ts";

const keyOf = (promptId: string) => ["prompt", promptId];

export function usePrompt(promptId: string) {
  return useQuery({
    queryKey: keyOf(promptId),
    queryFn: () => ask(api.scoring["prompt-rubric"].prompts({ id: promptId }).get()),
  });
}

/** One prompt as it was answered. */
export type PromptDetail = NonNullable<ReturnType<typeof usePrompt>["data"]>;
export type CheckRow = NonNullable<PromptDetail["checks"]>[number];

/** Has a prompt judged now, by what is stored of it; the marks are stored on it. */
export function useJudgeAgain({ promptId, promptText, sessionId, turnIndex }: PromptDetail) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      ask(
        api.scoring["prompt-rubric"].score.post({
          prompt_text: promptText ?? "",
          session_id: sessionId,
          turn_index: turnIndex,
          prompt_id: promptId,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(promptId) }),
  });
}
