/** Raw log records of a session, as they were received: those of one turn, or of all of it. */
import { useParams } from "wouter";
import { useParameter } from "../../address/range.ts";
import { sessionAddress } from "../../address/session-address.ts";
import { Head } from "../../frame/head.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Go } from "../../parts/links.tsx";
import { Answer, Cell, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { formatThings } from "../../words/numbers.ts";
import { formatClockDay, formatSeconds } from "../../words/times.ts";
import { type FoundRecords, type RecordsAsked, useRecords, useSessionOutline } from "./fetch-records.ts";
import { Filters } from "./filters.tsx";
import { instantIn } from "./records-data.ts";
import { RecordList } from "./record-list.tsx";
import { clockName } from "../../words/clock.ts";

export function RecordsPage() {
  const { id = "" } = useParams();
  const outline = useSessionOutline(id);
  const [turn] = useParameter("turn");
  const { asked, isKnown } = useAsked(id, outline.data?.session);
  // asked for together with the outline where the address contains the times, as in links to a turn's records
  const records = useRecords(asked, isKnown);
  return (
    <>
      <Head
        title={turn === null ? "Raw records" : `Raw records of turn ${turn}`}
        crumb={{
          name: "Session",
          address: sessionAddress(id, { turn: turn === null ? null : Number(turn) }),
        }}
        asOf={records.dataUpdatedAt}
        hasRange={false}
      />
      <Loaded query={outline} what="The session" bones="lines">
        {({ recordsRemoved }) => (
          <Loaded query={records} what="The records" bones="lines">
            {(found) => <Records asked={asked} found={found} recordsRemoved={recordsRemoved} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

interface RecordsProps {
  asked: RecordsAsked;
  found: FoundRecords;
  recordsRemoved: boolean;
}

function Records({ asked, found, recordsRemoved }: RecordsProps) {
  return (
    <>
      <Answer note={`${spanOf(asked)}, as they were received, after redaction. The oldest first.`}>
        {sayFound(found, asked)}
      </Answer>
      <Row>
        <Cell span={12} title="Records" right={<Filters records={found.logs} />}>
          {found.logs.length === 0 && found.nextCursor === null ? (
            <NoRecords sessionId={asked.sessionId} recordsRemoved={recordsRemoved} asked={asked} />
          ) : (
            <RecordList found={found} />
          )}
        </Cell>
      </Row>
    </>
  );
}

const AFTER_END_MS = 60_000;

/** Without times in the address it is the whole session, once that is known. */
function useAsked(
  sessionId: string,
  whole: { startedAt: string; endedAt: string } | undefined,
): { asked: RecordsAsked; isKnown: boolean } {
  const [askedFrom] = useParameter("from");
  const [askedTo] = useParameter("to");
  const [event] = useParameter("event");
  const [text] = useParameter("q");
  const [cursor] = useParameter("cursor");
  const end = whole === undefined ? null : new Date(Date.parse(whole.endedAt) + AFTER_END_MS).toISOString();
  const from = instantIn(askedFrom) ?? whole?.startedAt ?? "";
  const to = instantIn(askedTo) ?? end ?? "";
  return { asked: { sessionId, from, to, event, text, cursor }, isKnown: from !== "" && to !== "" };
}

/** Returns "17 Nov, 08:01:00 to 08:02:56 UTC", with the end's day where it is another one. */
function spanOf({ from, to }: RecordsAsked): string {
  const lastDay = formatClockDay(to) === formatClockDay(from) ? "" : `${formatClockDay(to)}, `;
  return `${formatClockDay(from)}, ${formatSeconds(from)} to ${lastDay}${formatSeconds(to)} ${clockName(to)}`;
}

function sayFound({ logs, nextCursor }: FoundRecords, { event, text, cursor }: RecordsAsked): string {
  const what = event === null ? "log record" : `${event} record`;
  const holding = text === null ? "" : ` that hold “${text}”`;
  const older = cursor === null ? "" : "older ";
  if (logs.length === 0)
    return nextCursor === null
      ? `No ${what}${holding} here.`
      : `No ${what}${holding} found yet: look further back.`;
  if (nextCursor !== null) return `The newest ${formatThings(logs.length, `${older}${what}`)}${holding}.`;
  return `${formatThings(logs.length, `${older}${what}`)}${holding}.`;
}

function NoRecords({
  sessionId,
  recordsRemoved,
  asked,
}: {
  sessionId: string;
  recordsRemoved: boolean;
  asked: RecordsAsked;
}) {
  const action = <Go href={sessionAddress(sessionId)}>The whole session</Go>;
  if (asked.event !== null || asked.text !== null)
    return (
      <Empty title="No record matches" action={action}>
        Choose every event and search for something else.
      </Empty>
    );
  if (recordsRemoved)
    return (
      <Empty title="These records have reached the end of their retention" action={action}>
        Raw records are kept for raw_retention_days. What was computed from them stays: turns, steps and
        scores.
      </Empty>
    );
  return (
    <Empty title="No log records of this time" action={action}>
      Some agents send traces instead of log records; only log records are listed here.
    </Empty>
  );
}
