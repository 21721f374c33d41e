/** At which hours of the week time is lost. */
import type { ThrottleAnswer } from "../../../../src/insights/throttle/throttle-answer.ts";
import { type HeatCell, hourName, onClock } from "../../charts/heat/heat-cells.ts";
import { HeatKey, HeatMap } from "../../charts/heat/heat-map.tsx";
import { Figure } from "../../parts/figure.tsx";
import { Cell } from "../../parts/layout.tsx";
import type { Column } from "../../parts/table.tsx";
import { clockName } from "../../words/clock.ts";
import { now } from "../../words/times.ts";
import { heatCells, sayCell, sayWeek } from "./throttle-data.ts";

const SLOT_HOURS = 2;

export function WeekCell({ answer, days }: { answer: ThrottleAnswer; days: number }) {
  const clock = clockName(now());
  const cells = heatCells(answer.week);
  const lossy = cells.filter(({ minutes }) => minutes >= 0.5);
  return (
    <Cell span={8} title="When the hours are lost" right={<HeatKey />}>
      <Figure
        caption={
          <>
            Minutes lost in {days} days by weekday and hour, {clock}. A dot: nobody called a model. Outlined:
            in three of four weeks people stop here after trouble more often than by chance.
          </>
        }
        table={{
          label: "Minutes lost by hour of the week",
          rows: lossy.toSorted((left, right) => right.minutes - left.minutes),
          keyOf: ({ weekday, hour }) => hourName(weekday, hour),
          columns: columnsFor(clock),
        }}
      >
        <HeatMap
          label={sayWeek(cells, days)}
          cells={cells}
          outlined={answer.windows.map((slot) => ({ ...slot, ...onClock(slot), hours: SLOT_HOURS }))}
          nameOf={sayCell}
          none="nobody called a model"
        />
      </Figure>
    </Cell>
  );
}

const columnsFor = (clock: string): readonly Column<HeatCell>[] => [
  { title: "Hour", unit: clock, grows: true, cell: ({ weekday, hour }) => hourName(weekday, hour) },
  { title: "Lost", unit: "min", align: "right", cell: ({ minutes }) => Math.round(minutes) },
];
