/** What was worked on: sessions, the newest first. */
import { readPlace } from "../../address/page-place.ts";
import { useParameter, useRange } from "../../address/range.ts";
import { useWhose } from "../../address/whose.ts";
import { Head } from "../../frame/head.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NoWork } from "../../parts/no-work.tsx";
import { Table } from "../../parts/table.tsx";
import { TimePager } from "../../parts/time-pager.tsx";
import { WhosePicker } from "../../parts/whose-picker.tsx";
import { AgentPicker, agentIn } from "./agent-picker.tsx";
import { useSessions } from "./fetch-sessions.ts";
import { saySessions, sayTrouble } from "./sessions-data.ts";
import { columnsFor } from "./sessions-table.tsx";

export function SessionsPage() {
  const days = useRange();
  const [whose] = useWhose();
  const [askedAgent] = useParameter("agent");
  const agent = agentIn(askedAgent);
  const [page] = useParameter("page");
  const list = [days, whose.kind === "one" ? whose.id : "everyone", agent ?? ""].join(".");
  const place = readPlace(page, list);
  const sessions = useSessions({ whose, agent, days, place });
  const before = place?.before ?? 0;
  return (
    <>
      <Head title="Sessions" asOf={sessions.dataUpdatedAt} tools={<Pickers />} hasRange />
      <Loaded
        query={sessions}
        what="The sessions"
        bones="lines"
        empty={(found) =>
          found.sessions.length === 0 ? (
            <NoWork title={`No session began in these ${days} days`}>
              Choose a longer time range or somebody else
            </NoWork>
          ) : null
        }
      >
        {(found) => (
          <>
            <Answer note={`${sayTrouble(found)} A session is listed at the time it began.`}>
              {saySessions(found, days)}
            </Answer>
            <Row>
              <Cell span={12} title="Sessions" more="the newest first">
                <Table
                  label="Sessions"
                  rows={found.sessions}
                  keyOf={({ sessionId, startedAt }) => `${sessionId} ${startedAt}`}
                  columns={columnsFor(whose.kind)}
                />
                <TimePager before={before} shown={found.sessions.length} found={found} list={list} />
              </Cell>
            </Row>
          </>
        )}
      </Loaded>
    </>
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
