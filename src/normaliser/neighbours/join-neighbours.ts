/** Adds to a session's events what only another session's records show: the reset that ended it, refused patches. */
import type { Database } from "../../database/open.ts";
import { derivedId } from "../../vocabulary/hash.ts";
import { byTimeThenPlace, type Decision, type Event, type Reset } from "../event.ts";
import type { NeighbourSign } from "./neighbour-sign.ts";
import {
  readPromptBefore,
  readResetsAfter,
  RESET_AFTER_END_MS,
  wasPatchAnswered,
} from "./neighbours-table.ts";
import type { SessionFacts } from "../session-facts.ts";

type Whose = Pick<SessionFacts, "organization" | "session" | "key">;

/**
 * Returns the same with what was added, in order.
 *
 * @param events - The session's settled events, in order.
 */
export async function joinNeighbours(database: Database, whose: Whose, events: Event[]): Promise<Event[]> {
  const reset = await findEndingReset(database, whose, events);
  const known = await markRefusedPatches(database, whose, events);
  return reset === null ? known : [...known, reset].toSorted(byTimeThenPlace);
}

/**
 * In the terminals of Gemini CLI and Qwen Code the record of `/clear` carries the id of the session that it begins.
 *
 * It ended the session whose end was reported right before it, else the one that was last prompted in its process.
 */
async function findEndingReset(
  database: Database,
  whose: Whose,
  events: readonly Event[],
): Promise<Reset | null> {
  const last = events.findLast((event) => event.kind === "prompt");
  if (last === undefined) return null;
  const ends = events.filter((event) => event.kind === "session_end").map(({ at }) => at);
  const { organization, key } = whose;
  for (const reset of await readResetsAfter(database, { ...whose, from: last.at })) {
    const ownPrompt = await readPromptBefore(database, { ...reset, session: reset.session });
    if (ownPrompt !== null) continue;
    const isAfterEnd = ends.some((at) => at <= reset.at && reset.at - at <= RESET_AFTER_END_MS);
    const newest =
      reset.process === null
        ? null
        : await readPromptBefore(database, { organization, key, at: reset.at, process: reset.process });
    if (isAfterEnd || newest?.session === whose.session) return resetAt(reset, last);
  }
  return null;
}

function resetAt({ session, at }: NeighbourSign, { place, process }: Event): Reset {
  const id = derivedId(session, "reset", at);
  return { id, startedAt: at, at, place, traceId: null, process, kind: "reset" };
}

/** Codex's record of a refused shell call does not say that it was a patch; the answer's own record does. */
async function markRefusedPatches(database: Database, whose: Whose, events: Event[]): Promise<Event[]> {
  const patches = new Set<string>();
  for (const decision of events.filter(isRefusal)) {
    if (!decision.edits && (await wasPatchAnswered(database, { ...whose, at: decision.at })))
      patches.add(decision.callId);
  }
  return patches.size === 0 ? events : events.map((event) => asPatch(event, patches));
}

function isRefusal(event: Event): event is Decision {
  return event.kind === "decision" && event.verdict === "reject" && event.by === "person";
}

function asPatch(event: Event, patches: ReadonlySet<string>): Event {
  if (event.kind === "decision" && patches.has(event.callId)) return { ...event, edits: true };
  if (event.kind !== "tool_call" || !patches.has(event.callId)) return event;
  return { ...event, edits: true, files: [{ path: null, added: null, removed: null }] };
}
