/** Every episode, the newest first; each leads to the sessions that saw it. */
import { useState } from "react";
import type { ThrottleAnswer } from "../../../../src/insights/throttle/throttle-answer.ts";
import { useParameter } from "../../address/range.ts";
import { sessionAddress } from "../../address/session-address.ts";
import { Cell } from "../../parts/layout.tsx";
import { To } from "../../parts/links.tsx";
import { type ShapeName, type Tone, Word } from "../../parts/shape.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatThings, NO_VALUE } from "../../words/numbers.ts";
import { formatClockDay, formatDay, formatTime } from "../../words/times.ts";
import {
  countEpisodes,
  DETECTOR_NAMES,
  type DetectorName,
  EPISODE_NAMES,
  isDetector,
  minutesOf,
  sayEvidence,
  saySeenBy,
  type ThrottleEvent,
} from "./throttle-data.ts";
import { clockName } from "../../words/clock.ts";

const SHOWN_AT_FIRST = 10;
const SHOWN_AT_MOST = 200;

export function EpisodesCell({ answer }: { answer: Pick<ThrottleAnswer, "summary" | "events"> }) {
  const [detector, choose] = useParameter("detector");
  const [all, showAll] = useParameter("all");
  const chosen = detector !== null && isDetector(detector) ? detector : null;
  const total = countEpisodes(answer, chosen);
  const found = answer.events.filter((event) => chosen === null || event.detector === chosen);
  const shown = found.slice(0, all === null ? SHOWN_AT_FIRST : SHOWN_AT_MOST);
  return (
    <Cell
      span={12}
      title="Episodes"
      more={shown.length < total ? `the newest ${shown.length} of ${total}` : "newest first"}
      right={<DetectorPicker chosen={chosen} choose={choose} />}
    >
      {total === 0 ? <p className="second">None in this time range.</p> : <Episodes events={shown} />}
      {all === null && found.length > SHOWN_AT_FIRST && (
        <p className="actions">
          <button type="button" className="button" onClick={() => showAll("yes")}>
            Show {formatThings(Math.min(found.length, SHOWN_AT_MOST), "episode")}
          </button>
        </p>
      )}
    </Cell>
  );
}

interface DetectorPickerProps {
  chosen: string | null;
  choose(detector: string | null): void;
}

function DetectorPicker({ chosen, choose }: DetectorPickerProps) {
  return (
    <select
      className="select"
      aria-label="Detector"
      value={chosen ?? ""}
      onChange={(event) => choose(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">All detectors</option>
      {Object.entries(DETECTOR_NAMES).map(([name, title]) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  );
}

function Episodes({ events }: { events: readonly ThrottleEvent[] }) {
  const [opened, open] = useState<string | null>(null);
  return (
    <Table
      label="Episodes"
      rows={events}
      keyOf={({ id }) => id}
      columns={columnsFor(events[0]?.startedAt ?? 0)}
      details={{
        nameOf: (event) =>
          `Sessions of the ${EPISODE_NAMES[event.detector]} of ${formatDay(event.startedAt)}`,
        isOpen: ({ id }) => id === opened,
        toggle: ({ id }) => open(id === opened ? null : id),
        cell: (event) => <Sessions event={event} />,
      }}
    />
  );
}

function Sessions({ event: { sessions } }: { event: ThrottleEvent }) {
  return (
    <ul className="episode-sessions">
      {sessions.map((session) => (
        <li key={session}>
          <To href={sessionAddress(session)}>
            <span className="mono">{session}</span>
          </To>
        </li>
      ))}
    </ul>
  );
}

const SHAPES: Readonly<Record<DetectorName, readonly [ShapeName, Tone]>> = {
  latency_spike: ["up", "warn"],
  error_stall: ["diamond", "bad"],
  recurring_drop_off: ["half", "warn"],
  prompt_retry: ["same", "warn"],
};

const columnsFor = (newest: string | number): readonly Column<ThrottleEvent>[] => [
  {
    title: "Start",
    unit: clockName(newest),
    cell: ({ startedAt }) => (
      <span className="nowrap">
        {formatClockDay(startedAt)}, <strong>{formatTime(startedAt)}</strong>
      </span>
    ),
  },
  { title: "What", cell: whatOf },
  { title: "Where", hidesBelow: 720, cell: ({ scope }) => scope },
  {
    title: "Model",
    hidesBelow: 1280,
    cell: ({ model }) => (model === null ? NO_VALUE : <span className="mono nowrap">{model}</span>),
  },
  { title: "Seen by", hidesBelow: 720, cell: seenBy },
  { title: "Evidence", hidesBelow: 720, grows: true, cell: sayEvidence },
  { title: "Lost", unit: "min", align: "right", cell: ({ lostMs }) => minutesOf(lostMs) },
];

function whatOf({ detector, severity }: ThrottleEvent) {
  const [shape, tone] = SHAPES[detector];
  return (
    <Word shape={shape} tone={tone}>
      {severity === "shift" ? "stays slower" : EPISODE_NAMES[detector]}
    </Word>
  );
}

function seenBy(event: ThrottleEvent) {
  const [session] = event.sessions;
  const seen = <span className="nowrap">{saySeenBy(event)}</span>;
  return session === undefined ? seen : <To href={sessionAddress(session)}>{seen}</To>;
}
