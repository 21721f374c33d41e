/** One change of model: for which work, what it saves, on what evidence, and what that takes for granted. */
import type { ReactNode } from "react";
import type { Recommendation } from "../../../../src/insights/rightsizing/rightsizing-answer.ts";
import { sessionAddress } from "../../address/session-address.ts";
import { Facts } from "../../parts/facts.tsx";
import { Cell, Row } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { type ShapeName, type Tone, Word } from "../../parts/shape.tsx";
import { formatCount, formatUsd } from "../../words/numbers.ts";
import { costSides, moneyOf, reachedSides, sayEvidence, sayWork, sidesOf } from "./rightsizing-data.ts";
import { SideBars } from "./side-bars.tsx";

export function RecommendationRow({ recommendation }: { recommendation: Recommendation }) {
  const { assumptions, evidence } = recommendation;
  return (
    <Row>
      <Cell span={8} title={<Change recommendation={recommendation} />} more={sayWork(recommendation)}>
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
      </Cell>
      <Cell span={4}>
        <Money recommendation={recommendation} />
        <Examples examples={recommendation.examples} />
      </Cell>
    </Row>
  );
}

function Change({ recommendation }: { recommendation: Recommendation }): ReactNode {
  const { from, to } = sidesOf(recommendation);
  return (
    <>
      <span className="mono">{from}</span> to <span className="mono">{to}</span>
    </>
  );
}

const GRADES: Readonly<Record<Recommendation["evidence"], readonly [ShapeName, Tone, string]>> = {
  A: ["tick", "good", "A, shown on both"],
  B: ["half", "warn", "B, tried on both"],
  C: ["ring", "quiet", "C, a hypothesis"],
};

function Money({ recommendation }: { recommendation: Recommendation }) {
  const { evidence, subSessions } = recommendation;
  const { name, usd } = moneyOf(recommendation);
  const [shape, tone, word] = GRADES[evidence];
  return (
    <>
      <p className="quiet">{name}</p>
      <p className="saving">{usd}</p>
      <Facts
        facts={[
          [
            "Evidence",
            <Word key="evidence" shape={shape} tone={tone}>
              {word}
            </Word>,
          ],
          ["Tasks", formatCount(subSessions)],
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
