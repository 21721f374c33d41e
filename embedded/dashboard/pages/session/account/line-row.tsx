/** A line of amounts in a table: what was taken and earned on each axis. */
import type { ReactNode } from "react";
import { type Amounts, AXIS_NAMES, type AxisName, formatAmount, type Line } from "./lines.ts";

export const AXIS_TITLES = { tokens: "Tokens", turns: "Prompts", humanTime: "Human time" } as const;

/** On a phone the amounts are under the turn. */
export const WIDE = " p2";

export function Headings({ what }: { what: string }) {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} className="end">
          #
        </th>
        <th scope="col" rowSpan={2}>
          {what} <span className="only-narrow">taken → earned</span>
        </th>
        {AXIS_NAMES.map((axis) => (
          <th key={axis} scope="colgroup" colSpan={2} className={`axis${WIDE}`}>
            {AXIS_TITLES[axis]}
            {axis === "humanTime" && <span className="unit"> s</span>}
          </th>
        ))}
      </tr>
      <tr>
        {AXIS_NAMES.flatMap((axis) =>
          (["took", "earned"] as const).map((side) => (
            <th key={`${axis} ${side}`} scope="col" className={`end ${side}${WIDE}`}>
              {side}
            </th>
          )),
        )}
      </tr>
    </thead>
  );
}

export interface LineRowProps {
  line: Line;
  /** The number of the turn. */
  number?: ReactNode;
  look?: "sum" | "limit";
  children: ReactNode;
}

export function LineRow({ line, number, look, children }: LineRowProps) {
  return (
    <tr className={look}>
      <td className="end quiet">{number ?? <span className="visually-hidden">–</span>}</td>
      <td className="what">
        {children}
        <NarrowAmounts line={line} />
      </td>
      {AXIS_NAMES.map((axis) => (
        <AmountCells key={axis} axis={axis} amounts={line[axis]} />
      ))}
    </tr>
  );
}

function AmountCells({ axis, amounts: { took, earned } }: { axis: AxisName; amounts: Amounts }) {
  return (
    <>
      <td className={`end numbers took${WIDE}`}>{formatAmount(took, axis)}</td>
      <td className={`end numbers${WIDE}`}>{formatAmount(earned, axis)}</td>
    </>
  );
}

/** The amounts where there is no room for columns. */
function NarrowAmounts({ line }: { line: Line }) {
  return (
    <dl className="narrow-amounts">
      {AXIS_NAMES.map((axis) => (
        <div key={axis}>
          <dt>
            {AXIS_TITLES[axis]}
            {axis === "humanTime" && " s"}
          </dt>
          <dd className="numbers">{sayPair(line[axis], axis)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns "60,671 → 53,419": taken, then earned. */
function sayPair({ took, earned }: Amounts, axis: AxisName): string {
  if (took === null) return formatAmount(earned, axis);
  return `${formatAmount(took, axis)} → ${formatAmount(earned, axis)}`;
}
