/** The whole way from one session's events to its turns and sub-sessions. */
import type { Event } from "../normaliser/event.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { assembleTurns } from "./assemble.ts";
import { type SessionBefore, tellsLines } from "./before.ts";
import { judgeOutcomes } from "./outcomes/outcome.ts";
import { type BoundaryLook, type BoundaryOverride, splitTurns } from "./boundaries/split.ts";
import { makeSubSession, stateOfLast, type SubSession } from "./sub-session.ts";
import type { Turn } from "./turn.ts";

/** What a session is assembled from. */
export interface SessionMaterial {
  organization: string;
  sessionId: string;
  /** By time, then place; those from a turn's prompt on where something was before. */
  events: readonly Event[];
  /** What was before the events; null or absent when these are all of the session's. */
  before?: SessionBefore | null;
  /** The time of the session's newest record, also of one that scoring does not use. */
  newestRecordAt: Milliseconds;
  now: Milliseconds;
  overrides: readonly BoundaryOverride[];
}

export interface AssembledSession {
  turns: Turn[];
  subSessions: SubSession[];
  /** What was judged before each prompt, for the accuracy of boundaries. */
  looks: BoundaryLook[];
  /** The next time at which the clock alone changes something; null when it never does. */
  nextLookAt: Milliseconds | null;
}

/**
 * Assembles one session.
 *
 * Gives: the same rows for the same material, bit for bit: also for its end alone, with what was before it, as long as
 * nothing at the end reaches back. A session without work and prompts has none.
 */
export function assembleSession(material: SessionMaterial): AssembledSession {
  const { organization, sessionId, events, now, before = null } = material;
  const turns = assembleTurns(events, before);
  const { runs, looks } = splitTurns(turns, material.overrides, before?.opening);
  const judged = judgeOutcomes(
    runs.map((run) => run.turns),
    now,
  );
  const last = stateOfLast(material.newestRecordAt, now);
  const linesFrom = before?.tellsLines === true || tellsLines(turns) ? "calls" : "metric";
  const subSessions = runs.map((run, place) => {
    const next = runs[place + 1]?.turns[0];
    const { state, closedAt } =
      next === undefined ? last : { state: "closed" as const, closedAt: next.startedAt };
    const outcome = judged[place]?.outcome ?? "unknown";
    const index = (before?.nextSubSession ?? 0) + place;
    return makeSubSession(run, { organization, sessionId, index, outcome, state, closedAt, linesFrom });
  });
  const looksAgain = [last.lookAgainAt, ...judged.map((each) => each.lookAgainAt)];
  return { turns, subSessions, looks, nextLookAt: runs.length === 0 ? null : earliest(looksAgain) };
}

function earliest(times: readonly (Milliseconds | null)[]): Milliseconds | null {
  return times.reduce(
    (least, time) => (least === null || (time !== null && time < least) ? time : least),
    null,
  );
}
