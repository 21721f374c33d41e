/** What was worked on: sessions or their tasks. */
import { useSearch } from "wouter";
import { type PagePlace, readPlace } from "../../address/page-place.ts";
import { useChangeParameters, useParameter, useRange } from "../../address/range.ts";
import { type ColumnSort, type Sort, useSort } from "../../address/sorting.ts";
import { useWhose, type Whose } from "../../address/whose.ts";
import { readFilter, type WorkFilter, writeFilter } from "../../address/work-filter.ts";
import { Head } from "../../frame/head.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NoWork } from "../../parts/no-work.tsx";
import { SearchBox } from "../../parts/forms/search-box.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Table } from "../../parts/table.tsx";
import { TimePager } from "../../parts/time-pager.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import type { AgentName } from "../../words/agents.ts";
import { AgentPicker, agentIn } from "./agent-picker.tsx";
import {
  SESSION_SORTS,
  type SessionSort,
  type SessionsPageData,
  useSessions,
  useTasks,
} from "./fetch-sessions.ts";
import { NoMatches } from "./no-matches.tsx";
import { saySessions, sayTasks, sayTrouble } from "./sessions-data.ts";
import { columnsFor } from "./sessions-table.tsx";
import { taskColumns } from "./tasks-table.tsx";
import { WorkFilters } from "./work-filters.tsx";

export function SessionsPage() {
  const [asked] = useParameter("list");
  return asked === "tasks" ? <Tasks /> : <Sessions />;
}

/** What is listed, as the address says it. */
interface Listed {
  whose: Whose;
  days: number;
  filter: WorkFilter;
  agent: AgentName | null;
  place: PagePlace | null;
  /** What is asked for, as text that is equal for equal lists. */
  list: string;
}

/** @param order - Of lists that can be sorted. */
function useListed(order = ""): Listed {
  const days = useRange();
  const [whose] = useWhose();
  const filter = readFilter(useSearch());
  const [askedAgent] = useParameter("agent");
  const agent = agentIn(askedAgent);
  const [page] = useParameter("page");
  const [shown] = useParameter("list");
  const filters = new URLSearchParams(writeFilter(filter)).toString();
  const whom = whose.kind === "one" ? whose.id : "everyone";
  const list = [shown ?? "", days, whom, agent ?? "", filters, order].join(".");
  return { whose, days, filter, agent, place: readPlace(page, list), list };
}

function Sessions() {
  const [sorted, columnSort] = useSort(SESSION_SORTS, { sort: "started", order: "desc" });
  const { list, ...asked } = useListed(`${sorted.sort} ${sorted.order}`);
  const { days, filter } = asked;
  const sessions = useSessions({ ...asked, ...sorted });
  return (
    <>
      <Head title="Sessions" asOf={sessions.dataUpdatedAt} tools={<Pickers />} hasRange={!filter.window} />
      <Loaded
        query={sessions}
        what="The sessions"
        bones="lines"
        empty={(found) =>
          found.sessions.length === 0 && isUnfiltered(asked) ? (
            <NoWork title={`No session began in these ${days} days`}>
              Choose a longer time range or somebody else
            </NoWork>
          ) : null
        }
      >
        {(found) => (
          <>
            <Answer note={`${sayTrouble(found)} A session is listed at the time it began.`}>
              {saySessions(found, filter, days)}
            </Answer>
            <SessionList
              found={found}
              {...asked}
              pages={pageNames(sorted)}
              list={list}
              sortBy={(sort) => columnSort(sort, "desc")}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

interface SessionListProps extends Omit<Listed, "agent" | "days"> {
  found: SessionsPageData;
  /** What the first page and the one after this are called. */
  pages: readonly [string, string];
  sortBy: (sort: SessionSort) => ColumnSort;
}

function pageNames({ sort, order }: Sort<SessionSort>): readonly [string, string] {
  if (sort !== "started") return ["First", "Next"];
  return order === "desc" ? ["Newest", "Older"] : ["Oldest", "Newer"];
}

function SessionList({ found, whose, filter, place, list, pages, sortBy }: SessionListProps) {
  return (
    <Row>
      <Cell
        span={12}
        title="Sessions"
        right={
          <>
            <SearchBox name="Search titles" />
            <ListChoice chosen="sessions" />
          </>
        }
      >
        <WorkFilters list="sessions" filter={filter} />
        {found.sessions.length === 0 ? (
          <NoMatches what="session" />
        ) : (
          <Table
            label="Sessions"
            rows={found.sessions}
            keyOf={({ sessionId, startedAt }) => `${sessionId} ${startedAt}`}
            columns={columnsFor(whose.kind, sortBy)}
          />
        )}
        <TimePager
          before={place?.before ?? 0}
          shown={found.sessions.length}
          found={found}
          list={list}
          names={pages}
        />
      </Cell>
    </Row>
  );
}

function Tasks() {
  const { list, ...asked } = useListed();
  const { whose, days, filter, place } = asked;
  const before = place?.before ?? 0;
  const tasks = useTasks(asked);
  return (
    <>
      <Head title="Sessions" asOf={tasks.dataUpdatedAt} tools={<WhosePicker />} hasRange={!filter.window} />
      <Loaded query={tasks} what="The tasks" bones="lines">
        {(found) => (
          <>
            <Answer note="A task is counted in scores from two turns, five tool calls or one change to a file on.">
              {sayTasks(found.total, filter, days)}
            </Answer>
            <Row>
              <Cell span={12} title="Tasks" more="the newest first" right={<ListChoice chosen="tasks" />}>
                <WorkFilters list="tasks" filter={filter} />
                {found.subSessions.length === 0 ? (
                  <NoMatches what="task" />
                ) : (
                  <Table
                    label="Tasks"
                    rows={found.subSessions}
                    keyOf={({ id }) => id}
                    columns={taskColumns(whose.kind)}
                  />
                )}
                <TimePager before={before} shown={found.subSessions.length} found={found} list={list} />
              </Cell>
            </Row>
          </>
        )}
      </Loaded>
    </>
  );
}

/** An empty list of everything means that nothing arrives; one that is filtered says so itself. */
function isUnfiltered({ filter, agent }: Pick<Listed, "filter" | "agent">): boolean {
  return agent === null && Object.values(filter).every((part) => part === null);
}

function ListChoice({ chosen }: { chosen: "sessions" | "tasks" }) {
  const change = useChangeParameters();
  return (
    <Segments
      label="What is listed"
      choices={[
        { value: "sessions", text: "Sessions" },
        {
          value: "tasks",
          text: "Tasks",
          title: "Pieces of work with one purpose, of which sessions are made",
        },
      ]}
      chosen={chosen}
      choose={(value) => change({ list: value === "tasks" ? "tasks" : null, page: null })}
    />
  );
}

function Pickers() {
  return (
    <>
      <WhosePicker />
      <AgentPicker />
    </>
  );
}
