/** This month: what it cost so far, what it will have cost, and its budget. */
import type { UsageForecast } from "../../../../src/insights/usage/usage-answer.ts";
import { labelsHere } from "../../address/labels.ts";
import { axis, tenth } from "../../charts/geometry.ts";
import { Facts } from "../../parts/facts.tsx";
import { Cell } from "../../parts/layout.tsx";
import { Go } from "../../parts/links.tsx";
import { Word } from "../../parts/shape.tsx";
import { formatUsd } from "../../words/numbers.ts";
import { formatDay } from "../../words/times.ts";

export function ForecastCell({ forecast }: { forecast: UsageForecast }) {
  const { from, to, spentUsd, limitUsd, expectedUsd, lowUsd, highUsd, days } = forecast;
  const last = Date.parse(to) - 1;
  return (
    <Cell span={4} title="This month" more={`${formatDay(from)} to ${formatDay(last)}`}>
      <p className="quiet">{expectedUsd === null ? "Spent so far" : "Forecast"}</p>
      <p className="saving">{formatUsd(expectedUsd ?? spentUsd)}</p>
      <Bar forecast={forecast} />
      <Facts
        facts={[
          ["Spent so far", formatUsd(spentUsd)],
          [
            "80 % interval",
            lowUsd === null || highUsd === null
              ? "none yet"
              : `${formatUsd(lowUsd)} to ${formatUsd(highUsd)}`,
          ],
          ["Budget", limitUsd === null ? noBudget() : formatUsd(limitUsd)],
          ...(limitUsd === null
            ? []
            : [["State", <State key="state" forecast={forecast} limitUsd={limitUsd} />] as const]),
        ]}
      />
      <p className="note pad-top">
        {expectedUsd === null
          ? `A forecast needs 14 whole days; there are ${days}.`
          : `From ${days} whole days before today. Tinted: the interval around the forecast${limitUsd === null ? "" : "; tall line: the budget"}.`}{" "}
        <Go href="/governance">Budgets</Go>
      </p>
    </Cell>
  );
}

/** Budgets are of people and models. */
function noBudget(): string {
  return labelsHere().length === 0 ? "none is set" : "none is about labels";
}

function State({ forecast, limitUsd }: { forecast: UsageForecast; limitUsd: number }) {
  const { spentUsd, expectedUsd, lowUsd, highUsd } = forecast;
  if (spentUsd >= limitUsd)
    return (
      <Word shape="diamond" tone="bad">
        spent
      </Word>
    );
  if ((lowUsd ?? 0) > limitUsd || (expectedUsd ?? 0) > limitUsd)
    return (
      <Word shape="diamond" tone="warn">
        forecast over it
      </Word>
    );
  if ((highUsd ?? 0) > limitUsd)
    return (
      <Word shape="half" tone="warn">
        may not hold
      </Word>
    );
  return (
    <Word shape="tick" tone="good">
      holds
    </Word>
  );
}

const WIDTH = 200;

function Bar({
  forecast: { spentUsd, limitUsd, expectedUsd, lowUsd, highUsd },
}: {
  forecast: UsageForecast;
}) {
  const most = Math.max(spentUsd, limitUsd ?? 0, highUsd ?? 0, 0.01) * 1.05;
  const x = axis(0, most, [0, WIDTH]);
  return (
    <svg className="month-bar" viewBox={`0 0 ${WIDTH} 22`} preserveAspectRatio="none" aria-hidden="true">
      <rect className="month-room" x="0" y="6" width={WIDTH} height="10" />
      {lowUsd !== null && highUsd !== null && (
        <rect
          className="month-interval"
          x={tenth(x(lowUsd))}
          y="6"
          width={tenth(x(highUsd) - x(lowUsd))}
          height="10"
        />
      )}
      <rect className="month-spent" x="0" y="6" width={tenth(x(spentUsd))} height="10" />
      {expectedUsd !== null && (
        <rect className="month-expected" x={tenth(x(expectedUsd))} y="3" width="1" height="16" />
      )}
      {limitUsd !== null && (
        <rect className="month-limit" x={tenth(x(limitUsd))} y="0" width="1" height="22" />
      )}
    </svg>
  );
}
