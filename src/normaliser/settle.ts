/** Puts a session together from everything that its records said. */
import { joinCaptured } from "./captured/join-captured.ts";
import { capturedInWords, setCapturedApart } from "./captured/read-captured.ts";
import type { Agent } from "./dialects/agents.ts";
import { declarationOf } from "./dialects/agents.ts";
import { codePoints, isEvent } from "./dialects/sightings.ts";
import { byTimeThenPlace, type Event, type Prompt } from "./event.ts";
import { joinHistory } from "./history/join-history.ts";
import type { Dialect, Sighting } from "./sightings/sighting.ts";

/** Several things that one record reports are at one place; this is the order in which they happened. */
const ORDER_WITHIN_RECORD: readonly Sighting["kind"][] = [
  "clue",
  "session_start",
  "context_window",
  "directory",
  "hole",
  "prompt",
  "decision",
  "tool_call",
  "model_call",
  "compaction",
  "reset",
  "lines",
  "landed",
  "interrupt",
  "session_end",
];

/**
 * Puts the events of a session together.
 *
 * @param sightings - All sightings of the session, in any order; the same one may be there several times.
 * @returns Its events by time, then by place; equal for equal sightings, whatever their order.
 * @remarks What the Claude Code plugin sent is the same for every agent, so dialects do not see it.
 */
export function settleSession(agent: Agent, sightings: readonly Sighting[]): Event[] {
  const [captured, emitted] = setCapturedApart(inOrder(sightings));
  const { dialect } = declarationOf(agent);
  const { wordsOf } = dialect;
  const ofFiles = emitted.filter(({ fromHistory }) => fromHistory !== undefined);
  const reported =
    ofFiles.length === 0 ? emitted : emitted.filter(({ fromHistory }) => fromHistory === undefined);
  const inWordsOf = (events: readonly Event[]) => (wordsOf === undefined ? events : inWords(events, wordsOf));
  const settled = joinHistory(
    inWordsOf(dialect.settle(reported)),
    inWordsOf(settleHistory(dialect, ofFiles)),
  );
  const typed = wordsOf === undefined ? captured : captured.map((clue) => capturedInWords(clue, wordsOf));
  return joinCaptured(settled.map(withoutUnwritten), typed).toSorted(byTimeThenPlaceThenKind);
}

/** What an agent has no words for in its telemetry is settled when it is read. */
function settleHistory(dialect: Dialect, sightings: readonly Sighting[]): Event[] {
  if (sightings.length === 0) return [];
  const whole = sightings.filter(isEvent).filter(({ fromHistory }) => fromHistory === "whole");
  const others = sightings.filter(({ fromHistory }) => fromHistory !== "whole");
  return [...dialect.settle(others), ...whole].toSorted(byTimeThenPlaceThenKind);
}

/** Prompts without what the agent puts around the person's words. */
function inWords(events: readonly Event[], wordsOf: (text: string) => string): Event[] {
  return events.map((event) => (event.kind === "prompt" ? promptInWords(event, wordsOf) : event));
}

/** A prompt is its agent's, so its words are always found in one way. */
const spoken = new WeakMap<Prompt, Prompt>();

function promptInWords(prompt: Prompt, wordsOf: (text: string) => string): Prompt {
  const known = spoken.get(prompt);
  if (known !== undefined || prompt.text === null) return known ?? prompt;
  const text = wordsOf(prompt.text);
  const inWords = text === prompt.text ? prompt : { ...prompt, text, chars: codePoints(text) };
  spoken.set(prompt, inWords);
  return inWords;
}

/** Sightings by time, place and kind, each once. */
function inOrder(sightings: readonly Sighting[]): Sighting[] {
  const once = new Map<string, Sighting>();
  for (const sighting of sightings.toSorted(byTimeThenPlaceThenKind))
    if (!once.has(sighting.id)) once.set(sighting.id, sighting);
  return [...once.values()];
}

/** Orders what is in a session: by time, then place, then what happens first within a record. */
function byTimeThenPlaceThenKind(left: Sighting, right: Sighting): number {
  return (
    byTimeThenPlace(left, right) ||
    rankOf(left) - rankOf(right) ||
    Number(left.id > right.id) - Number(left.id < right.id)
  );
}

function rankOf(sighting: Sighting): number {
  return ORDER_WITHIN_RECORD.indexOf(sighting.kind);
}

/** An edit that failed wrote nothing; one that a person refused keeps what it would have written. */
function withoutUnwritten(event: Event): Event {
  if (event.kind !== "tool_call" || event.rejected) return event;
  const failed = event.ok === false || (event.exitCode ?? 0) !== 0;
  return failed ? { ...event, files: [] } : event;
}
