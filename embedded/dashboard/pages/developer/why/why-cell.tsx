/** Why a score is what it is: steps from the organization's median, or the baseline, to it. */
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ScoreRow } from "../../../../../src/scores/answer.ts";
import { useAddressWith, useChangeParameters, useParameter } from "../../../address/range.ts";
import { Cell } from "../../../parts/layout.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { formatSigned } from "../../../words/numbers.ts";
import { SCORE_NAMES, type ScoreName, SCORE_TITLES } from "../../overview/overview-data.ts";
import {
  BETWEEN_ID,
  type Compared,
  sizeOf,
  type Step,
  type Waterfall,
  waterfallOf,
  worstStep,
} from "./waterfall.ts";

/** Which score is explained; Skill unless the address says another. */
export function useExplained(): ScoreName {
  const [asked] = useParameter("why");
  return SCORE_NAMES.find((name) => name === asked) ?? "skill";
}

export interface WhyCellProps {
  row: ScoreRow;
  compared: UseQueryResult<Compared>;
  /** The step whose formula is shown next to it. */
  chosen: string | null;
}

export function WhyCell({ row, compared, chosen }: WhyCellProps) {
  const name = useExplained();
  const value = row[name];
  const title = value === null ? `Why ${SCORE_TITLES[name]} has no value` : `Why ${Math.round(value)}`;
  return (
    <Cell span={8} title={title} more={SCORE_TITLES[name]} right={<ScoreChoice row={row} chosen={name} />}>
      <Loaded query={compared} what="The medians" bones="lines">
        {(found) => <Falls waterfall={waterfallOf(row, name, found)} name={name} chosen={chosen} />}
      </Loaded>
    </Cell>
  );
}

function ScoreChoice({ row, chosen }: { row: ScoreRow; chosen: ScoreName }) {
  const change = useChangeParameters();
  return (
    <Segments
      label="Score to explain"
      choices={SCORE_NAMES.filter((name) => row[name] !== null).map((value) => ({
        value,
        text: SCORE_TITLES[value],
      }))}
      chosen={chosen}
      choose={(value) => change({ why: value === "skill" ? null : value, input: null })}
    />
  );
}

interface FallsProps {
  waterfall: Waterfall | null;
  name: ScoreName;
  chosen: string | null;
}

function Falls({ waterfall, name, chosen }: FallsProps) {
  if (waterfall === null)
    return <p className="second">Below, “What is missing” says what would give it a value.</p>;
  const { startName, startTenths, steps, endName, endTenths } = waterfall;
  const room = roomOf(waterfall);
  const worst = worstStep(waterfall);
  return (
    <>
      <table className="table falls" aria-label={`Steps to ${SCORE_TITLES[name]}`}>
        <colgroup>
          <col className="falls-name" />
          <col />
          <col className="falls-points" />
        </colgroup>
        <tbody>
          <End title={startName} tenths={startTenths} room={room} />
          {steps.map((step) => (
            <tr key={step.id} className={step.id === chosen ? "chosen" : undefined}>
              <td className="falls-step">
                <StepName step={step} isChosen={step.id === chosen} isInput={name === "skill"} />
                {step.id === worst?.id && <span className="tag"> costs most</span>}
                <span className="falls-compares">{step.compares}</span>
              </td>
              <td className="falls-room">
                <Fall step={step} room={room} />
              </td>
              <td className="end">{formatSigned(sizeOf(step) / 10, 1)}</td>
            </tr>
          ))}
          <End title={endName} tenths={endTenths} room={room} />
        </tbody>
      </table>
      <p className="note under-table">
        {name === "skill"
          ? "A step is the weight of an input times its distance from what it is compared with. The steps add up."
          : "A step is what an axis earned against what the baseline usually earns. The steps add up."}
      </p>
    </>
  );
}

/** Inputs lead to their formula and tasks; axes are explained where they are. */
function StepName({ step, isChosen, isInput }: { step: Step; isChosen: boolean; isInput: boolean }) {
  const addressWith = useAddressWith();
  if (!isInput || step.id === BETWEEN_ID) return step.title;
  return (
    <Link
      className="to"
      href={addressWith({ input: step.id })}
      replace
      aria-current={isChosen ? "true" : undefined}
    >
      {step.title}
    </Link>
  );
}

function End({ title, tenths, room }: { title: string; tenths: number; room: Room }) {
  const at = placeIn(tenths, room);
  return (
    <tr className="falls-end">
      <td className="falls-step">{title}</td>
      <td className="falls-room">
        <Mark at={at} />
      </td>
      <td className="end">
        <b>{(tenths / 10).toFixed(1)}</b>
      </td>
    </tr>
  );
}

/** The number next to it says the same. */
function Mark({ at }: { at: number }) {
  return (
    <svg width="100%" height={14} aria-hidden="true">
      <rect className="fill-ink" x={`${at - 0.3}%`} width="0.6%" y={0} height={14} />
    </svg>
  );
}

function Fall({ step, room }: { step: Step; room: Room }) {
  const [from, to] = [placeIn(step.fromTenths, room), placeIn(step.toTenths, room)];
  const left = Math.min(from, to);
  return (
    <svg width="100%" height={14} aria-hidden="true">
      <line className="rule" x1={`${from}%`} x2={`${from}%`} y1={0} y2={14} />
      <rect
        className={sizeOf(step) < 0 ? "fill-down" : "fill-up"}
        x={`${left}%`}
        width={`${Math.max(0.6, Math.abs(to - from))}%`}
        y={1}
        height={12}
        rx={2}
      />
    </svg>
  );
}

/** The part of the scale that is drawn, in tenths. */
interface Room {
  low: number;
  high: number;
}

const MARGIN = 20;

function roomOf({ startTenths, steps, endTenths }: Waterfall): Room {
  const all = [
    startTenths,
    endTenths,
    ...steps.flatMap(({ fromTenths, toTenths }) => [fromTenths, toTenths]),
  ];
  return { low: Math.min(...all) - MARGIN, high: Math.max(...all) + MARGIN };
}

/** In percent of the width. */
function placeIn(tenths: number, { low, high }: Room): number {
  return (100 * (tenths - low)) / (high - low);
}
