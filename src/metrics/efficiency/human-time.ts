/** How long a person took between the agent's answers and their next prompts. */
import { idleBefore, LONG_IDLE } from "../../turns/boundaries/split.ts";
import { isNonTrivial, type Turn } from "../../turns/turn.ts";
import { isWork } from "../../turns/work.ts";
import { overlapFinder } from "../../vocabulary/times.ts";
import { SECOND, type Seconds } from "../../vocabulary/units.ts";
import type { Span } from "../flow/stretches.ts";

/**
 * The gaps before a session's prompts that count as human time, by turn index.
 *
 * @param turns - All turns of the session, and the times in which nothing could arrive.
 * @returns No entry for a prompt whose gap does not count: the session's first, one after a long idle time,
 *   one in another process than the work before, one sent while that work still ran, one that no person sent,
 *   and one that holds a hole, in which a prompt may be lost.
 * @see docs/scoring.md, "SSE": human seconds.
 */
export function humanGaps(turns: readonly Turn[], outages: readonly Span[]): Map<number, Seconds> {
  const holdsHole = overlapFinder(holesIn(turns, outages));
  const gaps = new Map<number, Seconds>();
  let process: string | null = null;
  let previous: Turn | undefined;
  for (const turn of turns) {
    const counts = isSameProcess(turn, process) && !holdsHole(pauseBefore(turn));
    const gap = counts ? gapBefore(turn, previous) : null;
    if (gap !== null) gaps.set(turn.index, gap);
    process = lastProcess(turn) ?? process;
    previous = turn;
  }
  return gaps;
}

/** The records that are missing by the agent's own numbering, and the outages meanwhile. */
function holesIn(turns: readonly Turn[], outages: readonly Span[]): Span[] {
  const [from, to] = [turns[0]?.startedAt ?? 0, turns.at(-1)?.startedAt ?? 0];
  const missing = turns.flatMap((turn) => turn.events.filter((event) => event.kind === "hole"));
  return [
    ...outages.filter(({ start, end }) => start < to && end > from),
    ...missing.map(({ startedAt, at }) => ({ start: startedAt, end: at })),
  ];
}

/** @param process - The process of the work before; null where no record names it. */
function isSameProcess({ processKey }: Turn, process: string | null): boolean {
  return process === null || processKey === null || process === processKey;
}

function pauseBefore({ workBeforeEndedAt, startedAt }: Turn): Span {
  return { start: workBeforeEndedAt ?? startedAt, end: startedAt };
}

function gapBefore(turn: Turn, previous: Turn | undefined): Seconds | null {
  if (previous?.prompt == null || !isNonTrivial(turn) || !turn.interactive) return null;
  if (turn.workBeforeEndedAt === null || turn.sentDuringWork) return null;
  if (idleBefore(turn, previous) > LONG_IDLE) return null;
  return (turn.startedAt - turn.workBeforeEndedAt) / SECOND;
}

/** The process of a turn's end; start-up records of the next process already are among its events. */
function lastProcess(turn: Turn): string | null {
  const last = turn.events.findLast(
    (event) => event.process !== null && (isWork(event) || event.kind === "prompt"),
  );
  return last?.process ?? turn.processKey;
}
