/** Reads from an assembled session what it says about each of its turns. */
import type { Agent } from "../../normaliser/dialects/agents.ts";
import { isChangeTurn, linesOfChange, pathsOfChange } from "../../turns/change-turn.ts";
import type { AssembledSession } from "../../turns/session.ts";
import { tokenEquivalents } from "../../turns/totals.ts";
import { hasLanded, isNonTrivial, type Turn } from "../../turns/turn.ts";
import { takesTime } from "../../turns/work.ts";
import { opensNewGoal, refersBack } from "../../turns/wording/cues.ts";
import { namedPaths } from "../../turns/wording/paths.ts";
import { contentWords, wordsOf } from "../../turns/wording/words.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import type { TimeSpan } from "../../vocabulary/times.ts";
import type { Instant, Tokens } from "../../vocabulary/units.ts";
import { areRepairsVisible, corrects, findRepairTurns, type JudgedIntent } from "../iteration/repairs.ts";
import { endedInFailure, endedInRefusal } from "../iteration/turn-ending.ts";
import type { KnownTurn } from "./known-turn.ts";
import { endOfHoleBefore, ownGaps } from "./own-gap.ts";
import { type PathTrace, suffixesOf } from "./paths.ts";

/** Makes a word or a path unreadable, the same text always in the same way. */
export type Trace = (text: string) => string;

/** What a session does not say by itself. */
export interface ReadingOptions {
  session: SessionName;
  agent: Agent;
  intentOf: JudgedIntent;
  /** Times in which nothing could arrive. */
  outages: readonly TimeSpan[];
  trace: Trace;
}

/**
 * Reads the turns of a whole session.
 *
 * @returns One for each turn, in order.
 * @see docs/scoring.md, "Words".
 */
export function readTurns(session: AssembledSession, options: ReadingOptions): KnownTurn[] {
  const { turns, subSessions } = session;
  const { intentOf, outages } = options;
  const repairs = findRepairTurns(session, intentOf);
  const gaps = ownGaps(turns, outages);
  const visible = new Set(
    subSessions.filter((run) => areRepairsVisible(run.turns, intentOf)).flatMap((run) => run.turns),
  );
  return turns.map((turn) =>
    knownTurn(turn, options, {
      holeUntil: turn.index === 1 ? endOfHoleBefore(turns, turn.startedAt) : null,
      ownGap: gaps.get(turn.index) ?? null,
      ownRepair: repairs.has(turn.index),
      ownRepairOf: repairs.get(turn.index) ?? null,
      corrects: corrects(turn, intentOf),
      visible: visible.has(turn),
    }),
  );
}

/** What a turn's place among the session's others shows. */
type Circumstances = Pick<
  KnownTurn,
  "holeUntil" | "ownGap" | "ownRepair" | "ownRepairOf" | "corrects" | "visible"
>;

/** A turn that did not change, in the same circumstances, is the same object. */
const known = new WeakMap<Turn, { trace: Trace; turn: KnownTurn }>();

function knownTurn(turn: Turn, options: ReadingOptions, circumstances: Circumstances): KnownTurn {
  const { trace } = options;
  const before = known.get(turn);
  const isKnown = before?.trace === trace;
  if (isKnown && isIn(circumstances, before.turn)) return before.turn;
  const contents = isKnown ? before.turn : { ...openingOf(turn, options), ...contentsOf(turn, trace) };
  const read = { ...contents, ...circumstances };
  known.set(turn, { trace, turn: read });
  return read;
}

function isIn(circumstances: Circumstances, turn: KnownTurn): boolean {
  const { holeUntil, ownGap, ownRepair, ownRepairOf, corrects, visible } = circumstances;
  return (
    turn.holeUntil === holeUntil &&
    turn.ownGap === ownGap &&
    turn.ownRepair === ownRepair &&
    Bun.deepEquals(turn.ownRepairOf, ownRepairOf) &&
    turn.corrects === corrects &&
    turn.visible === visible
  );
}

type Opening =
  | "session"
  | "index"
  | "agent"
  | "startedAt"
  | "endedAt"
  | "nonTrivial"
  | "interactive"
  | "sessionFirst"
  | "refused"
  | "failed";

function openingOf(turn: Turn, { session, agent }: ReadingOptions): Pick<KnownTurn, Opening> {
  const { index, startedAt, interactive } = turn;
  return {
    session,
    index,
    agent,
    startedAt,
    endedAt: endOfWork(turn),
    nonTrivial: isNonTrivial(turn),
    interactive,
    sessionFirst: index === 1,
    refused: endedInRefusal(turn),
    failed: endedInFailure(turn),
  };
}

function endOfWork({ startedAt, events }: Turn): Instant {
  return events.reduce((end, event) => (takesTime(event) ? Math.max(end, event.at) : end), startedAt);
}

function contentsOf(turn: Turn, trace: Trace): Pick<KnownTurn, WorkDone | Wording> {
  const reverts = turn.toolReadings.map((reading) => reading.reverts).filter((paths) => paths !== null);
  const change = isChangeTurn(turn);
  return {
    tokens: tokensOf(turn),
    calls: turn.calls,
    change,
    paths: tracesOf(pathsOfChange(turn), trace),
    lines: linesOfChange(turn),
    landed: hasLanded(turn),
    reverts: reverts.map((paths) => (paths === "everything" ? paths : tracesOf(paths, trace))),
    ...(change && turn.text !== null ? wordingOf(turn.text, trace) : NO_WORDING),
  };
}

type WorkDone = "tokens" | "calls" | "change" | "paths" | "lines" | "landed" | "reverts";
type Wording = "words" | "named" | "newGoal" | "refersBack";

const NO_WORDING: Pick<KnownTurn, Wording> = {
  words: null,
  named: [],
  newGoal: false,
  refersBack: false,
};

/** Nobody knows how many tokens a call of unknown result used. */
function tokensOf({ unknownCalls, tokens }: Turn): Tokens | null {
  return unknownCalls > 0 ? null : tokenEquivalents(tokens) || null;
}

function wordingOf(text: string, trace: Trace): Pick<KnownTurn, Wording> {
  const said = wordsOf(text);
  return {
    words: [...contentWords(text)].map(trace),
    named: tracesOf(namedPaths(text), trace),
    newGoal: opensNewGoal(said),
    refersBack: refersBack(said),
  };
}

function tracesOf(paths: readonly string[], trace: Trace): PathTrace[] {
  return paths.map((path) => suffixesOf(path).map(trace));
}
