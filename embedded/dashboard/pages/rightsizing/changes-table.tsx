/** Changes of model in one table: what changes, for how much of the spend, on what evidence, and what it saves. */
import { useState } from "react";
import type { Recommendation } from "../../../../src/insights/rightsizing/rightsizing-answer.ts";
import { type ShapeName, type Tone, Word } from "../../parts/shape.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatShare, NO_VALUE } from "../../words/numbers.ts";
import type { ModelTrial } from "./fetch-trials.ts";
import { RecommendationDetails } from "./recommendation-details.tsx";
import { TrialPart } from "./trial-part.tsx";
import { sayRange, sayWork, sidesOf } from "./rightsizing-data.ts";

export interface ChangesTableProps {
  label: string;
  changes: readonly Recommendation[];
  /** What was spent in all. */
  spendUsd: number;
  trials: readonly ModelTrial[];
}

export function ChangesTable({ label, changes, spendUsd, trials }: ChangesTableProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Table
      label={label}
      rows={changes}
      keyOf={({ id }) => id}
      columns={columnsOf(spendUsd, trials)}
      details={{
        nameOf: (change) => `${sidesOf(change).from} to ${sidesOf(change).to}, ${sayWork(change)}`,
        isOpen: ({ id }) => id === open,
        toggle: ({ id }) => setOpen(id === open ? null : id),
        cell: (change) => <RecommendationDetails recommendation={change} />,
      }}
    />
  );
}

const GRADES: Readonly<Record<Recommendation["evidence"], readonly [ShapeName, Tone, string]>> = {
  A: ["tick", "good", "A, shown on both"],
  B: ["half", "warn", "B, tried on both"],
  C: ["ring", "quiet", "C, a hypothesis"],
};

function columnsOf(spendUsd: number, trials: readonly ModelTrial[]): readonly Column<Recommendation>[] {
  return [
    { title: "From and to", cell: (change) => <Change change={change} /> },
    {
      title: "Share of spend",
      align: "right",
      hidesBelow: 720,
      cell: ({ spentUsd }) => (spendUsd === 0 ? NO_VALUE : formatShare(spentUsd / spendUsd)),
    },
    {
      title: "Evidence",
      hidesBelow: 720,
      cell: ({ evidence, comparison }) => {
        const [shape, tone, word] = GRADES[evidence];
        return (
          <Word shape={shape} tone={tone}>
            {comparison.to.subSessions === 0 ? "C, never tried" : word}
          </Word>
        );
      },
    },
    { title: "Saving", unit: "USD a month", align: "right", cell: sayRange },
    {
      title: "Trial",
      cell: (change) => (
        <TrialPart change={change} trial={trials.find(({ id }) => id === change.id) ?? null} />
      ),
    },
  ];
}

function Change({ change }: { change: Recommendation }) {
  const { from, to } = sidesOf(change);
  return (
    <>
      <span className="mono">{from}</span> to <span className="mono">{to}</span>
      <br />
      <span className="quiet">{sayWork(change)}</span>
    </>
  );
}
