/** Gathers what the end of a session needs to know of its beginning. */
import { type MeasuredBefore, measuredAfter } from "../../metrics/before.ts";
import type { Span } from "../../metrics/flow/stretches.ts";
import type { ContextWindowOf } from "../../metrics/resets/context-fill.ts";
import { commitsAfter } from "../../metrics/retention/edits.ts";
import type { Prompt } from "../../normaliser/event.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { JudgedPrompts } from "../../rubric/prompts/prompts-table.ts";
import { askedLast } from "../../rubric/prompts/session-prompts.ts";
import { spendByModel } from "../../spend/spend.ts";
import { countPrompts, type SessionBefore, tellsLines } from "../../turns/before.ts";
import { factsSeen } from "../../turns/coverage/facts-seen.ts";
import { gatherCallHours, startOfHour } from "../../turns/latency/call-hours.ts";
import type { SubSession } from "../../turns/sub-session.ts";
import type { Turn } from "../../turns/turn.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { commitsKnown } from "./changes.ts";
import type { Circumstances, CommitsKnown, Cut, SumsBefore } from "./cut.ts";
import type { MeasuredEnd } from "./measured-end.ts";

/** What a session was measured by. */
export interface MeasuredBy {
  now: Milliseconds;
  prices: PriceTable;
  outages: readonly Span[];
  contextWindowOf: ContextWindowOf;
}

/** A sub-session that may be cut off, with those after it. */
export interface Place {
  first: SubSession;
  prompt: Prompt | null;
  turns: readonly Turn[];
  subSessions: readonly SubSession[];
  settledTurns: readonly Turn[];
  settledUntil: Milliseconds;
  openTurns: readonly Turn[];
}

/** All that is known of a beginning but what its end touches. */
export type KnownBefore = Pick<
  Cut,
  "session" | "measured" | "sums" | "commits" | "earlierPrompts" | "circumstances"
>;

/** Adds the turns before a place to what is known of those before them. */
export function knownBefore(measured: MeasuredEnd, place: Place, by: MeasuredBy): KnownBefore {
  return {
    session: sessionBefore(measured, place),
    measured: measuredBefore(measured, place, by),
    sums: sumsBefore(measured, place, by),
    commits: commitsBefore(measured, place),
    earlierPrompts: askedLast(place.turns, measured.before?.earlierPrompts),
    circumstances: circumstancesOf(measured, place, by),
  };
}

function sessionBefore({ before }: MeasuredEnd, { first, turns }: Place): SessionBefore {
  const known = before?.session;
  return {
    nextTurn: first.firstTurn,
    nextSubSession: first.index,
    workEndedAt: workEndedBefore(first),
    prompts: countPrompts(turns, known?.prompts ?? new Map()),
    tellsLines: known?.tellsLines === true || tellsLines(turns),
    opening: first.opening,
  };
}

function workEndedBefore({ turns }: SubSession): Milliseconds | null {
  return turns[0]?.workBeforeEndedAt ?? null;
}

function measuredBefore(
  { before, measures }: MeasuredEnd,
  { first, turns, subSessions }: Place,
  { contextWindowOf }: MeasuredBy,
): MeasuredBefore {
  const repairs = new Set(measures.flatMap(({ repairTurns }) => repairTurns));
  const found = { repairs, workEndedAt: workEndedBefore(first), contextWindowOf };
  return measuredAfter({ turns, subSessions }, found, before?.measured ?? null);
}

function commitsBefore({ before }: MeasuredEnd, { turns, settledTurns }: Place): CommitsKnown {
  const commits = commitsAfter([...turns, ...settledTurns], before?.measured.commits);
  return commitsKnown(commits, Math.max(before?.commits.lastEditAt ?? -Infinity, lastEditIn(turns)));
}

function lastEditIn(turns: readonly Turn[]): Milliseconds {
  const edits = turns.flatMap(({ toolReadings }) => toolReadings.filter(({ call }) => call.edits));
  return edits.reduce((last, { call }) => Math.max(last, call.at), -Infinity);
}

function sumsBefore({ before }: MeasuredEnd, { first, turns }: Place, { prices }: MeasuredBy): SumsBefore {
  const known = before?.sums;
  const hours = gatherCallHours(turns, known?.hours);
  return {
    startedAt: known?.startedAt ?? turns[0]?.startedAt ?? first.startedAt,
    facts: factsSeen(turns).union(known?.facts ?? new Set()),
    models: spendByModel(turns, prices, known?.models),
    hours: hours.filter(({ hour }) => hour >= startOfHour(first.startedAt)),
  };
}

function circumstancesOf(
  { facts, owner, material, before, assembled, prompts, baselineVersion }: MeasuredEnd,
  { first: { startedAt: until, firstTurn: nextTurn } }: Place,
  { prices, outages }: MeasuredBy,
): Circumstances {
  const startedAt = before?.sums.startedAt ?? assembled.turns[0]?.startedAt ?? until;
  return {
    agent: facts.agent,
    owner,
    prices,
    outages: outagesWithin(outages, { start: startedAt, end: until }),
    overrides: JSON.stringify(material.overrides),
    baselineVersion,
    judged: judgedBefore(prompts, { before, nextTurn }),
    rescore: material.rescore,
  };
}

function judgedBefore(
  prompts: MeasuredEnd["prompts"],
  { before, nextTurn }: Pick<MeasuredEnd, "before"> & { nextTurn: number },
): JudgedPrompts {
  const known = before?.circumstances.judged ?? { count: 0, lastAt: null };
  const times = prompts.flatMap(({ turnIndex, marks }) =>
    turnIndex < nextTurn && marks !== null ? [marks.judgedAt] : [],
  );
  const lastAt = times.reduce((last: number | null, at) => Math.max(last ?? at, at), known.lastAt);
  return { count: known.count + times.length, lastAt };
}

/** The outages that touch a span, as a text that is another one when they are others. */
export function outagesWithin(outages: readonly Span[], span: Span): string {
  return JSON.stringify(outages.filter(({ start, end }) => start <= span.end && end >= span.start));
}
