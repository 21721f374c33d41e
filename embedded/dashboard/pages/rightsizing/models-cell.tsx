/** What each model cost, which tier it is, and which calls have no price. */
import type { Rightsizing } from "../../../../src/insights/rightsizing/rightsizing-answer.ts";
import { useWhose } from "../../address/whose.ts";
import { sessionsAddress } from "../../address/work-filter.ts";
import { Cell } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatCount, formatShare, NO_VALUE } from "../../words/numbers.ts";

type ModelRow = Rightsizing["models"][number] & { unpriced: number; share: number | null };

export function ModelsCell({ found }: { found: Rightsizing }) {
  const { models, unpricedModels, spendUsd, priceTable } = found;
  const unpriced = new Map(unpricedModels.map(({ model, calls }) => [model, calls]));
  const rows = models.map((model) => ({
    ...model,
    unpriced: unpriced.get(model.model) ?? 0,
    share: spendUsd === 0 || unpriced.get(model.model) === model.calls ? null : model.costUsd / spendUsd,
  }));
  return (
    <Cell span={12} title="What was spent" more="by model, the most expensive first">
      <Table label="Models" rows={rows} keyOf={({ model }) => model ?? ""} columns={COLUMNS} />
      <p className="note under-table">
        Prices as of {priceTable.date}, <span className="mono">{priceTable.sha256.slice(0, 12)}</span>. A dash
        for a tier: the vendor does not say how the model ranks, so no change is recommended for it. Calls
        without a price are not counted; <To href="/settings/coverage">coverage</To> shows how to add one.
      </p>
    </Cell>
  );
}

const COLUMNS: readonly Column<ModelRow>[] = [
  {
    title: "Model",
    grows: true,
    cell: ({ model }) => (model === null ? <span className="quiet">not named</span> : <Model name={model} />),
  },
  { title: "Tier", hidesBelow: 720, cell: ({ tier }) => tier ?? NO_VALUE },
  { title: "Calls", align: "right", cell: ({ calls }) => formatCount(calls) },
  {
    title: "Without a price",
    align: "right",
    hidesBelow: 720,
    cell: ({ unpriced }) => formatCount(unpriced),
  },
  {
    title: "Share of spend",
    align: "right",
    hidesBelow: 720,
    cell: ({ share }) => (share === null ? NO_VALUE : formatShare(share)),
  },
  {
    title: "Cost",
    unit: "USD",
    align: "right",
    cell: ({ costUsd, calls, unpriced }) => (unpriced === calls ? NO_VALUE : costUsd.toFixed(2)),
  },
];

/** Leads to the sessions that called it. */
function Model({ name }: { name: string }) {
  const [whose] = useWhose();
  return (
    <To href={sessionsAddress(whose, { model: name })}>
      <span className="mono">{name}</span>
    </To>
  );
}
