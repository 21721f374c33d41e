/** Assembles a session: from its events to its turns and sub-sessions. */
import type { Event } from "../normaliser/event.ts";
import { perObject } from "../vocabulary/sharing/per-object.ts";
import type { Instant } from "../vocabulary/units.ts";
import { assembleTurns } from "./assemble.ts";
import { judgeOutcomes } from "./outcomes/outcome.ts";
import type { ComparedPrompts } from "./boundaries/known-cues.ts";
import { type BoundaryLook, type BoundaryOverride, splitTurns } from "./boundaries/split.ts";
import { isMadeOf, type LinesFrom, makeSubSession, stateOfLast, type SubSession } from "./sub-session.ts";
import type { Turn } from "./turn.ts";
import { editedFiles } from "./work.ts";
import type { SessionName } from "../vocabulary/held-name.ts";

/** What a session is assembled from. */
export interface SessionMaterial {
  organization: string;
  session: SessionName;
  /** By time, then place. */
  events: readonly Event[];
  /** The time of the session's newest record, also of one that scoring does not use. */
  newestRecordAt: Instant;
  now: Instant;
  overrides: readonly BoundaryOverride[];
  /** What was assembled of it before; what did not change is taken from it. */
  before?: AssembledSession | undefined;
}

export interface AssembledSession {
  turns: Turn[];
  subSessions: SubSession[];
  /** The decision before each prompt, for the accuracy of boundaries. */
  looks: BoundaryLook[];
  /** What its prompts were compared with. */
  compared: ComparedPrompts;
  /** The next time at which the passing of time changes something; null when it never does. */
  nextLookAt: Instant | null;
  /** Where its lines are reported. */
  linesFrom: LinesFrom;
}

/**
 * Assembles one session.
 *
 * @returns The same rows for the same material, bit for bit. A session without work and prompts has none.
 */
export function assembleSession(material: SessionMaterial): AssembledSession {
  const { organization, session, events, now, before } = material;
  const turns = assembleTurns(events, before?.turns);
  const { runs, looks, compared } = splitTurns(turns, material.overrides, before);
  const judged = judgeOutcomes(
    runs.map((run) => run.turns),
    now,
  );
  const last = stateOfLast(material.newestRecordAt, now);
  const linesFrom = tellsLines(turns) ? "calls" : "metric";
  const subSessions = runs.map((run, place) => {
    const next = runs[place + 1]?.turns[0];
    const { state, closedAt } =
      next === undefined ? last : { state: "closed" as const, closedAt: next.startedAt };
    const outcome = judged[place]?.outcome ?? "unknown";
    const making = { organization, session, index: place, outcome, state, closedAt, linesFrom } as const;
    const known = before?.linesFrom === linesFrom ? before.subSessions[place] : undefined;
    return known !== undefined && isMadeOf(run, making, known) ? known : makeSubSession(run, making);
  });
  const looksAgain = [last.lookAgainAt, ...judged.map((each) => each.lookAgainAt)];
  return {
    turns,
    subSessions,
    looks,
    compared,
    nextLookAt: runs.length === 0 ? null : earliest(looksAgain),
    linesFrom,
  };
}

/** Whether an edit of the turns says how many lines it wrote. */
function tellsLines(turns: readonly Turn[]): boolean {
  return turns.some(hasLines);
}

const hasLines = perObject(({ toolReadings }: Turn) =>
  toolReadings.some(({ call }) =>
    editedFiles(call).some((file) => file.added !== null || file.removed !== null),
  ),
);

function earliest(times: readonly (Instant | null)[]): Instant | null {
  return times.reduce(
    (least, time) => (least === null || (time !== null && time < least) ? time : least),
    null,
  );
}
