/** What a change of model unfolds to: on what evidence, what that takes for granted, and the most expensive tasks. */
import type { Recommendation } from "../../../../src/insights/rightsizing/rightsizing-answer.ts";
import { sessionAddress } from "../../address/session-address.ts";
import { Facts } from "../../parts/facts.tsx";
import { To } from "../../parts/links.tsx";
import { formatCount, formatUsd } from "../../words/numbers.ts";
import { costSides, moneyOf, reachedSides, sayEvidence, sayRange } from "./rightsizing-data.ts";
import { SideBars } from "./side-bars.tsx";

export function RecommendationDetails({ recommendation }: { recommendation: Recommendation }) {
  const { assumptions, evidence } = recommendation;
  return (
    <div className="change-details">
      <div>
        <p className="second">{sayEvidence(recommendation)}</p>
        <SideBars title="Reached their goal" sides={reachedSides(recommendation)} />
        <SideBars title="Cost" sides={costSides(recommendation)} />
        <h3 className="input-name pad-top">What this assumes</h3>
        <ul className="assumptions">
          {/* the first of a hypothesis says that it is one, as the sentence above does */}
          {assumptions.slice(evidence === "C" ? 1 : 0).map((assumption) => (
            <li key={assumption}>{assumption}</li>
          ))}
        </ul>
      </div>
      <div>
        <Money recommendation={recommendation} />
        <Examples examples={recommendation.examples} />
      </div>
    </div>
  );
}

function Money({ recommendation }: { recommendation: Recommendation }) {
  const { name, usd } = moneyOf(recommendation);
  return (
    <>
      <p className="quiet">{name}</p>
      <p className="saving">{usd}</p>
      <Facts
        facts={[
          ["From twice the second tries to none", sayRange(recommendation)],
          ["Tasks", formatCount(recommendation.subSessions)],
        ]}
      />
    </>
  );
}

function Examples({ examples }: Pick<Recommendation, "examples">) {
  if (examples.length === 0) return null;
  return (
    <>
      <h3 className="input-name pad-top">The most expensive of them</h3>
      <ul className="examples">
        {examples.map(({ subSessionId, sessionId, title, firstTurn, costUsd }) => (
          <li key={subSessionId}>
            <span className="example-title">
              <To href={sessionAddress(sessionId, { turn: firstTurn })}>
                {title ?? "Prompt withheld by the agent"}
              </To>
            </span>
            <span className="example-cost">{formatUsd(costUsd)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
