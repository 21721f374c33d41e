/** Has a prompt judged now that waits, or on which the judge model failed. */
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { type PromptDetail, useJudgeAgain } from "./fetch-prompt.ts";

export function JudgeAgain({ prompt }: { prompt: PromptDetail }) {
  const judging = useJudgeAgain(prompt);
  if (prompt.promptText === null || (prompt.status !== "failed" && prompt.status !== "pending")) return null;
  const verb = prompt.status === "failed" ? "Judge again" : "Judge it now";
  return (
    <>
      <p className="actions pad-top">
        <button
          type="button"
          className="button"
          disabled={judging.isPending}
          onClick={() => judging.mutate()}
        >
          {judging.isPending ? "Asking the model…" : verb}
        </button>
      </p>
      <ProblemLine problem={judging.error} />
    </>
  );
}
