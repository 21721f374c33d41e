/** The columns of the list of tasks. */
import { sessionAddress } from "../../address/session-address.ts";
import { To } from "../../parts/links.tsx";
import { OutcomeWord } from "../../parts/outcome.tsx";
import type { Column } from "../../parts/table.tsx";
import { formatCount, formatDuration, formatScore } from "../../words/numbers.ts";
import type { TaskRow } from "./fetch-sessions.ts";
import { AGENT, STARTED } from "./work-columns.tsx";

/** Shows who did it only where it may be anybody. */
export function taskColumns(whose: "everyone" | "one"): readonly Column<TaskRow>[] {
  return whose === "everyone" ? [TASK, DEVELOPER, ...COLUMNS] : [TASK, ...COLUMNS];
}

const TASK: Column<TaskRow> = {
  title: "Task",
  grows: true,
  cell: ({ title, sessionId, index }) => (
    <To href={sessionAddress(sessionId, { subSession: index })}>{title ?? "text withheld"}</To>
  ),
};

const DEVELOPER: Column<TaskRow> = {
  title: "Developer",
  hidesBelow: 720,
  cell: ({ developer }) => <span className="nowrap">{developer.name}</span>,
};

const COLUMNS: readonly Column<TaskRow>[] = [
  AGENT,
  STARTED,
  {
    title: "Lasted",
    align: "right",
    hidesBelow: 1280,
    cell: ({ startedAt, endedAt }) => formatDuration(Date.parse(endedAt) - Date.parse(startedAt)),
  },
  { title: "Turns", align: "right", hidesBelow: 720, cell: ({ turns }) => formatCount(turns) },
  { title: "Outcome", cell: ({ outcome }) => <OutcomeWord outcome={outcome} /> },
  {
    title: "Counted",
    hidesBelow: 720,
    cell: ({ scoreable }) => (scoreable ? "yes" : <span className="quiet">too small</span>),
  },
  { title: "SSE", align: "right", cell: ({ sse }) => formatScore(sse) },
];
