/** Why something that was asked for was not done. */
import { Shape } from "../shape.tsx";

/** @param problem - null when nothing went wrong; the line still exists, so that screen readers announce it. */
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
