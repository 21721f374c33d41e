/** What settling is the same for Gemini CLI and Qwen Code: who decided, and who asked for a compression. */
import type { Event } from "../event.ts";
import type { Clue, Sighting } from "../sighting.ts";
import { isClue, isEvent } from "./sightings.ts";

/**
 * A compact command so near a compression is what asked for it; Qwen Code writes the command's record last.
 *
 * Source: docs/scoring.md, CRR (2026.11.1).
 */
const COMMAND_NEAR_COMPACTION_MS = 5_000;

/** Takes: sightings in order. Gives: the events among them, with decisions and compressions judged. */
export function judgeApprovals(sightings: readonly Sighting[]): Event[] {
  const commands = sightings.filter((sighting) => isClue(sighting, "compact_command"));
  const events: Event[] = [];
  let mode: string | null = null;
  for (const sighting of sightings) {
    if (isClue(sighting, "approval_mode")) mode = String(sighting.facts["mode"]);
    if (isEvent(sighting)) events.push(judge(sighting, mode, commands));
  }
  return events;
}

function judge(event: Event, mode: string | null, commands: readonly Clue[]): Event {
  if (event.kind === "compaction" && commands.some((command) => isNear(command.at, event))) {
    return { ...event, trigger: "manual" };
  }
  if (event.kind === "decision" && !asksPerson(mode, event.edits)) return { ...event, by: "automatic" };
  return event;
}

function isNear(at: number, { startedAt, at: endedAt }: Event): boolean {
  return at >= startedAt - COMMAND_NEAR_COMPACTION_MS && at <= endedAt + COMMAND_NEAR_COMPACTION_MS;
}

/** Modes that ask for everything that changes something, in comparable form. */
const ASKING = new Set(["default", "plan"]);
/** The mode that asks for everything but edits. */
const EDITS_UNASKED = "autoedit";

/** With `yolo` the agent sends plain `accept` for everything; an unknown mode proves no person. */
function asksPerson(mode: string | null, edits: boolean): boolean {
  if (mode === null) return false;
  return ASKING.has(mode) || (mode === EDITS_UNASKED && !edits);
}
