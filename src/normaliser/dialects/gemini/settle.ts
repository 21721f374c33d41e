/** What settling is the same for Gemini CLI and Qwen Code: who decided, and who asked for a compression. */
import { byTimeThenPlace, type Event } from "../../event.ts";
import type { Sighting } from "../../sightings/sighting.ts";
import { anyWithin, type TimeSpan } from "../../../vocabulary/times.ts";
import type { Instant } from "../../../vocabulary/units.ts";
import { findHoles } from "../holes.ts";
import { isClue, isEvent, nameProcesses } from "../sightings.ts";

/**
 * A compact command so near a compression is what asked for it; Qwen Code writes the command's record last.
 *
 * @see docs/scoring.md, CRR (2026.11.1).
 */
const COMMAND_NEAR_COMPACTION_MS = 5_000;

/**
 * Returns the events among them, with decisions and compressions judged.
 *
 * @param sightings - Sightings in order.
 */
export function judgeApprovals(sightings: readonly Sighting[]): Event[] {
  const commands = sightings.filter((sighting) => isClue(sighting, "compact_command")).map(({ at }) => at);
  const events: Event[] = [];
  let mode: string | null = null;
  for (const sighting of sightings) {
    if (isClue(sighting, "approval_mode")) mode = String(sighting.facts["mode"]);
    if (isEvent(sighting)) events.push(judge(sighting, mode, commands));
  }
  return events;
}

/** The number of a prompt in its session, in `<session>########<number>`. */
const PROMPT_NUMBER = /########(\d+)$/;

/** Names the processes of events, puts them in order, and adds the prompts that never arrived as holes. */
export function completeFamily(events: readonly Event[]): Event[] {
  const named = nameProcesses(withoutForeignResets(events).toSorted(byTimeThenPlace));
  return [...named, ...findHoles(named, promptNumber)];
}

/** In a terminal the record of `/clear` carries the id of the session that it begins, and comes before its first prompt. */
function withoutForeignResets(events: readonly Event[]): Event[] {
  const prompts = events.filter((event) => event.kind === "prompt").map(({ at }) => at);
  const first = prompts.reduce((least, at) => Math.min(least, at), Infinity);
  return events.filter((event) => event.kind !== "reset" || event.at >= first || prompts.length === 0);
}

function promptNumber(event: Event): number | null {
  const number = event.kind === "prompt" ? PROMPT_NUMBER.exec(event.promptId ?? "")?.[1] : undefined;
  return number === undefined ? null : Number(number);
}

function judge(event: Event, mode: string | null, commands: readonly Instant[]): Event {
  if (event.kind === "compaction" && anyWithin(commands, aroundOf(event))) {
    return { ...event, trigger: "manual" };
  }
  if (event.kind === "decision" && !asksPerson(mode, event.edits)) return { ...event, by: "automatic" };
  return event;
}

function aroundOf({ startedAt, at }: Event): TimeSpan {
  return { start: startedAt - COMMAND_NEAR_COMPACTION_MS, end: at + COMMAND_NEAR_COMPACTION_MS };
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
