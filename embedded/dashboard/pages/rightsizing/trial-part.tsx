/** Whether a change of model is being tried: begins that, shows what came of it so far, and takes it back. */
import { readsEverybody } from "../../api/session.ts";
import type { Recommendation } from "../../../../src/insights/rightsizing/rightsizing-answer.ts";
import { useCaller } from "../../frame/session-context.ts";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { NO_VALUE } from "../../words/numbers.ts";
import { type ModelTrial, useEndModelTrial, useTryModel } from "./fetch-trials.ts";
import { sayTrial } from "./rightsizing-data.ts";

export interface TrialPartProps {
  change: Recommendation;
  /** null when it is not being tried. */
  trial: ModelTrial | null;
}

export function TrialPart({ change, trial }: TrialPartProps) {
  const mayTry = readsEverybody(useCaller());
  if (trial !== null) return <Running trial={trial} mayEnd={mayTry} />;
  return mayTry ? <Begin change={change} /> : <span className="quiet">{NO_VALUE}</span>;
}

function Begin({ change }: Pick<TrialPartProps, "change">) {
  const begin = useTryModel(change);
  return (
    <>
      <button
        type="button"
        className="button small nowrap"
        disabled={begin.isPending}
        onClick={() => begin.mutate()}
      >
        Try it for a week
      </button>
      <ProblemLine problem={begin.error} />
    </>
  );
}

/** A trial, also one whose change is not recommended any more. */
export function Running({ trial, mayEnd }: { trial: ModelTrial; mayEnd: boolean }) {
  const end = useEndModelTrial(trial.id);
  return (
    <>
      <span>{sayTrial(trial)}</span>
      {mayEnd && (
        <>
          <br />
          <button type="button" className="text-button" disabled={end.isPending} onClick={() => end.mutate()}>
            Take it back
          </button>
        </>
      )}
      <ProblemLine problem={end.error} />
    </>
  );
}
