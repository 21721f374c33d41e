/** The turns of a session in a table, fifty at a time, with the boundaries between them. */
import { Fragment, type KeyboardEvent } from "react";
import { Link, useSearch } from "wouter";
import { useParameter } from "../../address/range.ts";
import { sessionAddress } from "../../address/session-address.ts";
import { Cell } from "../../parts/layout.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Shape, Word } from "../../parts/shape.tsx";
import { formatCount, formatThings, formatTokens, NO_VALUE } from "../../words/numbers.ts";
import { formatTime } from "../../words/times.ts";
import { BoundaryButton } from "./boundary-button.tsx";
import type { SubSession, useSetBoundary } from "./fetch-session.ts";
import type { OpenSession } from "./open-session.ts";
import type { Boundary, SessionTurn } from "./session-turns.ts";
import { flagOf, nameOfTurn, sayBoundary } from "./session-words.ts";
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
  const longest = Math.max(1, ...work.turns.map(({ workedMs }) => workedMs));
  return (
    <Cell
      span={8}
      title="Turns"
      right={<span className="quiet">{open.mayChange ? "split before a turn, join at a boundary" : ""}</span>}
    >
      <div className="scroll">
        <table className="table turns" aria-label="Turns">
          <Headings />
          <tbody>
            {turns.map((turn) => (
              <Fragment key={turn.index}>
                <BoundaryRow
                  boundary={boundaries.find(({ turnIndex }) => turnIndex === turn.index)}
                  turn={turn}
                  open={open}
                  change={change}
                />
                <TurnRow turn={turn} longest={longest} open={open} change={change} />
              </Fragment>
            ))}
          </tbody>
          {work.turns.length <= TURNS_SHOWN && !hasMore && <Totals turns={work.turns} />}
        </table>
      </div>
      <Pages open={open} page={page} shown={turns.length} />
    </Cell>
  );
}

function Headings() {
  return (
    <thead>
      <tr>
        <th scope="col" className="end">
          #
        </th>
        <th scope="col" className="p2">
          Start
        </th>
        <th scope="col" className="grow">
          Prompt
        </th>
        <th scope="col" className="p2">
          Time<span className="unit"> min</span>
        </th>
        <th scope="col" className="end p3">
          Calls
        </th>
        <th scope="col" className="end p3">
          Tools
        </th>
        <th scope="col" className="end">
          Tokens
        </th>
        <th scope="col" className="end">
          Cost<span className="unit"> USD</span>
        </th>
      </tr>
    </thead>
  );
}

type RowProps = TurnListProps & { turn: SessionTurn };

function TurnRow({ turn, longest, open, change }: RowProps & { longest: number }) {
  const isChosen = turn.index === open.chosen?.index;
  const flag = flagOf(turn);
  const isBoundary = open.boundaries.some(({ turnIndex }) => turnIndex === turn.index);
  return (
    <tr className={isChosen ? "on" : undefined}>
      <td className="end quiet">{turn.index}</td>
      <td className="p2 quiet numbers">{formatTime(turn.from)}</td>
      <td className="grow">
        <div className="prompt-cell">
          <TurnLink turn={turn} open={open} isChosen={isChosen} />
          {flag !== null && (
            <span className="flag">
              <Word shape={flag.shape} tone={flag.tone}>
                {flag.words}
              </Word>
            </span>
          )}
          {!isBoundary && (
            <BoundaryButton className="button small split" open={open} turn={turn} change={change} />
          )}
        </div>
      </td>
      <td className="p2">
        <TimeBar ms={turn.workedMs} longest={longest} isChosen={isChosen} />
      </td>
      <td className="end p3">{formatCount(turn.calls)}</td>
      <td className="end p3">{formatCount(turn.tools)}</td>
      <td className="end">{formatTokens(turn.tokens)}</td>
      <td className="end">{costOf(turn.costUsd)}</td>
    </tr>
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

function BoundaryRow({
  boundary,
  turn,
  open,
  change,
}: RowProps & { boundary: Boundary<SubSession> | undefined }) {
  if (boundary === undefined) return null;
  return (
    <tr className="boundary">
      <td colSpan={8}>
        <div>
          <Shape name="ring" />
          <b>Task {boundary.subSession.index + 1}</b>
          <span className="second">{sayBoundary(boundary.subSession.boundary)}</span>
          <BoundaryButton open={open} turn={turn} change={change} />
        </div>
      </td>
    </tr>
  );
}

function Totals({ turns }: { turns: readonly SessionTurn[] }) {
  const sum = (of: (turn: SessionTurn) => number): number =>
    turns.reduce((total, turn) => total + of(turn), 0);
  const priced = turns.some(({ costUsd }) => costUsd !== null);
  return (
    <tfoot>
      <tr>
        <td className="end">
          <span className="visually-hidden">Together</span>
        </td>
        <td className="p2 quiet numbers">{formatTime(turns.at(-1)?.to ?? 0)}</td>
        <td>{formatThings(turns.length, "turn")}</td>
        <td className="p2 numbers">{(sum(({ workedMs }) => workedMs) / MINUTE_MS).toFixed(1)}</td>
        <td className="end p3">{formatCount(sum(({ calls }) => calls))}</td>
        <td className="end p3">{formatCount(sum(({ tools }) => tools))}</td>
        <td className="end">{formatTokens(sum(({ tokens }) => tokens))}</td>
        <td className="end">{priced ? sum(({ costUsd }) => costUsd ?? 0).toFixed(2) : NO_VALUE}</td>
      </tr>
    </tfoot>
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
