/** Holds earlier work against the newest baselines, and shows how far that is. */
import { useState } from "react";
import { ChoiceField } from "../../../parts/forms/choice-field.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { Word } from "../../../parts/shape.tsx";
import { useRecompute } from "./fetch-recompute.ts";
import { isOver, type RecomputeState, sayRecompute } from "./recompute-data.ts";

const WINDOWS = [
  { value: "30", text: "the last 30 days" },
  { value: "90", text: "the last 90 days" },
  { value: "365", text: "the last year" },
] as const;

type Days = (typeof WINDOWS)[number]["value"];

export function RecomputePart() {
  const [days, choose] = useState<Days>("30");
  const { start, state, problem } = useRecompute();
  const isBusy = start.isPending || (state !== null && !isOver(state) && problem === null);
  return (
    <div className="form">
      <p className="second">
        A new version does not change the scores of earlier work. Recomputing applies the newest version to
        it, so its scores change.
      </p>
      <ChoiceField name="Work of" choices={WINDOWS} chosen={days} choose={choose} disabled={isBusy} />
      <button type="button" className="button" disabled={isBusy} onClick={() => start.mutate(Number(days))}>
        {isBusy ? "Recomputing…" : "Recompute earlier work"}
      </button>
      <div role="status">{state !== null && <Progress state={state} />}</div>
      <ProblemLine problem={problem} />
    </div>
  );
}

function Progress({ state }: { state: RecomputeState }) {
  if (isOver(state))
    return (
      <Word
        shape={state.status === "completed" ? "tick" : "cross"}
        tone={state.status === "completed" ? "good" : "bad"}
      >
        {sayRecompute(state)}
      </Word>
    );
  return (
    <>
      <progress
        className="progress"
        aria-label="Recomputed"
        value={state.done}
        max={Math.max(1, state.total)}
      />
      <p className="note">{sayRecompute(state)}</p>
    </>
  );
}
