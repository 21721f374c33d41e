/** Puts a session together from everything that its records said. */
import { joinCaptured } from "./captured/join-captured.ts";
import { setCapturedApart } from "./captured/read-captured.ts";
import type { Agent } from "./dialects/agents.ts";
import { declarationOf } from "./dialects/agents.ts";
import { byTimeThenPlace, type Event } from "./event.ts";
import type { Sighting } from "./sightings/sighting.ts";

/** Several things that one record tells stand at one place; this is the order in which they happened. */
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
 * The events of a session.
 *
 * Takes: all of the session's sightings, in any order, also the same ones several times. What the client plugin sent is
 * the same for every agent, so dialects do not see it.
 * Gives: its events by time, then by place; equal for equal sightings, whatever their order.
 */
export function settleSession(agent: Agent, sightings: readonly Sighting[]): Event[] {
  const ordered = sightings.toSorted(byTimeThenPlaceThenKind);
  const once = new Map<string, Sighting>();
  for (const sighting of ordered) if (!once.has(sighting.id)) once.set(sighting.id, sighting);
  const [captured, told] = setCapturedApart([...once.values()]);
  const events = declarationOf(agent).dialect.settle(told).map(withoutUnwritten);
  return joinCaptured(events, captured).toSorted(byTimeThenPlaceThenKind);
}

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
