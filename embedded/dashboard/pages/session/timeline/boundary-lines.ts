/** Where the boundaries of a session are in its timeline: in the middle of the pause before them. */
import { axis } from "../../../charts/geometry.ts";
import type { Boundary } from "../session-turns.ts";
import type { View } from "./lanes.ts";

interface Timed {
  index: number;
  startedAt: string;
  endedAt: string;
}

/** One vertical line, and the turn that it is before. */
export interface BoundaryLine {
  turnIndex: number;
  x: number;
}

/** Returns those inside the view. */
export function boundaryLines<SubSession extends Timed>(
  {
    boundaries,
    subSessions,
  }: {
    boundaries: readonly Boundary<SubSession>[];
    subSessions: readonly SubSession[];
  },
  view: View,
): BoundaryLine[] {
  const x = axis(view.from, view.to, [view.left, view.right]);
  return boundaries.flatMap(({ turnIndex, subSession }) => {
    const start = Date.parse(subSession.startedAt);
    const before = subSessions[subSession.index - 1];
    const end = before === undefined ? start : Math.min(start, Date.parse(before.endedAt));
    const place = x((start + end) / 2);
    return place < view.left || place > view.right ? [] : [{ turnIndex, x: place }];
  });
}

const REACH_PX = 8;

/** The turn before whose boundary somebody points; null where no boundary is near. */
export function boundaryAt(lines: readonly BoundaryLine[], x: number): number | null {
  return lines.find((line) => Math.abs(line.x - x) <= REACH_PX)?.turnIndex ?? null;
}
