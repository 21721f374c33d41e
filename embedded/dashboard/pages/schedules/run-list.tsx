/** What became of the last runs of a schedule. */
import { To } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Word } from "../../parts/shape.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatMomentIn } from "../../words/zoned-times.ts";
import { type Run, type Schedule, useRuns } from "./fetch-schedules.ts";
import { problemOf, RUN_STATES, TRIGGERS } from "./schedules-data.ts";

export function RunList({ schedule }: { schedule: Schedule }) {
  const runs = useRuns(schedule);
  return (
    <Loaded
      query={runs}
      what="The runs"
      bones="lines"
      empty={({ total }) => (total === 0 ? <NoRuns /> : null)}
    >
      {({ runs: found, total }) => (
        <>
          <Table
            label={`Runs of ${schedule.name}`}
            rows={found}
            keyOf={({ id }) => id}
            columns={columnsIn(schedule.timezone)}
          />
          {total > found.length && (
            <p className="note">
              The last {found.length} of {total}.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

function NoRuns() {
  return <p className="second">It has not run yet.</p>;
}

function columnsIn(timezone: string): Column<Run>[] {
  return [
    {
      title: "Run",
      cell: ({ startedAt }) => <span className="nowrap">{formatMomentIn(startedAt, timezone)}</span>,
    },
    {
      title: "Why",
      hidesBelow: 720,
      cell: ({ trigger }) => <span className="nowrap">{TRIGGERS[trigger]}</span>,
    },
    { title: "Outcome", cell: (run) => <Outcome run={run} /> },
    { title: "Report", cell: ({ reportId }) => <ReportLink id={reportId} /> },
    { title: "What is wrong", grows: true, hidesBelow: 720, cell: (run) => problemOf(run) ?? "–" },
  ];
}

function ReportLink({ id }: { id: string | null }) {
  if (id === null) return <span className="quiet">none</span>;
  return <To href={`/reports/${id}`}>read</To>;
}

function Outcome({ run: { status } }: { run: Run }) {
  const { shape, tone, word } = RUN_STATES[status];
  return (
    <Word shape={shape} tone={tone}>
      {word}
    </Word>
  );
}
