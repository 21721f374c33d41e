/** What measuring the end of a session needs to know of what was before it. */
import type { SubSession } from "../turns/sub-session.ts";
import type { Turn } from "../turns/turn.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { type GapsBefore, gapsAfter } from "./efficiency/human-time.ts";
import { type RepairsBefore, repairsAfter } from "./iteration/repairs.ts";
import { type ContextBefore, contextAfter } from "./resets/resets.ts";
import type { ContextWindowOf } from "./resets/context-fill.ts";
import { type Commits, commitsAfter } from "./retention/edits.ts";
import { COMMITS_BACK } from "./retention/reverts.ts";

/** A session up to where one of its sub-sessions begins. */
export interface MeasuredBefore {
  repairs: RepairsBefore;
  gaps: GapsBefore;
  context: ContextBefore;
  commits: Commits;
}

/** What was found in the sub-sessions that are added to those before. */
export interface Found {
  repairs: ReadonlySet<number>;
  /** When their last work was over; null when there was none. */
  workEndedAt: Milliseconds | null;
  contextWindowOf: ContextWindowOf;
}

/** Adds sub-sessions to those before them. */
export function measuredAfter(
  { turns, subSessions }: { turns: readonly Turn[]; subSessions: readonly SubSession[] },
  { repairs, workEndedAt, contextWindowOf }: Found,
  before: MeasuredBefore | null,
): MeasuredBefore {
  return {
    repairs: repairsAfter(turns, repairs, before?.repairs),
    gaps: gapsAfter(turns, workEndedAt, before?.gaps),
    context: contextAfter(subSessions, contextWindowOf, before?.context),
    commits: lastOf(commitsAfter(turns, before?.commits)),
  };
}

function lastOf({ reported, counted }: Commits): Commits {
  return { reported: reported.slice(-COMMITS_BACK), counted: counted.slice(-COMMITS_BACK) };
}
