/** The rows of an account: its turns with their reasons, and the sums under them. */
import { useContext } from "react";
import { sessionAddress } from "../../../address/session-address.ts";
import { HeldAgainst } from "../../../charts/held-against.ts";
import { To } from "../../../parts/links.tsx";
import { Word } from "../../../parts/shape.tsx";
import { formatShare, NO_VALUE } from "../../../words/numbers.ts";
import { KIND_TITLES } from "../../../words/turn-kinds.ts";
import type { OpenSession } from "../open-session.ts";
import { nameOfTurn } from "../session-words.ts";
import type { AccountTable, TurnLine } from "./account-data.ts";
import { nameOther, type OtherTurn, sayNotes, sayRepair, sayUsual, sayWhy } from "./account-words.ts";
import { AXIS_TITLES, LineRow, WIDE } from "./line-row.tsx";
import { type Amounts, AXIS_NAMES, earnedShare, type Line } from "./lines.ts";

export function AccountRows({ open, lines }: { open: OpenSession; lines: readonly TurnLine[] }) {
  return lines.map((line) => <TurnRow key={line.entry.turnIndex} open={open} line={line} />);
}

function TurnRow({ open, line: { entry, amounts } }: { open: OpenSession; line: TurnLine }) {
  const { turnIndex, kind } = entry;
  const against = useContext(HeldAgainst) === "shipped" ? "shipped" : "own";
  const turn = open.work.turns.find(({ index }) => index === turnIndex);
  const sentences = [sayWhy(entry), sayUsual(entry, against), ...sayNotes(entry, against)].filter(
    (sentence) => sentence !== null,
  );
  return (
    <LineRow line={amounts} number={turnIndex}>
      <div className="turn-name">
        <b>{KIND_TITLES[kind]}</b>
        <To href={sessionAddress(open.session.sessionId, { turn: turnIndex })}>
          {nameOfTurn(turn ?? { index: turnIndex, text: null })}
        </To>
      </div>
      <p className="second">
        {sentences.join(" ")}
        <Repair open={open} entry={entry} />
        <Undone open={open} entry={entry} />
      </p>
    </LineRow>
  );
}

interface OfTurn {
  open: OpenSession;
  entry: TurnLine["entry"];
}

function Repair({ open, entry }: OfTurn) {
  const said = sayRepair(entry);
  if (said === null) return null;
  return (
    <>
      {" "}
      {said.before}
      {said.turn !== null && <ToOther open={open} turn={said.turn} />}
      {said.after}
    </>
  );
}

function Undone({ open, entry: { undone, undoneBy } }: OfTurn) {
  if (undone !== true) return null;
  return (
    <>
      {" "}
      <Word shape="cross" tone="warn">
        Undone
      </Word>
      {undoneBy !== null && (
        <>
          {" by "}
          <ToOther open={open} turn={undoneBy} />
        </>
      )}
      : Speed counts half of what it earned.
    </>
  );
}

function ToOther({ open, turn }: { open: OpenSession; turn: OtherTurn }) {
  return (
    <To href={sessionAddress(turn.sessionId, { turn: turn.turnIndex })}>
      {nameOther(turn, open.session.sessionId)}
    </To>
  );
}

const LIMITS = { partial: "Reached in part", abandoned: "Abandoned" } as const;

export function AccountSums({ table: { together, limit, total, turns } }: { table: AccountTable }) {
  return (
    <tfoot>
      {limit !== null && (
        <>
          <LineRow line={together} look="sum">
            The {turns.length === 1 ? "turn" : "turns together"}
          </LineRow>
          <LineRow line={limit.amounts} look="limit">
            {LIMITS[limit.outcome]}:{" "}
            {takesAway(limit.amounts) ? "limits what counts as earned" : "limits nothing here"}
          </LineRow>
        </>
      )}
      <LineRow line={total} look="sum">
        <b>The task</b>
      </LineRow>
      <tr>
        <td className="end">
          <span className="visually-hidden">Share</span>
        </td>
        <td className="second">
          Earned of what was taken
          <span className="only-narrow">
            {AXIS_NAMES.map((axis) => `${AXIS_TITLES[axis].toLowerCase()} ${sayShare(total[axis])}`).join(
              ", ",
            )}
          </span>
        </td>
        {AXIS_NAMES.map((axis) => (
          <td key={axis} colSpan={2} className={`end numbers${WIDE}`}>
            {sayShare(total[axis])}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function takesAway(amounts: Line): boolean {
  return AXIS_NAMES.some((axis) => (amounts[axis].earned ?? 0) !== 0);
}

function sayShare(amounts: Amounts): string {
  const share = earnedShare(amounts);
  return share === null ? NO_VALUE : formatShare(share);
}
