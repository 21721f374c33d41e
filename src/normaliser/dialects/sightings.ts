/** How dialects make what they give: readings, clues, prompts, and steps that settling shares. */
import type { Event, Origin, Prompt } from "../event.ts";
import type { PlainValue, TelemetryRecord } from "../records/record.ts";
import type { Clue, Reading, Sighting } from "../sightings/sighting.ts";
import { countOf } from "../records/unwrap.ts";
import { agentSessionId } from "../../vocabulary/held-name.ts";

/** A reading of a record whose session is known, or known to be its trace's. */
export function reading(record: TelemetryRecord, session: string | null, sightings: Sighting[]): Reading {
  return {
    session: session === null ? null : agentSessionId(session),
    traceId: record.traceId,
    instance: null,
    sightings,
  };
}

/** A fact for settling. */
export function clue(origin: Origin, name: string, facts: Clue["facts"] = {}): Clue {
  return { ...origin, kind: "clue", name, facts };
}

/** Whether a sighting is the clue of that name. */
export function isClue(sighting: Sighting, name: string): sighting is Clue {
  return sighting.kind === "clue" && sighting.name === name;
}

/** Whether a sighting is an event already. */
export function isEvent(sighting: Sighting): sighting is Event {
  return sighting.kind !== "clue";
}

/** What a prompt record says about its text. */
export interface PromptText {
  text: string | null;
  /** What the agent writes in place of a text that it is set not to send. */
  placeholder?: string;
  toldLength: PlainValue | undefined;
}

/** The text of a prompt and its length in code points; a text that is absent or a placeholder is withheld. */
export function promptText(sent: PromptText): Pick<Prompt, "text" | "textState" | "chars"> {
  if (sent.text === null || sent.text === sent.placeholder) {
    return { text: null, textState: "withheld", chars: countOf(sent.toldLength) };
  }
  return { text: sent.text, textState: "sent", chars: codePoints(sent.text) };
}

/** The length of a text in code points. */
export function codePoints(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * Names the process of events whose records do not: each start-up record begins a new one.
 *
 * @param events - Events in order.
 * @returns The same, with `process` filled where the session has a start-up record.
 */
export function nameProcesses(events: readonly Event[]): Event[] {
  if (!events.some((event) => event.kind === "session_start")) return [...events];
  let current = "before the first start";
  return events.map((event) => {
    if (event.kind === "session_start") current = event.id;
    return event.process === null ? { ...event, process: current } : event;
  });
}

/** The part of a whole that remains, never below zero; null when the whole is unknown. */
export function remainder(whole: number | null, parts: readonly (number | null)[]): number | null {
  if (whole === null) return null;
  return Math.max(
    0,
    parts.reduce<number>((rest, part) => rest - (part ?? 0), whole),
  );
}

/** Returns the events of an agent that reports its context window with every call; only a change is an event. */
export function onlyNewWindows(events: readonly Event[]): Event[] {
  let known = 0;
  return events.filter((event) => {
    if (event.kind !== "context_window") return true;
    const isNew = event.tokens !== known;
    known = event.tokens;
    return isNew;
  });
}
