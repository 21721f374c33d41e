/** Which models are slow or fail, and what evidence there is. */
import type { ThrottleAnswer } from "../../../../src/insights/throttle/throttle-answer.ts";
import { Cell } from "../../parts/layout.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatCount, formatShare } from "../../words/numbers.ts";
import { saySignals } from "./throttle-data.ts";

type ModelRow = ThrottleAnswer["models"][number];

/** More than these are a long tail. */
const MODELS_SHOWN = 8;

export function ModelsCell({ answer }: { answer: ThrottleAnswer }) {
  return (
    <Cell span={4} title="By model" more="calls in a latency spike">
      <Table
        label="Time lost by model"
        rows={answer.models.slice(0, MODELS_SHOWN)}
        keyOf={({ model }) => model ?? ""}
        columns={COLUMNS}
      />
      <p className="note signals">{saySignals(answer)}</p>
    </Cell>
  );
}

const COLUMNS: readonly Column<ModelRow>[] = [
  {
    title: "Model",
    grows: true,
    cell: ({ model }) => (model === null ? "not sent" : <span className="mono">{model}</span>),
  },
  { title: "Calls", align: "right", cell: ({ calls }) => formatCount(calls) },
  {
    title: "Slow",
    align: "right",
    cell: ({ calls, slowCalls }) => formatShare(calls === 0 ? 0 : slowCalls / calls),
  },
  { title: "Lost", unit: "h", align: "right", cell: ({ hoursLost }) => hoursLost.toFixed(1) },
];
