/** What arrives, as it arrives. */
import type { NewestRecord } from "../../api/newest-of.ts";
import { Go } from "../../parts/links.tsx";
import { Word } from "../../parts/shape.tsx";
import { now } from "../../words/times.ts";
import { sayArrival, stepsOf } from "./connect-data.ts";
import { useArrivals } from "./fetch-connect.ts";

/** @param newest - The newest record; null: none yet, undefined: not known yet. */
export function Arriving({ newest = null }: { newest: NewestRecord | null | undefined }) {
  const { turns, counted } = useArrivals().data ?? { turns: 0, counted: 0 };
  const arrived = { newest, turns, counted };
  return (
    <div className="waiting">
      <div className="waiting-head" role="status">
        <span className={newest === null ? "pulse" : "pulse still"} aria-hidden="true" />
        <b>{sayArrival(arrived)}</b>
        {turns > 0 && (
          <span className="right">
            <Go href="/">Overview</Go>
          </span>
        )}
      </div>
      <ol className="arrive">
        {stepsOf(arrived, now()).map(({ name, isDone, note }) => (
          <li key={name}>
            <Word shape={isDone ? "tick" : "ring"} tone={isDone ? "good" : "quiet"}>
              {name}
            </Word>
            <span className="quiet">{note}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
