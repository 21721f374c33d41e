/** What a sub-session unfolds to: its turns, and of the one that is chosen the records as they were received. */
import { sessionAddress } from "../../../address/session-address.ts";
import { recordsAddress } from "../../../address/session-address.ts";
import { useChangeParameters } from "../../../address/range.ts";
import { Go } from "../../../parts/links.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { formatThings, formatTokens } from "../../../words/numbers.ts";
import { useRecords } from "../../records/fetch-records.ts";
import { RecordList } from "../../records/record-list.tsx";
import { type TimelinePage, useTimeline } from "../../session/fetch-session.ts";
import { recordsPartOf, type SessionTurn, subSessionOf, workOf } from "../../session/session-turns.ts";
import { nameOfTurn } from "../../session/session-words.ts";
import type { SubSessionRow } from "../fetch-developer.ts";
import { writeOpened } from "./opened.ts";

export interface UnfoldedProps {
  row: SubSessionRow;
  /** null: the first one. */
  turn: number | null;
}

export function Unfolded({ row, turn }: UnfoldedProps) {
  const end = Date.parse(row.endedAt);
  const { timeline } = useTimeline(row.sessionId, (pages) => reaches(pages, end));
  return (
    <Loaded query={timeline} what="The turns" bones="lines">
      {({ pages }) => <Turns row={row} turn={turn} pages={pages} />}
    </Loaded>
  );
}

/** Whether what was read of the session holds all of the sub-session. */
function reaches(pages: readonly TimelinePage[], end: number): boolean {
  const last = pages.at(-1)?.entries.at(-1);
  return last !== undefined && Date.parse(last.at) > end;
}

function Turns({ row, turn, pages }: UnfoldedProps & { pages: readonly TimelinePage[] }) {
  const { turns: all } = workOf(pages.flatMap(({ entries }) => entries));
  const subSessions = pages[0]?.subSessions ?? [];
  const turns = all.filter((turn) => subSessionOf(subSessions, turn)?.id === row.subSessionId);
  const chosen = turns.find(({ index }) => index === turn) ?? turns[0];
  if (chosen === undefined) return <p className="second">None of its turns has been read yet.</p>;
  return (
    <div className="unfolded">
      <TurnButtons row={row} turns={turns} chosen={chosen} />
      <TurnRecords
        row={row}
        turn={chosen}
        next={all[all.indexOf(chosen) + 1]}
        recordsRemoved={pages[0]?.recordsRemoved === true}
      />
    </div>
  );
}

interface TurnButtonsProps {
  row: SubSessionRow;
  turns: readonly SessionTurn[];
  chosen: SessionTurn;
}

function TurnButtons({ row, turns, chosen }: TurnButtonsProps) {
  const change = useChangeParameters();
  const { subSessionId, sessionId } = row;
  return (
    <section>
      <p className="unfolded-head quiet">
        {formatThings(turns.length, "turn")}
        <Go href={sessionAddress(sessionId, { turn: chosen.index })}>What they earned</Go>
      </p>
      <ol className="unfolded-turns">
        {turns.map((turn) => (
          <li key={turn.index}>
            <button
              type="button"
              aria-current={turn === chosen ? "true" : undefined}
              onClick={() => change({ open: writeOpened({ subSessionId, turn: turn.index }), record: null })}
            >
              <span className="quiet numbers">{turn.index}</span>
              <span className="unfolded-prompt">{nameOfTurn(turn)}</span>
              <span className="numbers">
                {formatTokens(turn.tokens)} <span className="quiet">tokens</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface TurnRecordsProps {
  row: SubSessionRow;
  turn: SessionTurn;
  next: SessionTurn | undefined;
  recordsRemoved: boolean;
}

function TurnRecords({ row: { sessionId }, turn, next, recordsRemoved }: TurnRecordsProps) {
  const part = recordsPartOf(turn, next);
  const [from, to] = [new Date(part.from).toISOString(), new Date(part.to).toISOString()];
  const records = useRecords({ sessionId, from, to, event: null, text: null, cursor: null }, true);
  return (
    <section>
      <p className="unfolded-head quiet">
        Records of turn {turn.index}, as received, the newest first
        <Go href={recordsAddress(sessionId, part)}>All of them</Go>
      </p>
      <Loaded
        query={records}
        what="The records"
        bones="lines"
        empty={({ logs }) => (logs.length === 0 ? <NoRecords recordsRemoved={recordsRemoved} /> : null)}
      >
        {({ logs }) => (
          // a long list scrolls in its own room, so it takes the focus
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className="unfolded-records" role="group" aria-label="Records of the turn" tabIndex={0}>
            <RecordList found={{ logs, nextCursor: null }} />
          </div>
        )}
      </Loaded>
    </section>
  );
}

function NoRecords({ recordsRemoved }: { recordsRemoved: boolean }) {
  return (
    <p className="second">
      {recordsRemoved
        ? "The raw records of this time have expired, as the retention setting says."
        : "No log record was received in this turn; its agent may send spans or metrics instead."}
    </p>
  );
}
