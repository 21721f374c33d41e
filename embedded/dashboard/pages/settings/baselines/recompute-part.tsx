/** Holds earlier work against the newest baselines, and shows how far that is. */
import { useState } from "react";
import { Field } from "../../../parts/forms/field.tsx";
import { ProblemLine } from "../../../parts/forms/problem-line.tsx";
import { Word } from "../../../parts/shape.tsx";
import { useRecompute } from "./fetch-recompute.ts";
import { isOver, type RecomputeState, sayRecompute } from "./recompute-data.ts";

const WINDOWS = [
  { days: 30, text: "the last 30 days" },
  { days: 90, text: "the last 90 days" },
  { days: 365, text: "the last year" },
] as const;

export function RecomputePart() {
  const [days, choose] = useState<number>(WINDOWS[0].days);
  const { start, state, problem } = useRecompute();
  const isBusy = start.isPending || (state !== null && !isOver(state) && problem === null);
  return (
    <div className="form">
      <p className="second">
        A new version leaves the scores of earlier work as they are. This puts the newest one on it, so that
        its scores change.
      </p>
      <Field name="Work of">
        {(id) => (
          <select
            id={id}
            className="select wide"
            value={days}
            disabled={isBusy}
            onChange={(event) => choose(Number(event.target.value))}
          >
            {WINDOWS.map((window) => (
              <option key={window.days} value={window.days}>
                {window.text}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button type="button" className="button" disabled={isBusy} onClick={() => start.mutate(days)}>
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
