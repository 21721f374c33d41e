/** Every stage that a record goes through: what it does, how it does, and how far behind it is. */
import { Cell } from "../../../parts/layout.tsx";
import { type ShapeName, Word } from "../../../parts/shape.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { formatDuration, formatThings, NO_VALUE } from "../../../words/numbers.ts";
import { formatMoment } from "../../../words/times.ts";
import { Books } from "./books.tsx";
import type { Stage, Status } from "./fetch-status.ts";
import { doesWhat, type StageWord, titleOf, wordOf } from "./status-data.ts";

const SHAPES: Readonly<Record<StageWord["tone"], ShapeName>> = { good: "dot", warn: "half", bad: "diamond" };

export function StagesCell({ stages, books }: Pick<Status, "stages" | "books">) {
  const [healthy = [], others = []] = [isHealthy, (stage: Stage) => !isHealthy(stage)].map((keeps) =>
    stages.filter(keeps),
  );
  return (
    <Cell span={8} title="Stages" more="in processing order">
      {others.length > 0 && (
        <Table label="Stages" rows={others} keyOf={({ stage }) => stage} columns={COLUMNS} />
      )}
      {healthy.length > 0 && (
        <details className="as-table">
          <summary>{formatThings(healthy.length, "stage is", "stages are")} ready</summary>
          <Table label="Ready stages" rows={healthy} keyOf={({ stage }) => stage} columns={COLUMNS} />
        </details>
      )}
      <Books books={books} />
    </Cell>
  );
}

/** Nothing is wrong with it: it is folded away. */
function isHealthy(stage: Stage): boolean {
  return wordOf(stage).tone === "good";
}

const COLUMNS: readonly Column<Stage>[] = [
  { title: "Stage", cell: ({ stage }) => titleOf(stage) },
  {
    title: "What it does",
    hidesBelow: 720,
    cell: (stage) => <span className="second">{doesWhat(stage)}</span>,
  },
  { title: "State", cell: (stage) => <StateWord stage={stage} /> },
  { title: "Behind", align: "right", cell: sayLag },
  { title: "Last error", hidesBelow: 1280, cell: (stage) => <LastError stage={stage} /> },
];

function StateWord({ stage }: { stage: Stage }) {
  const { word, tone } = wordOf(stage);
  return (
    <Word shape={SHAPES[tone]} tone={tone}>
      {word}
    </Word>
  );
}

function sayLag({ lag }: Stage): string {
  if (lag === null) return NO_VALUE;
  if (lag.records !== null && lag.records > 0) return formatThings(lag.records, "record");
  if (lag.sessions !== null && lag.sessions > 0) return formatThings(lag.sessions, "session");
  return lag.seconds < 1 ? "nothing" : formatDuration(lag.seconds * 1_000);
}

function LastError({ stage: { lastError } }: { stage: Stage }) {
  if (lastError === null) return <span className="quiet">none</span>;
  return (
    <>
      {lastError.message} <span className="quiet nowrap">{formatMoment(lastError.at)}</span>
    </>
  );
}
