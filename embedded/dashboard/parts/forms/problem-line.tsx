/** Why something that was asked for was not done. */
import { Shape } from "../shape.tsx";

/** @remarks Takes null when nothing went wrong; the line is there all the same, so that it is read out. */
export function ProblemLine({ problem }: { problem: Error | null }) {
  return (
    <div aria-live="polite">
      {problem !== null && (
        <p className="field-error">
          <Shape name="cross" />
          <span>{problem.message}</span>
        </p>
      )}
    </div>
  );
}
