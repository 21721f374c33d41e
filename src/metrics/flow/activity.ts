/** When a developer was active, and how continuous that made the work on each sub-session. */
import type { SubSession } from "../../turns/sub-session.ts";
import type { Score } from "../../vocabulary/units.ts";
import { flowContinuity, flowParts } from "./flow.ts";
import { activePiece, findStretches, type Span } from "./stretches.ts";

/** The time for which one prompt kept its developer active. */
export interface ActivePiece extends Span {
  subSessionId: string;
  promptEventId: string;
  /** Whether a person sat there; pieces of programs make no stretch. */
  interactive: boolean;
}

/** The active pieces of a session's prompts, trivial ones among them, in order. */
export function activePieces(subSessions: readonly SubSession[]): ActivePiece[] {
  return subSessions.flatMap(({ id, turns }) =>
    turns.flatMap(({ busy }) =>
      busy.map(({ promptEventId, interactive, startedAt, endedAt }) => ({
        ...activePiece(startedAt, endedAt),
        subSessionId: id,
        promptEventId,
        interactive,
      })),
    ),
  );
}

/**
 * FC of every sub-session that one developer worked on.
 *
 * Takes: all of the developer's pieces, over all sessions, and their stalls.
 * Gives: no entry for a sub-session without an interactive piece. For a developer that stands for a key, whose pieces
 * may be several people's, FC is null and the caller does not ask.
 */
export function flowOf(pieces: readonly ActivePiece[], stalls: readonly Span[]): Map<string, Score> {
  const active = pieces.filter((piece) => piece.interactive);
  const stretches = findStretches(active, stalls);
  const flows = new Map<string, Score>();
  for (const [subSessionId, own] of Map.groupBy(active, (piece) => piece.subSessionId)) {
    const flow = flowContinuity(flowParts(own, stretches));
    if (flow !== null) flows.set(subSessionId, flow.fc);
  }
  return flows;
}
