/** A score: the number, its interval, its scale, what changed, and how it went. */
import { type ReactNode, useContext } from "react";
import { Link } from "wouter";
import { HeldAgainst } from "../../charts/held-against.ts";
import { Scale, USUAL_INTERVAL } from "../../charts/scale.tsx";
import { Spark } from "../../charts/spark.tsx";
import { hasNewFormulaSince, type TrendPoint } from "../../charts/trend-points.ts";
import type { Tick } from "../../words/fifty.ts";
import type { ChangeValue } from "../../words/direction.ts";
import { sayEarned, type SummedParts } from "../../words/earned.ts";
import { formatInterval, formatScore } from "../../words/numbers.ts";
import { Heading, Term } from "../glossary/term.tsx";
import { Change } from "./change.tsx";
import { Learning } from "./learning.tsx";

export interface ScoreCardProps {
  name: string;
  /** A link to what the score rests on. */
  evidence?: ReactNode;
  /** Where the number leads. */
  address: string;
  value: number | null;
  interval: readonly [number, number] | null;
  /** What is in the interval, where that is something else. */
  intervalName?: string;
  change: ChangeValue | null;
  /** The score of the period before. */
  before: number | null;
  /** When the period before began, in milliseconds. */
  beforeFrom?: number;
  /** null while it is not known. */
  trend: { points: readonly TrendPoint[]; bucket: "day" | "week" } | null;
  /** The mark of the scale, if it is not that of now; null for none. */
  tick?: Tick | null;
  /** What it was computed from, where that is a sum. */
  parts?: SummedParts | null;
  /** Why there is no value; asked for only then. */
  missing: MissingScore;
}

/** `learning`: too few sub-sessions yet; `no_value`: an input is missing. */
export type MissingScore =
  { kind: "learning"; counted: number; needed: number } | { kind: "no_value"; reason: string };

export function ScoreCard(props: ScoreCardProps) {
  const { name, evidence, address, value, interval, change, before, trend, missing } = props;
  const { intervalName = USUAL_INTERVAL } = props;
  return (
    <section className="cell c4 score">
      <h2>
        <Heading>{name}</Heading>
        {evidence !== undefined && <span className="evidence">{evidence}</span>}
      </h2>
      {value === null ? (
        <NoScore missing={missing} />
      ) : (
        <>
          <div className="score-number">
            <Link className="score-value" href={address} aria-label={`${name} ${formatScore(value)}`}>
              {formatScore(value)}
            </Link>
            <span className="range">
              {interval === null ? "interval not known" : formatInterval(interval)}
              <span className="quiet">
                of 100
                {interval !== null && (
                  <>
                    , <Term word="interval">{intervalName}</Term>
                  </>
                )}
              </span>
            </span>
          </div>
          <Scale
            name={name}
            value={value}
            interval={interval}
            intervalName={intervalName}
            before={before}
            {...(props.tick !== undefined && { tick: props.tick })}
          />
          <Change change={change} hasNewFormula={hasNewFormula(props)} />
          <Earned parts={props.parts ?? null} />
        </>
      )}
      {trend?.points.some((point) => point.value !== null) === true && <Spark name={name} {...trend} />}
    </section>
  );
}

function hasNewFormula({ trend, beforeFrom = Infinity }: ScoreCardProps): boolean {
  return trend !== null && hasNewFormulaSince(trend.points, beforeFrom);
}

/** How the number follows from sums, where it does. */
function Earned({ parts }: { parts: SummedParts | null }) {
  const baseline = useContext(HeldAgainst);
  return parts === null ? null : <p className="earned second">{sayEarned(parts, baseline)}</p>;
}

function NoScore({ missing }: { missing: MissingScore }) {
  if (missing.kind === "learning") return <Learning {...missing} />;
  return (
    <>
      <div className="score-number">
        <span className="none">No score</span>
      </div>
      <p className="second">{missing.reason}</p>
    </>
  );
}
