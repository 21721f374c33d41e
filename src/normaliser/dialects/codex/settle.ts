/** Puts a Codex conversation together: durations between two records, refused calls, and conversations with itself. */
import { derivedId } from "../../../vocabulary/hash.ts";
import { overlapFinder } from "../../../vocabulary/times.ts";
import {
  byTimeThenPlace,
  type Decision,
  type Event,
  type ModelCall,
  type Prompt,
  type ToolCall,
} from "../../event.ts";
import { withoutConversation } from "../../own-conversations/helper-conversation.ts";
import type { Clue, Sighting } from "../../sightings/sighting.ts";
import { findHoles } from "../holes.ts";
import { isClue, isEvent, nameProcesses } from "../sightings.ts";
import { isEditTool } from "../tool-arguments.ts";

/**
 * How the prompt begins with which Codex asks itself for a title.
 *
 * @see Captured Codex 0.169.0 (2026-11-21).
 */
const TITLE_PROMPT = "Generate a concise, single-line task title";

/** Takes a conversation's sightings in order; gives its events in order. */
export function settleCodex(sightings: readonly Sighting[]): Event[] {
  const timed = withDurations(sightings).map(markCompacting(sightings));
  const events = nameProcesses([...timed, ...stoppedCalls(sightings, timed)].toSorted(byTimeThenPlace));
  const first = events.find((event) => event.kind === "prompt");
  if (first?.text?.startsWith(TITLE_PROMPT)) return withoutConversation(events);
  const calls = joinDecisions(oncePerCall(events)).map((event) => judgeStart(event, first));
  return [...calls, ...findHoles(calls, (event) => event.sequence ?? null)];
}

/** The call that writes a compaction's summary is the agent's own. */
function markCompacting(sightings: readonly Sighting[]): (event: Event) => Event {
  const compactions = sightings.filter((sighting) => sighting.kind === "compaction");
  const isInside = overlapFinder(compactions.map(({ startedAt, at }) => ({ start: startedAt, end: at + 1 })));
  return (event) => {
    if (event.kind !== "model_call" || !isInside({ start: event.at, end: event.at + 1 })) return event;
    return { ...event, helper: true, foreground: false };
  };
}

/** A stopped call that was approved was interrupted; one on which nobody decided was refused by the person asked. */
function stoppedCalls(sightings: readonly Sighting[], events: readonly Event[]): Event[] {
  const decisions = new Map(events.filter(isDecision).map((event) => [event.callId, event.verdict]));
  const finished = new Set(events.filter((event) => event.kind === "tool_call").map((event) => event.callId));
  return sightings
    .filter((sighting) => isClue(sighting, "stopped"))
    .flatMap((stopped): Event[] => {
      const callId = String(stopped.facts["callId"]);
      const verdict = decisions.get(callId);
      if (verdict === undefined) return finished.has(callId) ? [] : refusedCall(stopped, callId);
      const { name: _name, facts: _facts, ...origin } = stopped;
      return verdict === "accept"
        ? [{ ...origin, id: derivedId(origin.id, "interrupt"), kind: "interrupt" }]
        : [];
    });
}

function refusedCall({ name: _name, facts, ...origin }: Clue, callId: string): Event[] {
  const name = String(facts["name"]);
  const edits = isEditTool(name);
  const id = derivedId(origin.id, "decision");
  return [
    { ...origin, id, kind: "decision", callId, verdict: "reject", by: "person", edits },
    {
      ...origin,
      kind: "tool_call",
      callId,
      name,
      ok: null,
      rejected: true,
      exitCode: null,
      durationMs: null,
      command: null,
      edits,
      files: edits ? [{ path: null, added: null, removed: null }] : [],
      arguments: [],
      outputTail: null,
      commits: 0,
      pullRequests: 0,
    },
  ];
}

function isDecision(event: Event): event is Decision {
  return event.kind === "decision";
}

/** A call lasts from the start of the newest good request since the last usage record to its own usage record. */
function withDurations(sightings: readonly Sighting[]): Event[] {
  const events: Event[] = [];
  let requestedAt: number | null = null;
  for (const sighting of sightings) {
    if (isClue(sighting, "request")) requestedAt = sighting.startedAt;
    if (!isEvent(sighting)) continue;
    const ends = sighting.kind === "model_call" && sighting.result === "succeeded";
    events.push(ends ? lasting(sighting, requestedAt) : sighting);
    if (ends) requestedAt = null;
  }
  return events;
}

function lasting(call: ModelCall, requestedAt: number | null): ModelCall {
  if (requestedAt === null) return call;
  return { ...call, startedAt: requestedAt, durationMs: call.at - requestedAt };
}

function oncePerCall(events: readonly Event[]): Event[] {
  const seen = new Set<string>();
  return events.filter((event) => {
    if (event.kind !== "tool_call") return true;
    const isFirst = !seen.has(event.callId);
    seen.add(event.callId);
    return isFirst;
  });
}

/** A refused call also has a result; and only the result says whether a shell call was an edit. */
function joinDecisions(events: readonly Event[]): Event[] {
  const refused = new Set(events.filter(isRefusal).map((event) => event.callId));
  const edits = new Set(events.filter(isEdit).map((event) => event.callId));
  return events.map((event) => {
    if (event.kind === "tool_call" && refused.has(event.callId))
      return { ...event, ok: null, rejected: true };
    if (event.kind === "decision" && edits.has(event.callId)) return { ...event, edits: true };
    return event;
  });
}

function isRefusal(event: Event): event is Decision {
  return event.kind === "decision" && event.verdict !== "accept";
}

function isEdit(event: Event): event is ToolCall {
  return event.kind === "tool_call" && event.edits;
}

/** Where the prompt's text is known, the text is enough to recognise the agent's conversation with itself. */
function judgeStart(event: Event, first: Prompt | undefined): Event {
  if (event.kind !== "session_start" || first?.textState !== "sent") return event;
  return { ...event, maybeHelper: false };
}
