/** What happened in one session: its timeline, its turns, and one of them in full. */
import { useCallback, useEffect, useRef } from "react";
import { useParams } from "wouter";
import { useParameter } from "../../address/range.ts";
import { Head } from "../../frame/head.tsx";
import { AccountCell } from "./account/account-cell.tsx";
import { Callout } from "../../parts/callout.tsx";
import { Answer, Row } from "../../parts/layout.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { formatThings } from "../../words/numbers.ts";
import { type TimelinePage, useSetBoundary, useSubSessionScores, useTimeline } from "./fetch-session.ts";
import { type OpenSession, useOpenSession } from "./open-session.ts";
import { nameOfSession, saySession, sayWho } from "./session-words.ts";
import { Conversation } from "./conversation.tsx";
import { SessionCards } from "./session-cards.tsx";
import { SessionLabels } from "./session-labels.tsx";
import { SessionSummary } from "./session-summary.tsx";
import { StatsRow } from "./stats-row.tsx";
import { SubSessionScoresCell } from "./sub-session-scores.tsx";
import { TimelineCell } from "./timeline/timeline-cell.tsx";
import { TurnList } from "./turn-list.tsx";
import { TurnPanel } from "./turn-panel.tsx";

export function SessionPage() {
  const { id = "" } = useParams();
  const [turn] = useParameter("turn");
  const isEnough = useCallback((pages: readonly TimelinePage[]) => holdsTurn(pages, turn), [turn]);
  const { timeline, readOn } = useTimeline(id, isEnough);
  const scores = useSubSessionScores(id);
  const session = timeline.data?.pages[0]?.session;
  return (
    <>
      <Head
        title={session === undefined ? "Session" : nameOfSession(session)}
        crumb={{ name: "Sessions", address: "/sessions" }}
        asOf={timeline.dataUpdatedAt}
        hasRange={false}
      />
      <Loaded query={timeline} what="The session" bones="chart">
        {({ pages }) => <Work pages={pages} readOn={readOn} scores={scores} />}
      </Loaded>
    </>
  );
}

/** A turn that the address asks for is read up to, however far it is. */
function holdsTurn(pages: readonly TimelinePage[], turn: string | null): boolean {
  if (turn === null) return true;
  return pages.some(({ entries }) =>
    entries.some((entry) => entry.kind === "turn" && String(entry.turnIndex) === turn),
  );
}

interface WorkProps {
  pages: readonly TimelinePage[];
  readOn: (() => void) | null;
  scores: ReturnType<typeof useSubSessionScores>;
}

function Work({ pages, readOn, scores }: WorkProps) {
  const open = useOpenSession(pages);
  const sessionId = open?.session.sessionId ?? "";
  const change = useSetBoundary(sessionId);
  const panel = useShownPanel(open?.chosen?.index ?? null);
  if (open === null) return null;
  const { session, subSessions, chosen } = open;
  return (
    <>
      <Answer
        note={
          <>
            {sayWho(session)} Session <span className="mono">{session.sessionId}</span>.
            <SessionLabels labels={session.labels} />
            <SessionSummary sessionId={session.sessionId} />
          </>
        }
      >
        {saySession(session, subSessions)}
      </Answer>
      <Notices open={open} readOn={readOn} />
      <StatsRow open={open} />
      <Row>
        <TimelineCell open={open} change={change} />
      </Row>
      <Row>
        <SubSessionScoresCell open={open} scores={scores} />
      </Row>
      <Row>
        <AccountCell open={open} />
      </Row>
      <SessionCards sessionId={session.sessionId} />
      <Row>
        <TurnList open={open} change={change} />
        <div className="cell c4" ref={panel}>
          {chosen !== null && <TurnPanel open={open} turn={chosen} />}
        </div>
      </Row>
      <Conversation key={session.sessionId} sessionId={session.sessionId} />
    </>
  );
}

function Notices({ open, readOn }: { open: OpenSession; readOn: (() => void) | null }) {
  const { recordsRemoved, hasMore, work } = open;
  if (!recordsRemoved && !hasMore) return null;
  return (
    <div className="notices">
      {recordsRemoved && (
        <Callout tone="warn" title="Raw records of this session have expired">
          What was computed from them stays: turns, steps and scores. Only the remaining records can be
          opened.
        </Callout>
      )}
      {hasMore && (
        <Callout tone="warn" title={`The first ${formatThings(work.turns.length, "turn")} of a long session`}>
          {readOn === null ? "The next part is being read." : "Read on to see the rest."}{" "}
          {readOn !== null && (
            <button type="button" className="button small" onClick={readOn}>
              Read on
            </button>
          )}
        </Callout>
      )}
    </div>
  );
}

/** Where the panel is below the table, a turn that is chosen brings it into sight. */
function useShownPanel(turn: number | null) {
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef(turn);
  useEffect(() => {
    if (before.current === turn) return;
    const isFirst = before.current === null;
    before.current = turn;
    const isTable = document.activeElement?.closest("table") !== null;
    if (!isFirst && isTable && matchMedia("(max-width: 1100px)").matches) panel.current?.scrollIntoView();
  }, [turn]);
  return panel;
}
