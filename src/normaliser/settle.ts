/** Puts a session together from everything that its records said. */
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
 * Takes: all of the session's sightings, in any order, also the same ones several times.
 * Gives: its events by time, then by place; equal for equal sightings, whatever their order.
 */
export function settleSession(agent: Agent, sightings: readonly Sighting[]): Event[] {
  return declarationOf(agent)
    .dialect.settle(inOrder(sightings))
    .map(withoutUnwritten)
    .toSorted(byTimeThenPlaceThenKind);
}

/** Sightings by time, place and kind, each once. */
export function inOrder(sightings: readonly Sighting[]): Sighting[] {
  const once = new Map<string, Sighting>();
  for (const sighting of sightings.toSorted(byTimeThenPlaceThenKind))
    if (!once.has(sighting.id)) once.set(sighting.id, sighting);
  return [...once.values()];
}

/**
 * The events from a prompt on, without those before it.
 *
 * Takes: what the agent carries of the sightings before the prompt, and all from the prompt on.
 * Gives: null when what follows changes what was before the prompt.
 */
export function settleRest(
  agent: Agent,
  carried: readonly Sighting[],
  { prompt, rest }: { prompt: Sighting; rest: readonly Sighting[] },
): Event[] | null {
  const events = settleSession(agent, [...carried, ...rest]);
  const isBefore = (event: Event) => byTimeThenPlaceThenKind(event, prompt) < 0;
  const before = settleSession(agent, carried);
  return Bun.deepEquals(events.filter(isBefore), before) ? events.filter((event) => !isBefore(event)) : null;
}

/** Orders what stands in a session: by time, then place, then what happens first within a record. */
export function byTimeThenPlaceThenKind(one: Sighting, other: Sighting): number {
  return (
    byTimeThenPlace(one, other) ||
    rankOf(one) - rankOf(other) ||
    Number(one.id > other.id) - Number(one.id < other.id)
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
