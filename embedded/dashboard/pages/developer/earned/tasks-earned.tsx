/** What each of the newest tasks took and earned, and all tasks together; each leads to its turns. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ScoreRow } from "../../../../../src/scores/answer.ts";
import { sessionAddress } from "../../../address/session-address.ts";
import { To } from "../../../parts/links.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { formatThings } from "../../../words/numbers.ts";
import { formatMoment } from "../../../words/times.ts";
import { Headings, LineRow } from "../../session/account/line-row.tsx";
import type { SubSessionList } from "../fetch-developer.ts";
import { periodTable } from "./period-table.ts";

export interface TasksEarnedProps {
  row: ScoreRow;
  list: UseQueryResult<SubSessionList>;
}

export function TasksEarned({ row, list }: TasksEarnedProps) {
  return (
    <details className="as-table">
      <summary>Show task by task</summary>
      <Loaded query={list} what="The tasks" bones="lines">
        {({ accounts }) => <Tasks row={row} accounts={accounts} />}
      </Loaded>
    </details>
  );
}

function Tasks({ row, accounts }: { row: ScoreRow; accounts: SubSessionList["accounts"] }) {
  const table = periodTable(row, accounts);
  if (table === null) return <p className="second">There is too little work to add up.</p>;
  return (
    <div className="scroll">
      <table className="table account" aria-label="What each task took and earned">
        <Headings what="Task" />
        <tbody>
          {table.tasks.map(({ task: { id, sessionId, index, title, startedAt }, amounts }, place) => (
            <LineRow key={id} line={amounts} number={place + 1}>
              <To href={sessionAddress(sessionId, { subSession: index })}>{title ?? "text withheld"}</To>{" "}
              <span className="quiet nowrap">{formatMoment(startedAt)}</span>
            </LineRow>
          ))}
          {table.others !== null && (
            <LineRow line={table.others.amounts}>{formatThings(table.others.count, "earlier task")}</LineRow>
          )}
        </tbody>
        <tfoot>
          <LineRow line={table.total} look="sum">
            <b>All tasks</b>
          </LineRow>
        </tfoot>
      </table>
    </div>
  );
}
