/** Builds a session's timeline from its turns: one entry for each event, the earliest first. */
import type { Event, ModelCall, ToolCall } from "../../normaliser/event.ts";
import type { ContextWindowOf } from "../../metrics/resets/context-fill.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import { spentOn } from "../../spend/spend.ts";
import { findErrorWaits, stallOf } from "../../stalls/error-stall.ts";
import type { AssembledSession } from "../../turns/session.ts";
import type { SubSession } from "../../turns/sub-session.ts";
import type { Turn } from "../../turns/turn.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { MicroUsd, Ratio } from "../../vocabulary/units.ts";
import { beginningOf } from "../../vocabulary/wording/beginning.ts";
import { contextShares } from "./context-shares.ts";
import type { TimelineEntry, TimelinePosition } from "./timeline-answer.ts";

/** An entry and its place in the order. */
export interface PlacedEntry {
  position: TimelinePosition;
  entry: TimelineEntry;
}

/** What begins at the same moment as what is in it comes first. */
const RANKS: readonly TimelineEntry["kind"][] = ["boundary", "turn"];

/** What the events of a session do not contain. */
export interface KnownOfSession {
  prices: PriceTable;
  /** Indices of the turns that repair what the agent did. */
  repairs: ReadonlySet<number>;
  contextWindowOf: ContextWindowOf;
}

/** Returns the entries in their order. */
export function timelineOf({ turns, subSessions }: AssembledSession, known: KnownOfSession): PlacedEntry[] {
  const calls = { prices: known.prices, shares: contextShares(turns, known.contextWindowOf) };
  return [
    ...subSessions.map(boundaryEntry),
    ...turns.flatMap((turn) => turnEntries(turn, known, calls)),
    ...stallEntries(turns),
  ].toSorted((left, right) => comparePositions(left.position, right.position));
}

/** The order of entries. */
export function comparePositions(left: TimelinePosition, right: TimelinePosition): number {
  const byTime = left.at - right.at || left.rank - right.rank;
  return byTime || Number(left.id > right.id) - Number(left.id < right.id);
}

interface Moment {
  at: number;
  id: string;
}

type WithoutTime<Entry> = Entry extends TimelineEntry ? Omit<Entry, "at"> : never;
type Details = WithoutTime<TimelineEntry>;

function place({ at, id }: Moment, details: Details): PlacedEntry {
  const rank = RANKS.indexOf(details.kind);
  const entry = { ...details, at: isoTime(at) };
  return { position: { at, rank: rank === -1 ? RANKS.length : rank, id }, entry };
}

function boundaryEntry({ id, index, startedAt, boundary }: SubSession): PlacedEntry {
  return place(
    { at: startedAt, id },
    { kind: "boundary", durationMs: 0, subSessionId: id, subSessionIndex: index, boundary: boundary.kind },
  );
}

/** Call details that the event lacks. */
interface KnownOfCalls {
  prices: PriceTable;
  shares: ReadonlyMap<ModelCall, Ratio>;
}

function turnEntries(turn: Turn, known: KnownOfSession, calls: KnownOfCalls): PlacedEntry[] {
  const events = [...turn.events, ...turn.helperCalls];
  const moment = { at: turn.startedAt, id: turn.prompt?.id ?? events[0]?.id ?? "" };
  const entries = events.flatMap((event) => eventEntry(event, turn.index, calls));
  return [place(moment, turnOf(turn, known)), ...entries];
}

function turnOf(turn: Turn, { prices, repairs }: KnownOfSession): Details {
  const calls = [...turn.events.filter((event) => event.kind === "model_call"), ...turn.helperCalls];
  const costs = calls.map((call) => spentOn(prices, call)).filter((cost) => cost !== null);
  return {
    kind: "turn",
    durationMs: turn.durationMs,
    turnIndex: turn.index,
    promptId: promptIdOf(turn),
    text: shownText(turn.text),
    trivial: turn.trivial,
    repair: repairs.has(turn.index),
    calls: turn.calls,
    tools: turn.tools,
    costUsd: costs.length === 0 ? null : inUsd(costs.reduce((sum, cost) => sum + cost, 0)),
  };
}

function promptIdOf({ prompt }: Turn): string | null {
  return prompt === null ? null : (prompt.capturedId ?? prompt.id);
}

/** Returns nothing for events that are no step of the work, and for prompts, which are in their turn's entry. */
function eventEntry(event: Event, turnIndex: number, calls: KnownOfCalls): PlacedEntry[] {
  const moment = { at: event.startedAt, id: event.id };
  switch (event.kind) {
    case "model_call":
      return [callEntry(event, turnIndex, calls)];
    case "tool_call":
      return [place(moment, toolOf(event, turnIndex))];
    case "decision": {
      const { verdict, by } = event;
      return [place(moment, { kind: "decision", durationMs: null, turnIndex, verdict, by })];
    }
    case "interrupt": {
      const stopped = { verdict: "interrupt", by: "person" } as const;
      return [place(moment, { kind: "decision", durationMs: null, turnIndex, ...stopped })];
    }
    case "reset":
    case "compaction": {
      const trigger = event.kind === "compaction" ? event.trigger : null;
      const durationMs = Math.max(0, event.at - event.startedAt);
      return [place(moment, { kind: "reset", durationMs, turnIndex, what: event.kind, trigger })];
    }
    default:
      return [];
  }
}

function callEntry(call: ModelCall, turnIndex: number, { prices, shares }: KnownOfCalls): PlacedEntry {
  const { id, startedAt: at, model, durationMs, result } = call;
  if (result === "failed") {
    const { status, retryable } = call;
    return place({ at, id }, { kind: "error", durationMs, turnIndex, model, status, retryable });
  }
  const { firstTokenMs, tokens, helper } = call;
  const cost = spentOn(prices, call);
  const costUsd = cost === null ? null : inUsd(cost);
  const contextShare = shares.get(call) ?? null;
  const measured = { durationMs, firstTokenMs, tokens, contextShare, costUsd };
  return place({ at, id }, { kind: "model_call", turnIndex, model, result, helper, ...measured });
}

function inUsd(cost: MicroUsd): number {
  return cost / 1e6;
}

function toolOf(call: ToolCall, turnIndex: number): Details {
  const { durationMs, name, ok, rejected, exitCode, files } = call;
  const command = shownText(call.command);
  return { kind: "tool", durationMs, turnIndex, name, ok, rejected, command, exitCode, files };
}

/**
 * The developer's own pauses are not looked up: here a stall is anything longer than the shortest pause that
 * counts.
 */
function stallEntries(turns: readonly Turn[]): PlacedEntry[] {
  return findErrorWaits(turns).flatMap((wait) => {
    const stall = stallOf(wait, null);
    if (stall === null) return [];
    const id = `stall ${stall.start}`;
    return [place({ at: stall.start, id }, { kind: "stall", durationMs: stall.end - stall.start })];
  });
}

/** In characters, including the one that marks the cut. */
const LONGEST_TEXT = 301;

function shownText(text: string | null): string | null {
  return text === null ? null : beginningOf(LONGEST_TEXT, text);
}
