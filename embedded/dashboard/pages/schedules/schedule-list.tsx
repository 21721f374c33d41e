/** The schedules; each unfolds to what becomes of it and what may be done about it. */
import { useChangeParameters, useParameter } from "../../address/range.ts";
import { Word } from "../../parts/shape.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatMomentIn } from "../../words/zoned-times.ts";
import type { Schedule } from "./fetch-schedules.ts";
import { ScheduleDetails } from "./schedule-details.tsx";
import { sayRhythm } from "./rhythm.ts";
import { RUN_STATES, sayDestinations, sayContent, sayLabels } from "./schedules-data.ts";

export interface ScheduleListProps {
  schedules: readonly Schedule[];
  isAdmin: boolean;
}

export function ScheduleList({ schedules, isAdmin }: ScheduleListProps) {
  const [open] = useParameter("schedule");
  const change = useChangeParameters();
  return (
    <Table
      label="Schedules"
      rows={schedules}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      details={{
        nameOf: ({ name }) => `About ${name}`,
        isOpen: ({ id }) => id === open,
        toggle: ({ id }) => change({ schedule: id === open ? null : id, edit: null }),
        cell: (schedule) => (
          <ScheduleDetails schedule={schedule} isAdmin={isAdmin} edit={() => change({ edit: schedule.id })} />
        ),
      }}
    />
  );
}

const COLUMNS: readonly Column<Schedule>[] = [
  { title: "Name", grows: true, cell: ({ name }) => name },
  {
    title: "Report of",
    hidesBelow: 1280,
    cell: (schedule) => <Content schedule={schedule} />,
  },
  { title: "When", hidesBelow: 720, cell: (schedule) => <When schedule={schedule} /> },
  { title: "Next run", cell: (schedule) => <NextRun schedule={schedule} /> },
  { title: "Last run", cell: (schedule) => <LastRun schedule={schedule} /> },
];

function Content({ schedule }: { schedule: Schedule }) {
  return (
    <>
      <span className="nowrap">{sayContent(schedule)}</span>
      {schedule.labels.length > 0 && (
        <>
          <br />
          <span className="quiet">{sayLabels(schedule)}</span>
        </>
      )}
    </>
  );
}

function When({ schedule }: { schedule: Schedule }) {
  const to = sayDestinations(schedule);
  return (
    <>
      <span className="nowrap">{sayRhythm(schedule)}</span>
      {to !== "" && (
        <>
          <br />
          <span className="quiet nowrap">{to}</span>
        </>
      )}
    </>
  );
}

function NextRun({ schedule: { nextRunAt, timezone } }: { schedule: Schedule }) {
  if (nextRunAt === null)
    return (
      <Word shape="ring" tone="quiet">
        paused
      </Word>
    );
  const [day = "", time = ""] = formatMomentIn(nextRunAt, timezone).split(", ");
  return (
    <span className="next-run">
      <span className="nowrap">{day},</span> {time}
    </span>
  );
}

function LastRun({ schedule: { lastRun } }: { schedule: Schedule }) {
  if (lastRun === null) return <span className="quiet nowrap">none yet</span>;
  const { shape, tone, word } = RUN_STATES[lastRun.status];
  return (
    <Word shape={shape} tone={tone}>
      {word}
    </Word>
  );
}
