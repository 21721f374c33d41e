/** The cards as rows; each unfolds to its evidence, what should change, and what did. */
import { useState } from "react";
import { sessionAddress } from "../../address/session-address.ts";
import type { Card } from "../../api/cards.ts";
import { effectTitle } from "../../parts/coach/card-words.ts";
import { CoachCard } from "../../parts/coach/coach-card.tsx";
import { Effect } from "../../parts/coach/effect.tsx";
import { Go } from "../../parts/links.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { metricTitle } from "../../words/inputs.ts";
import { formatMoment } from "../../words/times.ts";
import { sayEffect } from "./advisor-data.ts";

export interface CardTableProps {
  cards: readonly Card[];
  showsWho: boolean;
}

export function CardTable({ cards, showsWho }: CardTableProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Table
      label="Cards"
      rows={cards}
      keyOf={({ id }) => id}
      columns={COLUMNS.filter((column) => showsWho || column !== WHO)}
      details={{
        nameOf: ({ title }) => title,
        isOpen: ({ id }) => id === open,
        toggle: ({ id }) => setOpen(id === open ? null : id),
        cell: (card) => <Unfolded card={card} />,
      }}
    />
  );
}

const WHO: Column<Card> = { title: "Who", hidesBelow: 720, cell: ({ developer }) => developer.name };

const COLUMNS: readonly Column<Card>[] = [
  { title: "When", cell: ({ at }) => <span className="nowrap">{formatMoment(at)}</span> },
  WHO,
  { title: "Habit", grows: true, cell: ({ title }) => title },
  {
    title: "Input",
    hidesBelow: 720,
    cell: ({ input }) => <span className="nowrap">{metricTitle(input)}</span>,
  },
  { title: "Since then", align: "right", hidesBelow: 720, cell: sayEffect },
];

function Unfolded({ card }: { card: Card }) {
  return (
    <div className="card-open">
      <CoachCard card={card} />
      <div>
        <h3 className="sub-head">What should change</h3>
        <p className="second">{card.expectation}</p>
        <h3 className="sub-head">{effectTitle(card)}</h3>
        <Effect card={card} />
        <p className="actions">
          <Go href={sessionAddress(card.sessionId)}>Its session</Go>
        </p>
      </div>
    </div>
  );
}
