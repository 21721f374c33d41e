/** Asks the judge model something small, and shows what came of it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../api/ask.ts";
import { api } from "../../../api/client.ts";
import { Callout } from "../../../parts/callout.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { Word } from "../../../parts/shape.tsx";
import { formatCount, formatDuration, formatUsd, NO_VALUE } from "../../../words/numbers.ts";
import { STATUS } from "../status/fetch-status.ts";

function useTestCall() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(api.v1.admin.judge.test.post()),
    // the call counts among the month's
    onSuccess: () => client.invalidateQueries({ queryKey: STATUS }),
  });
}

type Tested = NonNullable<ReturnType<typeof useTestCall>["data"]>;

/** @param canAsk - Whether there is a model that may be asked. */
export function TestCall({ isPossible }: { isPossible: boolean }) {
  const test = useTestCall();
  return (
    <>
      <p className="second">
        One small question in the form that the server uses for prompts. It costs a few tokens and is counted
        like any other.
      </p>
      <p className="actions">
        <button
          type="button"
          className="button"
          disabled={!isPossible || test.isPending}
          onClick={() => test.mutate()}
        >
          {test.isPending ? "Asking the model…" : "Make a test call"}
        </button>
        {!isPossible && <span className="quiet">there is no model to ask</span>}
      </p>
      <ProblemLine problem={test.error} />
      <div role="status">{test.data !== undefined && <Outcome tested={test.data} />}</div>
    </>
  );
}

function Outcome({ tested }: { tested: Tested }) {
  const { model, latencyMs, inputTokens, outputTokens, costUsd, error } = tested;
  if (error !== null)
    return (
      <Callout tone="bad" title="The model gave no usable answer">
        {error.message}
      </Callout>
    );
  return (
    <Facts
      facts={[
        [
          "Answer",
          <Word key="word" shape="tick" tone="good">
            in the expected form
          </Word>,
        ],
        ["Model", model ?? NO_VALUE],
        ["It took", latencyMs === null ? NO_VALUE : formatDuration(latencyMs)],
        ["Tokens", `${count(inputTokens)} read, ${count(outputTokens)} written`],
        ["Cost", costUsd === null ? "its price is not known" : formatUsd(costUsd)],
      ]}
    />
  );
}

function count(tokens: number | null): string {
  return tokens === null ? NO_VALUE : formatCount(tokens);
}
