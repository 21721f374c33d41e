/** The turns of a session in a table, fifty at a time, with the boundaries between them. */
import type { KeyboardEvent, ReactNode } from "react";
import { Link, useSearch } from "wouter";
import { useParameter } from "../../address/range.ts";
import { sessionAddress } from "../../address/session-address.ts";
import { Cell } from "../../parts/layout.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Shape, Word } from "../../parts/shape.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { formatCount, formatThings, formatTokens, NO_VALUE } from "../../words/numbers.ts";
import { formatTime } from "../../words/times.ts";
import { BoundaryButton } from "./boundary-button.tsx";
import type { SubSession, useSetBoundary } from "./fetch-session.ts";
import type { OpenSession } from "./open-session.ts";
import type { Boundary, SessionTurn } from "./session-turns.ts";
import { flagsOf, nameOfTurn, sayBoundary } from "./session-words.ts";
import { pageOfTurns, TURNS_SHOWN } from "./turn-pages.ts";

export interface TurnListProps {
  open: OpenSession;
  change: ReturnType<typeof useSetBoundary>;
}

const MINUTE_MS = 60_000;

export function TurnList({ open, change }: TurnListProps) {
  const { work, boundaries, chosen, hasMore } = open;
  const [asked] = useParameter("list");
  const { page, turns } = pageOfTurns(work.turns, asked, chosen);
  const isWhole = work.turns.length <= TURNS_SHOWN && !hasMore;
  return (
    <Cell
      span={8}
      title="Turns"
      right={<span className="quiet">{open.mayChange ? "split before a turn, join at a boundary" : ""}</span>}
    >
      <div className="turns">
        <Table
          label="Turns"
          columns={turnColumns({ open, change, totals: isWhole ? totalsOf(work.turns) : {} })}
          rows={turns}
          keyOf={({ index }) => String(index)}
          isChosen={(turn) => turn.index === chosen?.index}
          above={(turn) => {
            const boundary = boundaries.find(({ turnIndex }) => turnIndex === turn.index);
            return boundary === undefined ? null : <BoundaryLine {...{ boundary, turn, open, change }} />;
          }}
        />
      </div>
      <Pages open={open} page={page} shown={turns.length} />
    </Cell>
  );
}

type Totals = Partial<
  Record<"title" | "start" | "prompt" | "time" | "calls" | "tools" | "tokens" | "cost", ReactNode>
>;

function turnColumns({ open, change, totals }: TurnListProps & { totals: Totals }): Column<SessionTurn>[] {
  const longest = Math.max(1, ...open.work.turns.map(({ workedMs }) => workedMs));
  const isChosen = (turn: SessionTurn): boolean => turn.index === open.chosen?.index;
  return [
    {
      title: "#",
      align: "right",
      cell: ({ index }) => <span className="quiet">{index}</span>,
      foot: totals.title,
    },
    {
      title: "Start",
      hidesBelow: 720,
      cell: ({ from }) => <span className="quiet numbers">{formatTime(from)}</span>,
      foot: totals.start,
    },
    {
      title: "Prompt",
      grows: true,
      cell: (turn) => <Prompt turn={turn} open={open} change={change} />,
      foot: totals.prompt,
    },
    {
      title: "Time",
      unit: "min",
      hidesBelow: 720,
      cell: (turn) => <TimeBar ms={turn.workedMs} longest={longest} isChosen={isChosen(turn)} />,
      foot: totals.time,
    },
    {
      title: "Calls",
      align: "right",
      hidesBelow: 1280,
      cell: ({ calls }) => formatCount(calls),
      foot: totals.calls,
    },
    {
      title: "Tools",
      align: "right",
      hidesBelow: 1280,
      cell: ({ tools }) => formatCount(tools),
      foot: totals.tools,
    },
    { title: "Tokens", align: "right", cell: ({ tokens }) => formatTokens(tokens), foot: totals.tokens },
    { title: "Cost", unit: "USD", align: "right", cell: ({ costUsd }) => costOf(costUsd), foot: totals.cost },
  ];
}

function totalsOf(turns: readonly SessionTurn[]): Totals {
  const sum = (of: (turn: SessionTurn) => number): number =>
    turns.reduce((total, turn) => total + of(turn), 0);
  const isPriced = turns.some(({ costUsd }) => costUsd !== null);
  return {
    title: <span className="visually-hidden">Together</span>,
    start: <span className="quiet numbers">{formatTime(turns.at(-1)?.to ?? 0)}</span>,
    prompt: formatThings(turns.length, "turn"),
    time: <span className="numbers">{(sum(({ workedMs }) => workedMs) / MINUTE_MS).toFixed(1)}</span>,
    calls: formatCount(sum(({ calls }) => calls)),
    tools: formatCount(sum(({ tools }) => tools)),
    tokens: formatTokens(sum(({ tokens }) => tokens)),
    cost: costOf(isPriced ? sum(({ costUsd }) => costUsd ?? 0) : null),
  };
}

type TurnProps = TurnListProps & { turn: SessionTurn };

function Prompt({ turn, open, change }: TurnProps) {
  const isBoundary = open.boundaries.some(({ turnIndex }) => turnIndex === turn.index);
  return (
    <div className="prompt-cell">
      <TurnLink turn={turn} open={open} isChosen={turn.index === open.chosen?.index} />
      {flagsOf(turn).map(({ shape, tone, words }) => (
        <span key={words} className="flag">
          <Word shape={shape} tone={tone}>
            {words}
          </Word>
        </span>
      ))}
      {!isBoundary && (
        <BoundaryButton
          className="button small split"
          tabIndex={-1}
          open={open}
          turn={turn}
          change={change}
        />
      )}
    </div>
  );
}

function TurnLink({ turn, open, isChosen }: { turn: SessionTurn; open: OpenSession; isChosen: boolean }) {
  const search = new URLSearchParams(useSearch());
  search.set("turn", String(turn.index));
  return (
    <Link
      className="to"
      href={`${sessionAddress(open.session.sessionId)}?${search.toString()}`}
      replace
      aria-current={isChosen ? "true" : undefined}
      onKeyDown={moveThroughRows}
    >
      {nameOfTurn(turn)}
    </Link>
  );
}

const BAR_PX = 56;

function TimeBar({ ms, longest, isChosen }: { ms: number; longest: number; isChosen: boolean }) {
  return (
    <span className="time-bar">
      <span>{(ms / MINUTE_MS).toFixed(1)}</span>
      <svg width={BAR_PX} height={10} aria-hidden="true">
        <rect
          className={isChosen ? "fill-accent" : "fill-accent-mid"}
          width={Math.max(1, (BAR_PX * ms) / longest)}
          height={10}
          rx={1}
        />
      </svg>
    </span>
  );
}

function costOf(costUsd: number | null): string {
  return costUsd === null ? NO_VALUE : costUsd.toFixed(2);
}

function BoundaryLine({ boundary, turn, open, change }: TurnProps & { boundary: Boundary<SubSession> }) {
  return (
    <div className="boundary">
      <Shape name="ring" />
      <b>Task {boundary.subSession.index + 1}</b>
      <span className="second">{sayBoundary(boundary.subSession.boundary)}</span>
      <BoundaryButton open={open} turn={turn} change={change} />
    </div>
  );
}

function Pages({ open, page, shown }: { open: OpenSession; page: number; shown: number }) {
  const search = useSearch();
  const { work, session } = open;
  const addressOf = (target: number): string => {
    const parameters = new URLSearchParams(search);
    parameters.set("list", String(target));
    return `${sessionAddress(session.sessionId)}?${parameters.toString()}`;
  };
  const isLast = page * TURNS_SHOWN >= work.turns.length;
  return (
    <Pager
      before={(page - 1) * TURNS_SHOWN}
      shown={shown}
      total={work.turns.length}
      pages={[
        { name: "Earlier", address: page === 1 ? null : addressOf(page - 1) },
        { name: "Later", address: isLast ? null : addressOf(page + 1) },
      ]}
    />
  );
}

/** Arrows move from prompt to prompt. */
function moveThroughRows(event: KeyboardEvent<HTMLAnchorElement>): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (by === undefined) return;
  const links = [
    ...(event.currentTarget.closest("tbody")?.querySelectorAll<HTMLAnchorElement>("a.to") ?? []),
  ];
  const next = links[links.indexOf(event.currentTarget) + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
