/** What changed against the period before; a direction is claimed only when the interval leaves 0 out. */
import { type ChangeValue, DIRECTION_WORDS, directionOf } from "../../words/direction.ts";
import { formatSigned } from "../../words/numbers.ts";
import { Shape } from "../shape.tsx";

export interface ChangeProps {
  /** null when there is nothing to compare with. */
  change: ChangeValue | null;
  /** Whether the period before has another formula. */
  hasNewFormula?: boolean;
}

export function Change({ change, hasNewFormula = false }: ChangeProps) {
  if (change === null)
    return (
      <p className="change quiet">
        {hasNewFormula
          ? "Not compared across the change of formula"
          : "Nothing to compare with in the period before"}
      </p>
    );
  const { value, interval } = change;
  const direction = directionOf(change);
  // an end that is rounded to 0 would look like no change
  const decimals = interval?.some((end) => Math.abs(end) < 0.5) === true ? 1 : 0;
  return (
    <p className="change">
      <Shape name={direction} tone={direction === "same" ? "quiet" : undefined} />
      <b>{formatSigned(value, decimals)}</b>
      {interval !== null && (
        <span>
          ({formatSigned(interval[0], decimals)} to {formatSigned(interval[1], decimals)})
        </span>
      )}
      <span className="quiet">{interval === null ? "interval not known" : DIRECTION_WORDS[direction]}</span>
    </p>
  );
}
