/** What a person allowed Gemini CLI for the rest of a session: it asks once, and then does without. */
import type { Event, ToolCall } from "../../event.ts";
import type { Sighting } from "../../sightings/sighting.ts";
import { isClue } from "../sightings.ts";

/** The clue that the decision on a call was "allow for this session". */
export const ALLOWANCE = "allowance";

/**
 * Returns the events, with decisions that earlier ones made needless marked as automatic.
 *
 * What is allowed: all edits, the commands that a command line begins with, or the tool.
 * @param events - a session's events in order, with decisions that the approval mode takes from a person marked already
 * @param sightings - the session's sightings
 * @see `getDecisionFromOutcome` and `updatePolicy` of Gemini CLI 0.61.0
 */
export function judgeAllowances(events: readonly Event[], sightings: readonly Sighting[]): Event[] {
  const clues = sightings.filter((sighting) => isClue(sighting, ALLOWANCE));
  const allowing = new Set(clues.map(({ facts }) => String(facts["callId"])));
  const calls = new Map(
    events.flatMap((event) => (event.kind === "tool_call" ? [[event.callId, event]] : [])),
  );
  let allowed = new Set<string>();
  return events.map((event) => {
    // another process knows nothing of it
    if (event.kind === "session_start") allowed = new Set();
    if (event.kind !== "decision" || event.by !== "person" || event.verdict !== "accept") return event;
    const wanted = permissionsFor(calls.get(event.callId));
    if (wanted.length > 0 && wanted.every((permission) => allowed.has(permission)))
      return { ...event, by: "automatic" };
    if (allowing.has(event.callId)) for (const permission of wanted) allowed.add(permission);
    return event;
  });
}

function permissionsFor(call: ToolCall | undefined): string[] {
  if (call === undefined) return [];
  if (call.edits) return ["edits"];
  if (call.command === null) return [`tool ${call.name}`];
  const commands = call.command.split(/&&|\|\||[;|\n]/);
  return commands.flatMap((command) => command.trim().split(/\s/, 1)).map((word) => `command ${word}`);
}
