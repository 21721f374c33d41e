/**
 * The lanes of a session's timeline: what of it falls into the window that is shown, in the pixels of the drawing.
 */
import { axis, path } from "../../../charts/geometry.ts";
import { clusters, type Cluster, type Span, spansPath } from "../../../charts/spans.ts";
import { formatThings } from "../../../words/numbers.ts";
import type { SessionTurn, SessionWork, Step } from "../session-turns.ts";
import { sayReset, sayTrouble } from "../session-words.ts";

/** Where each lane begins, and how high it is. */
export const LANES = {
  subSessions: { top: 6, height: 26 },
  turns: { top: 50, height: 26 },
  calls: { top: 90, height: 18 },
  tools: { top: 118, height: 18 },
  trouble: { top: 146, height: 18 },
  context: { top: 180, height: 64 },
} as const;

export const BOTTOM = LANES.context.top + LANES.context.height;

/** A window of time, and the pixels that it has. */
export interface View {
  from: number;
  to: number;
  left: number;
  right: number;
}

/** What is drawn. */
export interface Drawn {
  turns: readonly (Span & { index: number })[];
  calls: string;
  tools: string;
  failedCalls: readonly Cluster[];
  failedTools: readonly Cluster[];
  rejections: readonly Cluster[];
  stalls: readonly (Span & { ms: number })[];
  /** null when the window of the model is not known. */
  context: { line: string; area: string } | null;
  resets: readonly { x: number; words: string }[];
}

const MARK_PX = 13;

/**
 * Returns the part inside the view.
 *
 * @param work - Everything that was read of the session.
 */
export function drawLanes({ turns, stalls }: SessionWork, view: View): Drawn {
  const x = axis(view.from, view.to, [view.left, view.right]);
  const isInside = (from: number, to: number): boolean => to >= view.from && from <= view.to;
  const placed = (from: number, to: number): Span => ({
    from: Math.max(view.left, x(from)),
    to: Math.min(view.right, x(to)),
  });
  const shown = turns.filter(({ from, to }) => isInside(from, to));
  const steps = shown.flatMap((turn) => turn.steps).filter((step) => isInside(...timesOf(step)));
  const spansOf = (kind: Step["kind"]): Span[] =>
    steps.filter((step) => step.kind === kind).map((step) => placed(...timesOf(step)));
  const marksOf = (isMark: (step: Step) => boolean): Cluster[] =>
    clusters(
      steps.filter(isMark).map((step) => x(timesOf(step)[0])),
      MARK_PX,
    );
  return {
    turns: shown.map(({ index, from, to }) => ({ index, ...placed(from, to) })),
    calls: spansPath(spansOf("model_call"), LANES.calls.top, LANES.calls.height),
    tools: spansPath(spansOf("tool"), LANES.tools.top, LANES.tools.height),
    failedCalls: marksOf(({ kind }) => kind === "error"),
    failedTools: marksOf((step) => step.kind === "tool" && step.ok === false && !step.rejected),
    rejections: marksOf((step) => step.kind === "decision" && step.verdict !== "accept"),
    stalls: stalls
      .filter(({ from, to }) => isInside(from, to))
      .map(({ from, to }) => ({ ...placed(from, to), ms: to - from })),
    context: contextOf(steps, x),
    resets: steps.flatMap((step) =>
      step.kind === "reset" ? [{ x: x(timesOf(step)[0]), words: sayReset(step) }] : [],
    ),
  };
}

function timesOf({ at, durationMs }: Step): [from: number, to: number] {
  const from = Date.parse(at);
  return [from, from + (durationMs ?? 0)];
}

/** The height of a share of the context window. */
export function contextY(share: number): number {
  const { top, height } = LANES.context;
  return top + (1 - Math.min(1, share)) * height;
}

/** A point at the end of each call whose share is known; of several on one pixel the fullest and the last. */
function contextOf(steps: readonly Step[], x: (at: number) => number): Drawn["context"] {
  const shares = steps.flatMap((step) =>
    step.kind === "model_call" && step.contextShare !== null
      ? [{ at: timesOf(step)[1], share: step.contextShare }]
      : [],
  );
  if (shares.length === 0) return null;
  const byPixel = Map.groupBy(
    shares.toSorted((left, right) => left.at - right.at),
    ({ at }) => Math.round(x(at)),
  );
  const points = [...byPixel].flatMap(([pixel, calls]) => {
    const last = calls.at(-1)?.share ?? 0;
    const most = Math.max(...calls.map(({ share }) => share));
    const ends = [[pixel, contextY(last)]] as [number, number][];
    return most === last ? ends : [[pixel, contextY(most)] as [number, number], ...ends];
  });
  const [start, end] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const line = path(points);
  return { line, area: `${line}L${end} ${BOTTOM}L${start} ${BOTTOM}Z` };
}

/** The turn that is at a place of the drawing, or nearest to it. */
export function turnAt(drawn: readonly (Span & { index: number })[], x: number): number | null {
  const away = ({ from, to }: Span): number => Math.max(from - x, x - to, 0);
  const [first, ...rest] = drawn;
  if (first === undefined) return null;
  return rest.reduce((best, turn) => (away(turn) < away(best) ? turn : best), first).index;
}

/** The drawing as a sentence. */
export function describeTimeline(
  turns: readonly SessionTurn[],
  stalls: readonly unknown[],
  subSessions: readonly unknown[],
): string {
  const sum = (of: (turn: SessionTurn) => number): number =>
    turns.reduce((total, turn) => total + of(turn), 0);
  return [
    `Timeline: ${formatThings(subSessions.length, "task")}, ${formatThings(turns.length, "turn")}`,
    `${formatThings(
      sum(({ calls }) => calls),
      "model call",
    )}, ${formatThings(
      sum(({ tools }) => tools),
      "tool call",
    )}`,
    `${sayTrouble(turns)}, ${formatThings(stalls.length, "stall")}`,
  ].join("; ");
}
