/** A developer's worst and best task of one size side by side: what differed, and the prompts of both. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sessionAddress } from "../../../address/session-address.ts";
import { Cell } from "../../../parts/layout.tsx";
import { To } from "../../../parts/links.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Word } from "../../../parts/shape.tsx";
import { formatScore } from "../../../words/numbers.ts";
import { formatMoment } from "../../../words/times.ts";
import { useTimeline } from "../../session/fetch-session.ts";
import { type SessionTurn, subSessionOf, workOf } from "../../session/session-turns.ts";
import { flagsOf, nameOfTurn } from "../../session/session-words.ts";
import type { WeighedInput } from "../developer-data.ts";
import { comparePair } from "./compare-pair.ts";
import type { TaskOfDeveloper } from "./fetch-why.ts";
import { type Pair, pairFor } from "./pairs.ts";

export interface PairCellProps {
  input: WeighedInput;
  tasks: UseQueryResult<readonly TaskOfDeveloper[]>;
}

export function PairCell({ input, tasks }: PairCellProps) {
  return (
    <Cell span={12} title="Two tasks of the same size" more={`the worst and the best in ${input.title}`}>
      <Loaded query={tasks} what="The tasks" bones="lines">
        {(found) => {
          const pair = pairFor(found, input.id);
          return pair === null ? (
            <p className="second">
              No two counted tasks of the same size are ten points apart in it, so there is nothing to
              compare.
            </p>
          ) : (
            <SideBySide key={`${pair.worst.id} ${pair.best.id}`} pair={pair} input={input} />
          );
        }}
      </Loaded>
    </Cell>
  );
}

function SideBySide({ pair, input }: { pair: Pair; input: WeighedInput }) {
  const worst = useTurnsOf(pair.worst);
  const best = useTurnsOf(pair.best);
  const compared = comparePair(pair, worst, best);
  const rows = Math.max(worst.length, best.length);
  return (
    <div className="scroll">
      <table className="table pair" aria-label={`The worst and the best task in ${input.title}`}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Compared</span>
            </th>
            <Heading task={pair.worst} value={pair.worst.values[input.id]} name="Worst" />
            <Heading task={pair.best} value={pair.best.values[input.id]} name="Best" />
          </tr>
        </thead>
        <tbody>
          {compared.map(({ name, worst: left, best: right, differs }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{marked(left, differs)}</td>
              <td>{marked(right, differs)}</td>
            </tr>
          ))}
          {Array.from({ length: Math.min(rows, PROMPTS_SHOWN) }, (_, place) => (
            <tr key={place}>
              <td>Prompt {place + 1}</td>
              <Prompt turn={worst[place]} task={pair.worst} />
              <Prompt turn={best[place]} task={pair.best} />
            </tr>
          ))}
        </tbody>
      </table>
      {rows > PROMPTS_SHOWN && (
        <p className="note under-table">The first {PROMPTS_SHOWN} prompts; the links lead to all of them.</p>
      )}
    </div>
  );
}

const PROMPTS_SHOWN = 12;

function marked(text: string, differs: boolean): ReactNode {
  return differs ? <mark>{text}</mark> : text;
}

interface HeadingProps {
  task: TaskOfDeveloper;
  value: number | null;
  name: string;
}

function Heading({ task, value, name }: HeadingProps) {
  const { title, sessionId, index, startedAt } = task;
  return (
    <th scope="col">
      {name}, {formatScore(value)}:{" "}
      <To href={sessionAddress(sessionId, { subSession: index })}>{title ?? "text withheld"}</To>{" "}
      <span className="quiet nowrap">{formatMoment(startedAt)}</span>
    </th>
  );
}

function Prompt({ turn, task }: { turn: SessionTurn | undefined; task: TaskOfDeveloper }) {
  if (turn === undefined) return <td className="quiet">none needed</td>;
  return (
    <td>
      <To href={sessionAddress(task.sessionId, { turn: turn.index })}>{nameOfTurn(turn)}</To>{" "}
      {flagsOf(turn).map(({ shape, tone, words }) => (
        <mark key={words} className="pair-flag">
          <Word shape={shape} tone={tone}>
            {words}
          </Word>
        </mark>
      ))}
    </td>
  );
}

/** The turns that began with a prompt, in the part of the session that was read. */
function useTurnsOf(task: TaskOfDeveloper): readonly SessionTurn[] {
  const end = Date.parse(task.endedAt);
  const { timeline } = useTimeline(task.sessionId, (pages) => {
    const last = pages.at(-1)?.entries.at(-1);
    return last !== undefined && Date.parse(last.at) > end;
  });
  const pages = timeline.data?.pages ?? [];
  const subSessions = pages[0]?.subSessions ?? [];
  const { turns } = workOf(pages.flatMap(({ entries }) => entries));
  return turns.filter((turn) => turn.promptId !== null && subSessionOf(subSessions, turn)?.id === task.id);
}
