/** What settling is the same for Gemini CLI and Qwen Code: who decided, and who asked for a compression. */
import type { Event } from "../event.ts";
import type { Sighting } from "../sighting.ts";
import { isClue, isEvent } from "./sightings.ts";

/** A compact command this long before a compression is what asked for it. Source: docs/scoring.md, CRR (2026.11). */
const COMMAND_BEFORE_COMPACTION_MS = 5_000;

/** Takes: sightings in order. Gives: the events among them, with decisions and compressions judged. */
export function judgeApprovals(sightings: readonly Sighting[]): Event[] {
  const events: Event[] = [];
  let mode: string | null = null;
  let compactCommandAt = Number.NEGATIVE_INFINITY;
  for (const sighting of sightings) {
    if (isClue(sighting, "approval_mode")) mode = String(sighting.facts["mode"]);
    if (isClue(sighting, "compact_command")) compactCommandAt = sighting.at;
    if (isEvent(sighting)) events.push(judge(sighting, mode, compactCommandAt));
  }
  return events;
}

function judge(event: Event, mode: string | null, compactCommandAt: number): Event {
  if (event.kind === "compaction" && event.at - compactCommandAt <= COMMAND_BEFORE_COMPACTION_MS) {
    return { ...event, trigger: "manual" };
  }
  if (event.kind === "decision" && !asksPerson(mode, event.edits)) return { ...event, by: "automatic" };
  return event;
}

/** With `yolo` the agent sends plain `accept` for everything; an unknown mode proves no person. */
function asksPerson(mode: string | null, edits: boolean): boolean {
  if (mode === null || mode === "yolo") return false;
  return !(mode === "auto_edit" && edits);
}
