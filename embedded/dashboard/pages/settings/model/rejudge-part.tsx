/** Has earlier prompts judged again by the model that is set now; what it takes is shown before it is asked. */
import { useState } from "react";
import { ChoiceField } from "../../../parts/forms/choice-field.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { type Estimate, useRejudge, useRejudgings } from "./fetch-rejudge.ts";
import { sayEstimate, sayRejudging } from "./rejudge-data.ts";

const WINDOWS = [
  { value: "30", text: "the last 30 days" },
  { value: "90", text: "the last 90 days" },
  { value: "365", text: "the last year" },
] as const;

type Days = (typeof WINDOWS)[number]["value"];

/** @param canAsk - Whether there is a model that may be asked. */
export function RejudgePart({ isPossible }: { isPossible: boolean }) {
  const [days, choose] = useState<Days>("30");
  const estimate = useRejudge();
  const start = useRejudge();
  const isBusy = estimate.isPending || start.isPending;
  const mayStart = estimate.data !== undefined && estimate.data.prompts > 0 && start.data === undefined;
  const forget = () => {
    estimate.reset();
    start.reset();
  };
  const count = (isDryRun: boolean) => {
    // what was started before does not hold back what is asked for now
    if (isDryRun) forget();
    (isDryRun ? estimate : start).mutate({ days: Number(days), isDryRun });
  };
  return (
    <div className="form">
      <p className="second">
        A new judge model judges only prompts without a grade. Here you can have earlier prompts judged again
        by the model that is set now. The old grades are kept, and the newest are shown.
      </p>
      <ChoiceField
        name="Prompts of"
        choices={WINDOWS}
        chosen={days}
        choose={(chosen) => {
          choose(chosen);
          forget();
        }}
        disabled={isBusy}
      />
      <Found estimate={start.data === undefined ? estimate.data : undefined} />
      <p className="actions">
        <button type="button" className="button" disabled={!isPossible || isBusy} onClick={() => count(true)}>
          {estimate.isPending ? "Counting…" : "What would it take?"}
        </button>
        {mayStart && <Start isBusy={isBusy} start={() => count(false)} />}
      </p>
      <ProblemLine problem={estimate.error ?? start.error} />
    </div>
  );
}

function Found({ estimate }: { estimate: Estimate | undefined }) {
  const newest = useRejudgings().data?.rejudgings[0];
  return (
    <div role="status">
      {estimate !== undefined && <p className="note">{sayEstimate(estimate)}</p>}
      {newest !== undefined && <p className="note">{sayRejudging(newest)}</p>}
    </div>
  );
}

function Start({ isBusy, start }: { isBusy: boolean; start: () => void }) {
  return (
    <button type="button" className="button" disabled={isBusy} onClick={start}>
      {isBusy ? "Asking…" : "Judge again"}
    </button>
  );
}
