/** How long a model's calls took, hour by hour, with the slow stretches in it. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useParameter } from "../../address/range.ts";
import { Latency } from "../../charts/latency/latency.tsx";
import type { LatencyPoint } from "../../charts/latency/latency-runs.ts";
import { Combobox } from "../../parts/combobox/combobox.tsx";
import { Figure } from "../../parts/figure.tsx";
import { Cell } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import type { Column } from "../../parts/table.tsx";
import { formatDuration } from "../../words/numbers.ts";
import { formatMoment } from "../../words/times.ts";
import type { Hourly } from "./fetch-throttle.ts";
import { latencyEpisodes, latencyPoints, modelsOf, sayLatency, type ThrottleEvent } from "./throttle-data.ts";
import { clockName } from "../../words/clock.ts";

export interface LatencyCellProps {
  hourly: UseQueryResult<Hourly>;
  events: readonly ThrottleEvent[];
}

export function LatencyCell({ hourly, events }: LatencyCellProps) {
  const [asked, choose] = useParameter("model");
  const models = hourly.data === undefined ? [] : modelsOf(hourly.data);
  const model = models.includes(asked) ? asked : (models[0] ?? null);
  const named = models.filter((name) => name !== null);
  return (
    <Cell
      span={12}
      title="Latency of model calls, by hour"
      more="last 7 days, seconds"
      right={
        named.length > 1 && (
          <Combobox
            label="Model"
            among={named.map((name) => ({ id: name, name }))}
            all={null}
            chosen={model}
            none="No model has this name."
            choose={choose}
          />
        )
      }
    >
      <Loaded
        query={hourly}
        what="Latency"
        bones="lines"
        empty={(found) =>
          latencyPoints(found, model).length === 0 ? (
            <p className="second">No call of the last 7 days says how long it took.</p>
          ) : null
        }
      >
        {(found) => <Chart hourly={found} model={model} events={events} />}
      </Loaded>
    </Cell>
  );
}

interface ChartProps {
  hourly: Hourly;
  model: string | null;
  events: readonly ThrottleEvent[];
}

function Chart({ hourly, model, events }: ChartProps) {
  const points = latencyPoints(hourly, model);
  const episodes = latencyEpisodes(events, { model, from: hourly.from });
  return (
    <Figure
      caption={
        <>
          {model !== null && (
            <>
              Model <span className="mono">{model}</span>.{" "}
            </>
          )}
          Strong line: median. Thin line: 95th percentile. Tinted: latency spikes, with the minutes lost.
          Hours without calls are left out, not drawn as 0.
        </>
      }
      table={{
        label: "Latency by hour",
        rows: points.toReversed(),
        keyOf: ({ at }) => String(at),
        columns: columnsFor(hourly.to),
      }}
    >
      <Latency
        label={sayLatency(points, episodes)}
        points={points}
        episodes={episodes}
        from={hourly.from}
        to={hourly.to}
      />
    </Figure>
  );
}

const columnsFor = (to: number): readonly Column<LatencyPoint>[] => [
  { title: "Hour", unit: clockName(to), grows: true, cell: ({ at }) => formatMoment(at) },
  { title: "Median", align: "right", cell: ({ median }) => formatDuration(median) },
  { title: "95th percentile", align: "right", cell: ({ high }) => formatDuration(high) },
];
