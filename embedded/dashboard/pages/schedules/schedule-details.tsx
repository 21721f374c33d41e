/** One schedule: what it makes and for whom, its last runs, and what may be done about it. */
import { useState } from "react";
import { useChangeParameters } from "../../address/range.ts";
import { Callout } from "../../parts/callout.tsx";
import { Facts } from "../../parts/facts.tsx";
import { ProblemLine } from "../../parts/forms/problem-line.tsx";
import { Question } from "../../parts/forms/question.tsx";
import { sayPlace } from "../../parts/places/places.ts";
import { type Schedule, useDeleteSchedule, usePauseSchedule, useRunSchedule } from "./fetch-schedules.ts";
import { RunList } from "./run-list.tsx";
import { sayRhythm } from "./rhythm.ts";
import { problemOf, sayContent, sayLabels, sayMoment } from "./schedules-data.ts";

export interface ScheduleDetailsProps {
  schedule: Schedule;
  isAdmin: boolean;
  /** Shows the schedule in the form. */
  edit(): void;
}

export function ScheduleDetails({ schedule, isAdmin, edit }: ScheduleDetailsProps) {
  const problem = schedule.lastRun === null ? null : problemOf(schedule.lastRun);
  return (
    <div className="schedule">
      {problem !== null && (
        <Callout tone={schedule.lastRun?.status === "failed" ? "bad" : "warn"} title="The last run">
          {problem}
        </Callout>
      )}
      <ScheduleFacts schedule={schedule} />
      {isAdmin && <Actions schedule={schedule} edit={edit} />}
      <RunList schedule={schedule} />
    </div>
  );
}

function ScheduleFacts({ schedule }: { schedule: Schedule }) {
  const { cron, labels, nextRunAt, narrative, destinations } = schedule;
  return (
    <Facts
      facts={[
        ["Report of", sayContent(schedule)],
        ["Only work with", labels.length === 0 ? "any label: all of it" : sayLabels(schedule)],
        [
          "When",
          <>
            {sayRhythm(schedule)} <span className="quiet mono">{cron}</span>
          </>,
        ],
        ["Written summary", narrative ? "by the judge model, if one is set" : "none: only the numbers"],
        ["Next run", nextRunAt === null ? "none: it is paused" : sayMoment(nextRunAt, schedule)],
        [
          "Sent to",
          destinations.length === 0
            ? "nobody: the report is kept here"
            : destinations.map(sayPlace).join("; "),
        ],
      ]}
    />
  );
}

function Actions({ schedule, edit }: { schedule: Schedule; edit(): void }) {
  const { id, enabled, lastRun } = schedule;
  const [isLeaving, setLeaving] = useState(false);
  const [run, pause] = [useRunSchedule(id), usePauseSchedule(id)];
  const isUnderWay = lastRun !== null && lastRun.endedAt === null;
  return (
    <>
      <p className="actions">
        <button
          type="button"
          className="button"
          disabled={run.isPending || isUnderWay}
          onClick={() => run.mutate(undefined)}
        >
          {isUnderWay ? "Running…" : "Run now"}
        </button>
        <button
          type="button"
          className="button"
          disabled={pause.isPending}
          onClick={() => pause.mutate(!enabled)}
        >
          {enabled ? "Pause" : "Resume"}
        </button>
        <button type="button" className="button" onClick={edit}>
          Change
        </button>
        <button type="button" className="button danger" onClick={() => setLeaving(true)}>
          Delete
        </button>
      </p>
      <ProblemLine problem={run.error ?? pause.error} />
      {isLeaving && <Delete schedule={schedule} close={() => setLeaving(false)} />}
    </>
  );
}

function Delete({ schedule: { id, name }, close }: { schedule: Schedule; close(): void }) {
  const change = useChangeParameters();
  const remove = useDeleteSchedule(id);
  return (
    <Question
      title={`Delete the schedule “${name}”?`}
      verb="Delete the schedule"
      doing={remove.isPending ? "Deleting…" : null}
      problem={remove.error}
      agree={() => remove.mutate(undefined, { onSuccess: () => change({ schedule: null, edit: null }) })}
      close={close}
    >
      <p>The schedule and the history of its runs are deleted. Its reports stay.</p>
    </Question>
  );
}
