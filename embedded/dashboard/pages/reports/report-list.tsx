/** Every report: those that are being made with their progress, then those that ended. */
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { To } from "../../parts/links.tsx";
import { Word } from "../../parts/shape.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { titleOf } from "../../report/report-document.ts";
import { formatCount } from "../../words/numbers.ts";
import { formatMoment } from "../../words/times.ts";
import { type ReportJob, type Reports, useCancelReport } from "./fetch-reports.ts";
import { reportAddress, sayProgress } from "./reports-data.ts";

export function ReportList({ reports }: { reports: Reports }) {
  const { open, ended, endedInAll } = reports;
  const cancel = useCancelReport();
  const columns =
    open.length === 0 ? COLUMNS : [...COLUMNS, cancelling((id) => cancel.mutate(id), cancel.isPending)];
  return (
    <>
      <Table label="Reports" rows={[...open, ...ended]} keyOf={({ id }) => id} columns={columns} />
      <ProblemLine problem={cancel.error} />
      {(endedInAll ?? Infinity) > ended.length && (
        <p className="note">The newest {formatCount(ended.length)} are shown; the API lists all of them.</p>
      )}
    </>
  );
}

const COLUMNS: readonly Column<ReportJob>[] = [
  {
    title: "Report",
    grows: true,
    cell: (report) =>
      report.status === "completed" ? (
        <To href={reportAddress(report.id)}>{titleOf(report)}</To>
      ) : (
        titleOf(report)
      ),
  },
  {
    title: "Asked for",
    hidesBelow: 720,
    cell: ({ requestedAt }) => <span className="report-time">{formatMoment(requestedAt)}</span>,
  },
  { title: "State", cell: (report) => <State report={report} /> },
];

function State({ report }: { report: ReportJob }) {
  const { status, progress, reason } = report;
  switch (status) {
    case "completed":
      return (
        <Word shape="tick" tone="good">
          completed
        </Word>
      );
    case "failed":
      return (
        <>
          <Word shape="cross" tone="bad">
            failed
          </Word>
          {reason !== null && <p className="note">{reason}</p>}
        </>
      );
    case "cancelled":
      return (
        <Word shape="ring" tone="quiet">
          cancelled
        </Word>
      );
    default:
      return (
        <div className="report-progress">
          <progress className="progress" aria-label={`Progress of ${titleOf(report)}`} value={progress} />
          <span className="note">{sayProgress(report)}</span>
        </div>
      );
  }
}

function cancelling(cancel: (id: string) => void, isBusy: boolean): Column<ReportJob> {
  return {
    title: "Cancel",
    cell: (report) =>
      report.endedAt === null && (
        <button
          type="button"
          className="button small"
          disabled={isBusy}
          aria-label={`Cancel the report: ${titleOf(report)}`}
          onClick={() => cancel(report.id)}
        >
          Cancel
        </button>
      ),
  };
}
