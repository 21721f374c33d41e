/** Each model: its calls, those that nobody can price, and what it cost. */
import { Cell } from "../../../parts/layout.tsx";
import { Table } from "../../../parts/table.tsx";
import { formatCount, formatShare, NO_VALUE } from "../../../words/numbers.ts";
import type { Coverage } from "./fetch-coverage.ts";

export function ModelsCell({ models, priceTable }: Pick<Coverage, "models" | "priceTable">) {
  return (
    <Cell span={12} title="Models and their prices" more={`price table of ${priceTable.date}`}>
      <Table
        label="Models"
        rows={models}
        keyOf={({ model }) => model ?? ""}
        columns={[
          {
            title: "Model",
            grows: true,
            cell: ({ model }) =>
              model === null ? (
                <span className="quiet">not named</span>
              ) : (
                <span className="mono">{model}</span>
              ),
          },
          { title: "Calls", align: "right", hidesBelow: 720, cell: ({ calls }) => formatCount(calls) },
          {
            title: "Without price",
            align: "right",
            cell: ({ unpricedCalls }) => (unpricedCalls === 0 ? "none" : formatCount(unpricedCalls)),
          },
          { title: "Cost", unit: "USD", align: "right", cell: sayCost },
          {
            title: "Price table is off by",
            align: "right",
            hidesBelow: 1280,
            cell: ({ check }) => sayDifference(check?.difference ?? null),
          },
        ]}
      />
      <p className="note pad-top">
        A model that is not in the price table gets its price from the file that{" "}
        <span className="mono">prices_file</span> names. How far the table is off is known where agents report
        a cost of their own; then theirs counts.
      </p>
    </Cell>
  );
}

function sayCost({ calls, unpricedCalls, costUsd }: Coverage["models"][number]): string {
  return calls === unpricedCalls ? NO_VALUE : costUsd.toFixed(2);
}

function sayDifference(difference: number | null): string {
  if (difference === null) return NO_VALUE;
  const way = difference < 0 ? "too little" : "too much";
  return Math.abs(difference) < 0.005 ? "nothing" : `${formatShare(Math.abs(difference))} ${way}`;
}
