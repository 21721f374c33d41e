/** Puts a Codex conversation together: durations between two records, refused calls, and conversations with itself. */
import type { Decision, Event, ModelCall, Prompt, ToolCall } from "../event.ts";
import { withoutConversation } from "../helper-conversation.ts";
import type { Sighting } from "../sighting.ts";
import { isClue, isEvent, nameProcesses } from "./sightings.ts";

/** How the prompt begins with which Codex asks itself for a title. Source: captured Codex 0.169.0 (2026-11-21). */
const TITLE_PROMPT = "Generate a concise, single-line task title";

/** Takes a conversation's sightings in order; gives its events in order. */
export function settleCodex(sightings: readonly Sighting[]): Event[] {
  const events = nameProcesses(withDurations(sightings));
  const first = events.find((event) => event.kind === "prompt");
  if (first?.text?.startsWith(TITLE_PROMPT)) return withoutConversation(events);
  return joinDecisions(oncePerCall(events)).map((event) => judgeStart(event, first));
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

/** A refused call also has a result; and only the result tells whether a shell call was an edit. */
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

/** Where the prompt's text is known, the text alone tells a conversation with itself. */
function judgeStart(event: Event, first: Prompt | undefined): Event {
  if (event.kind !== "session_start" || first?.textState !== "sent") return event;
  return { ...event, maybeHelper: false };
}
