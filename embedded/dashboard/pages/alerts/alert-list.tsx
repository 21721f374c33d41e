/** Alerts: what is the matter, since when, and whether somebody has seen it. */
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { To } from "../../parts/links.tsx";
import { Word } from "../../parts/shape.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatMoment } from "../../words/times.ts";
import { ALERT_STATES } from "./alerts-data.ts";
import { type Alert, useAcknowledge } from "./fetch-alerts.ts";

export function AlertList({ label, alerts }: { label: string; alerts: readonly Alert[] }) {
  const isOver = alerts.every(({ state }) => state === "closed");
  return (
    <Table
      label={label}
      rows={alerts}
      keyOf={({ id }) => id}
      columns={isOver ? [...COLUMNS, UNTIL] : [...COLUMNS, ACTION]}
    />
  );
}

const COLUMNS: readonly Column<Alert>[] = [
  { title: "Alert", cell: (alert) => <What alert={alert} /> },
  { title: "State", hidesBelow: 720, cell: ({ state }) => <State state={state} /> },
  { title: "Since", cell: ({ openedAt }) => formatMoment(openedAt) },
];

const UNTIL: Column<Alert> = {
  title: "Until",
  hidesBelow: 720,
  cell: ({ closedAt }) => closedAt !== null && formatMoment(closedAt),
};

const ACTION: Column<Alert> = { title: "Seen", cell: (alert) => <Acknowledge alert={alert} /> };

function What({ alert: { title, detail, page } }: { alert: Alert }) {
  return (
    <div className="alert">
      <To href={page}>{title}</To>
      <p className="quiet">{detail}</p>
    </div>
  );
}

function State({ state }: { state: Alert["state"] }) {
  const { shape, tone, word } = ALERT_STATES[state];
  return (
    <Word shape={shape} tone={tone}>
      {word}
    </Word>
  );
}

function Acknowledge({ alert: { id, title, state, acknowledgedAt } }: { alert: Alert }) {
  const acknowledge = useAcknowledge(id);
  if (state !== "open" && acknowledgedAt !== null) return <>{formatMoment(acknowledgedAt)}</>;
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={`Acknowledge: ${title}`}
        disabled={acknowledge.isPending}
        onClick={() => acknowledge.mutate(undefined)}
      >
        Acknowledge
      </button>
      <ProblemLine problem={acknowledge.error} />
    </>
  );
}
