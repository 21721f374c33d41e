/** The account of one sub-session: what each of its turns took and earned, why, and how that adds up to its score. */
import { useContext, useState } from "react";
import { useParameter } from "../../../address/range.ts";
import { HeldAgainst, useFifty } from "../../../charts/held-against.ts";
import { Cell } from "../../../parts/layout.tsx";
import { formatScore, formatShare, formatThings } from "../../../words/numbers.ts";
import { joined } from "../../../words/joined.ts";
import type { SubSession } from "../fetch-session.ts";
import type { OpenSession } from "../open-session.ts";
import { subSessionOf } from "../session-turns.ts";
import { accountTable, type AccountTable } from "./account-data.ts";
import { AccountRows, AccountSums } from "./account-rows.tsx";
import { sayNoScore } from "./account-words.ts";
import { Headings, LineRow } from "./line-row.tsx";
import { addLines, AXIS_NAMES, earnedShare } from "./lines.ts";

/** A longer account begins with these; the others are in one line until they are asked for. */
const SHOWN = 50;

export function AccountCell({ open }: { open: OpenSession }) {
  const subSession = useShownSubSession(open);
  const table = subSession === undefined ? null : accountTable(subSession);
  if (subSession === undefined || table === null) return null;
  return (
    <Cell
      span={12}
      title={open.subSessions.length === 1 ? "What it earned" : `What task ${subSession.index + 1} earned`}
      more="turn by turn: what it took, what it earned, and why"
    >
      <p className="second account-answer">{sayShares(table, subSession)}</p>
      <Account key={subSession.id} open={open} subSession={subSession} table={table} />
      <Note subSession={subSession} />
    </Cell>
  );
}

/** The one that the timeline shows; else the one of the chosen turn. */
function useShownSubSession({ subSessions, chosen }: OpenSession): SubSession | undefined {
  const [part] = useParameter("part");
  const asked = subSessions.find(({ index }) => String(index + 1) === part);
  return asked ?? (chosen === null ? subSessions[0] : subSessionOf(subSessions, chosen));
}

const EARNED_OF = { tokens: "the tokens", turns: "the prompts", humanTime: "the human time" } as const;

/** Returns "6 of its 11 turns changed something. It earned 92 % of the tokens, 110 % of the prompts and … that it took: sub-session efficiency 57." */
function sayShares(table: AccountTable, { sse, breakdown }: SubSession): string {
  const { total, turns } = table;
  const shares = AXIS_NAMES.flatMap((axis) => {
    const share = earnedShare(total[axis]);
    return share === null ? [] : [`${formatShare(share)} of ${EARNED_OF[axis]}`];
  });
  const score = sse === null ? sayNoScore(table) : `sub-session efficiency ${formatScore(sse)}`;
  return shares.length === 0
    ? `Nothing is known of what it took: ${score}.`
    : `${sayChanges(breakdown.changeTurns, turns.length)} It earned ${joined(shares)} that it took: ${score}.`;
}

/** Returns "6 of its 11 turns changed something." */
function sayChanges(changes: number, turns: number): string {
  if (changes === turns)
    return turns === 1 ? "Its turn changed something." : "All of its turns changed something.";
  return `${changes === 0 ? "None" : changes} of its ${formatThings(turns, "turn")} changed something.`;
}

interface AccountProps {
  open: OpenSession;
  subSession: SubSession;
  table: AccountTable;
}

function Account({ open, subSession, table }: AccountProps) {
  const [isWhole, showWhole] = useState(false);
  const shown = isWhole ? table.turns : table.turns.slice(0, SHOWN);
  const others = table.turns.slice(shown.length);
  const label = `Account of task ${subSession.index + 1}`;
  return (
    <div className="scroll">
      <table className="table account" aria-label={label}>
        <Headings what="Turn" />
        <tbody>
          <AccountRows open={open} lines={shown} />
          {others.length > 0 && (
            <LineRow line={addLines(others.map(({ amounts }) => amounts))}>
              <button type="button" className="button small" onClick={() => showWhole(true)}>
                Show {formatThings(others.length, "more turn")}
              </button>
            </LineRow>
          )}
        </tbody>
        <AccountSums table={table} />
      </table>
    </div>
  );
}

function Note({ subSession }: { subSession: SubSession }) {
  const { breakdown, outcome, size, bucket, scoringVersion } = subSession;
  const fifty = useFifty();
  const isShipped = useContext(HeldAgainst) === "shipped";
  const { earned } = breakdown.humanTime;
  const { humanTimeEarned } = breakdown.undone;
  const isLess = earned !== null && humanTimeEarned !== null && earned - humanTimeEarned >= 0.05;
  return (
    <p className="note under-table">
      {isShipped
        ? "Held against shipped values; your own from 30 tasks on. "
        : `In sub-session efficiency ${fifty}. `}
      {sayPrompts(subSession)}Tokens are weighed by what they cost.{" "}
      {outcome === "unknown" && "The outcome is not known, so the score is half way to the usual. "}
      {isLess &&
        `Undone work counts half in Speed, so of the ${earned.toFixed(1)} s earned it counts ${humanTimeEarned.toFixed(1)} s. `}
      Its size is {size.toFixed(1)}, bucket {bucket}, which no score uses; the formula is {scoringVersion}.
    </p>
  );
}

/** What a whole change earns in prompts, as its turns show it. */
function sayPrompts({ turnEntries = [] }: SubSession): string {
  const change = turnEntries.find(({ unit, turns }) => unit !== null && unit > 0 && turns !== null);
  if (change?.turns == null || change.unit === null) return "";
  return `A whole change earns ${(change.turns.earned / change.unit).toFixed(2)} prompts. `;
}
