/** Trials of changes that the time range does not recommend. */
import { readsEverybody } from "../../api/session.ts";
import { useCaller } from "../../frame/session-context.ts";
import { Cell, Row } from "../../parts/layout.tsx";
import type { ModelTrial } from "./fetch-trials.ts";
import { sayWork, sidesOf } from "./rightsizing-data.ts";
import { Running } from "./trial-part.tsx";

export function OtherTrials({ trials }: { trials: readonly ModelTrial[] }) {
  const mayEnd = readsEverybody(useCaller());
  if (trials.length === 0) return null;
  return (
    <Row>
      <Cell span={12} title="Other trials" more="not recommended in this time range">
        <ul className="other-trials">
          {trials.map((trial) => {
            const { from, to } = sidesOf(trial.change);
            return (
              <li key={trial.id}>
                <span className="mono">{from}</span> to <span className="mono">{to}</span>,{" "}
                {sayWork({ segment: trial.change.segment, work: [] })}:{" "}
                <Running trial={trial} mayEnd={mayEnd} />
              </li>
            );
          })}
        </ul>
      </Cell>
    </Row>
  );
}
