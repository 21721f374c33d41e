/** When a session's turns changed since they were classified last. */
import { hasForgotten } from "../../metrics/accounts/accounts-table.ts";
import type { KnownTurn } from "../../metrics/kinds/known-turn.ts";
import { LOOK_BACK } from "../../metrics/kinds/kind.ts";
import type { RememberedRow } from "./remembered-rows.ts";
import type { Instant } from "../../vocabulary/units.ts";

/** A stretch of time, both ends included. */
export interface ChangedSpan {
  from: Instant;
  to: Instant;
}

/** A session's turns, and how each is stored. */
export interface KnownLines {
  known: readonly KnownTurn[];
  lines: readonly string[];
}

/**
 * Returns the time from the first to the last turn that changed.
 *
 * @param before - The session's stored rows of the same person, in order.
 * @returns null when no turn did.
 */
export function changedSpan(
  { known, lines }: KnownLines,
  before: readonly RememberedRow[],
): ChangedSpan | null {
  const first = known[0]?.index ?? 0;
  const isComparable = (before[0]?.row.first_turn ?? first) === first;
  const starts = isComparable ? startsOfDifferent({ known, lines }, before) : allStarts(known, before);
  if (starts.length === 0) return null;
  const from = starts.reduce((least, start) => Math.min(least, start), Infinity);
  return { from, to: starts.reduce((most, start) => Math.max(most, start), from) };
}

function allStarts(known: readonly KnownTurn[], before: readonly RememberedRow[]): Instant[] {
  return [
    ...before.flatMap(({ row }) => [row.started_at, row.ended_at]),
    ...known.map(({ startedAt }) => startedAt),
  ];
}

function startsOfDifferent({ known, lines }: KnownLines, before: readonly RememberedRow[]): Instant[] {
  const starts: Instant[] = [];
  let place = 0;
  for (const each of before) {
    const end = place + (each.lines ?? each.turns()).length;
    const now = { known: known.slice(place, end), lines: lines.slice(place, end) };
    starts.push(
      ...(each.lines === null ? startsOfForgotten(now, each) : startsOfOther(now, each, each.lines)),
    );
    place = end;
  }
  return [...starts, ...startsOf(...known.slice(place))];
}

function startsOfForgotten({ known, lines }: KnownLines, before: RememberedRow): Instant[] {
  return hasForgotten(before.row, lines.join("\n")) ? [] : allStarts(known, [before]);
}

function startsOfOther(
  { known, lines }: KnownLines,
  before: RememberedRow,
  old: readonly string[],
): Instant[] {
  return old.flatMap((line, at) => (line === lines[at] ? [] : startsOf(known[at], before.known()[at])));
}

function startsOf(...turns: (KnownTurn | undefined)[]): Instant[] {
  return turns.flatMap((turn) => turn?.startedAt ?? []);
}

/** Joins spans whose turns can have to do with each other. */
export function joinSpans(spans: readonly ChangedSpan[]): ChangedSpan[] {
  const joined: ChangedSpan[] = [];
  for (const span of spans.toSorted((left, right) => left.from - right.from)) {
    const last = joined.at(-1);
    if (last === undefined || span.from - last.to > 2 * LOOK_BACK) joined.push({ ...span });
    else last.to = Math.max(last.to, span.to);
  }
  return joined;
}
