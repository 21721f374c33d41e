/** Chances to clear or compact the context: which were used, and which were missed. */
import type { Compaction, Event, ModelCall } from "../../normaliser/event.ts";
import type { SubSession } from "../../turns/sub-session.ts";
import type { Turn } from "../../turns/turn.ts";
import { commandOf, isWork } from "../../turns/work.ts";
import { anyWithin } from "../../vocabulary/times.ts";
import { type Instant, type Milliseconds, type Ratio, SECOND } from "../../vocabulary/units.ts";
import { listed } from "../../vocabulary/word-lists.ts";
import {
  contextBefore,
  type ContextFill,
  type ContextWindowOf,
  fillAfter,
  hasFallen,
} from "./context-fill.ts";

/** The chances of one sub-session and how they ended. */
export interface Resets {
  /** Chances that arose in it. */
  chances: number;
  /** Those that a manual reset or compaction answered in time. */
  good: number;
  /** Missed chances, automatic compactions in the middle of a task, and resets too soon after a reset. */
  bad: number;
  /** Whether the context window was known at one of its calls. */
  windowKnown: boolean;
}

/** A fill that is worth a reset when the context climbs past it. */
const CLIMBS: readonly Ratio[] = [0.6, 0.8];
/** A sub-session that begins fuller than this carries the context of another task. */
const CARRIED_OVER: Ratio = 0.3;
const TURNS_TO_ANSWER = 3;
const TURNS_BETWEEN_RESETS = 5;
const COMMAND_NEAR_COMPACTION: Milliseconds = 5 * SECOND;
const COMPACT_COMMANDS = listed("compactCommands");

/**
 * Counts the chances of each of a session's sub-sessions.
 *
 * @param subSessions - All sub-sessions.
 * @see docs/scoring.md, "CRR".
 */
export function countResets(subSessions: readonly SubSession[], contextWindowOf: ContextWindowOf): Resets[] {
  const walk = beginWalk(subSessions, contextWindowOf);
  for (const [place, subSession] of subSessions.entries()) {
    walk.here = walk.counts[place] ?? walk.here;
    for (const turn of subSession.turns) walkTurn(walk, turn, place > 0 && turn === subSession.turns[0]);
  }
  if (subSessions.at(-1)?.state === "closed") letPass(walk, walk.open);
  return walk.counts;
}

/** A chance that has not been used yet. */
interface Chance {
  /** The turn in which it arose. */
  turn: number;
  of: Resets;
}

/** Whose resets this session's records show. */
type Evidence = "compactions" | "commands" | "neither";

interface Walk {
  fill: ContextFill;
  /** The turn of the call that the fill is of. */
  filledInTurn: number;
  /** Who emptied the context since that call. */
  emptied: "by_person" | "by_agent" | null;
  lastResetTurn: number;
  /** The compact command since that call. */
  compactCommandAt: Instant;
  evidence: Evidence;
  counts: Resets[];
  /** The counts of the sub-session that the walk is in. */
  here: Resets;
  open: Chance[];
  /** All of the sub-sessions' compact commands, in order. */
  compactCommands: readonly Instant[];
  contextWindowOf: ContextWindowOf;
}

function beginWalk(subSessions: readonly SubSession[], contextWindowOf: ContextWindowOf): Walk {
  const events = subSessions.flatMap(({ turns }) => turns.flatMap((turn) => turn.events));
  const counts = subSessions.map(() => ({ chances: 0, good: 0, bad: 0, windowKnown: false }));
  return {
    counts,
    here: counts[0] ?? { chances: 0, good: 0, bad: 0, windowKnown: false },
    open: [],
    fill: contextBefore(events),
    filledInTurn: -Infinity,
    emptied: null,
    lastResetTurn: -Infinity,
    compactCommandAt: -Infinity,
    compactCommands: events.filter(isCompactCommand).map(({ at }) => at),
    evidence: evidenceIn(events),
    contextWindowOf,
  };
}

function evidenceIn(events: readonly Event[]): Evidence {
  if (events.some((event) => event.kind === "compaction")) return "compactions";
  const commands = events.some(
    (event) => event.kind === "reset" || (event.kind === "prompt" && commandOf(event) !== null),
  );
  return commands ? "commands" : "neither";
}

function isCompactCommand(event: Event): boolean {
  return event.kind === "prompt" && COMPACT_COMMANDS.has(commandOf(event) ?? "");
}

function walkTurn(walk: Walk, turn: Turn, beginsLaterSubSession: boolean): void {
  letPass(
    walk,
    walk.open.filter((chance) => turn.index - chance.turn > TURNS_TO_ANSWER),
  );
  if (beginsLaterSubSession) meetBoundary(walk, turn);
  for (const event of turn.events) walkEvent(walk, event, turn);
}

function letPass(walk: Walk, chances: readonly Chance[]): void {
  for (const chance of chances) chance.of.bad += 1;
  walk.open = walk.open.filter((chance) => !chances.includes(chance));
}

/** At a boundary, the context and a reset belong to the turn before it. */
function meetBoundary(walk: Walk, turn: Turn): void {
  if ((walk.fill.share ?? 0) <= CARRIED_OVER || walk.emptied === "by_agent") return;
  open(walk, turn.index - 1);
  if (walk.emptied === "by_person") answer(walk);
}

function walkEvent(walk: Walk, event: Event, turn: Turn): void {
  switch (event.kind) {
    case "context_window":
      walk.fill = { ...walk.fill, reportedWindow: event.tokens };
      break;
    case "prompt":
      if (isCompactCommand(event)) walk.compactCommandAt = event.at;
      break;
    case "reset":
      meetReset(walk, turn);
      break;
    case "compaction":
      meetCompaction(walk, event, turn);
      break;
    case "model_call":
      meetCall(walk, event, turn);
  }
}

function meetReset(walk: Walk, turn: Turn): void {
  if (turn.index - walk.lastResetTurn < TURNS_BETWEEN_RESETS) walk.here.bad += 1;
  walk.lastResetTurn = turn.index;
  walk.emptied = "by_person";
  answer(walk);
}

function meetCompaction(walk: Walk, compaction: Compaction, turn: Turn): void {
  if (isManual(compaction, walk)) {
    walk.emptied = "by_person";
    answer(walk);
    return;
  }
  walk.emptied = "by_agent";
  if (isMidTask(compaction, turn)) walk.here.bad += 1;
}

/** Agents log the command and the compaction in either order; a record's time is that of the end. */
function isManual({ trigger, startedAt, at }: Compaction, { compactCommands }: Walk): boolean {
  if (trigger !== null) return trigger === "manual";
  return anyWithin(compactCommands, {
    start: startedAt - COMMAND_NEAR_COMPACTION,
    end: at + COMMAND_NEAR_COMPACTION,
  });
}

/** After the turn's first call and before its last one. */
function isMidTask(compaction: Compaction, turn: Turn): boolean {
  const calls = turn.events.filter((event) => event.kind === "model_call" && isWork(event));
  return calls.some((call) => call.at <= compaction.at) && calls.some((call) => call.at > compaction.at);
}

/** One reset uses every open chance. */
function answer(walk: Walk): void {
  for (const chance of walk.open) chance.of.good += 1;
  walk.open = [];
}

function open(walk: Walk, turn: number): void {
  walk.here.chances += 1;
  walk.open.push({ turn, of: walk.here });
}

function meetCall(walk: Walk, call: ModelCall, turn: Turn): void {
  const before = walk.fill;
  const after = fillAfter(call, before, walk.contextWindowOf);
  if (after === null) return;
  if (walk.emptied === null && hasFallen(before, after)) meetFall(walk, turn);
  Object.assign(walk, { fill: after, filledInTurn: turn.index, emptied: null, compactCommandAt: -Infinity });
  if (after.share === null) return;
  walk.here.windowKnown = true;
  for (const climb of CLIMBS) if ((before.share ?? 0) <= climb && after.share > climb) open(walk, turn.index);
}

/**
 * Where the agent reports no compaction, a fall by half counts as one; where commands are hidden too, it counts as
 * nothing.
 */
function meetFall(walk: Walk, turn: Turn): void {
  if (walk.evidence === "neither") walk.open = [];
  if (walk.evidence !== "commands") return;
  // No record says when it happened, only that it was after the call before.
  const asked = walk.compactCommandAt > -Infinity;
  if (asked) answer(walk);
  else if (walk.filledInTurn === turn.index) walk.here.bad += 1;
}
