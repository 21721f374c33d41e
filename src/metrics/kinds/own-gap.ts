/** The gaps before a session's own prompts: how long a person took after the agent's work. */
import { isNonTrivial, type Turn } from "../../turns/turn.ts";
import { isWork } from "../../turns/work.ts";
import { overlapFinder, type TimeSpan } from "../../vocabulary/times.ts";
import { type Instant, SECOND, type Seconds } from "../../vocabulary/units.ts";

/**
 * Returns the gaps before a session's prompts, by turn index.
 *
 * @param outages - Times in which nothing could arrive.
 * @returns No entry for the session's first prompt, and where nobody knows how long a person took: in another
 *   process than the work before, while that work still ran, where no person sent the prompt, and over a hole, in
 *   which a prompt may be lost.
 * @see docs/scoring.md, "Gap".
 */
export function ownGaps(turns: readonly Turn[], outages: readonly TimeSpan[]): Map<number, Seconds> {
  const holdsHole = overlapFinder([...holesIn(turns), ...duringSession(outages, turns)]);
  const gaps = new Map<number, Seconds>();
  let process: string | null = null;
  let previous: Turn | undefined;
  for (const turn of turns) {
    const start = workEndBefore(turn, previous);
    const known = start !== null && isSameProcess(turn, process);
    if (known && !holdsHole({ start, end: turn.startedAt })) {
      gaps.set(turn.index, (turn.startedAt - start) / SECOND);
    }
    process = lastProcess(turn) ?? process;
    previous = turn;
  }
  return gaps;
}

/** When the last hole in a session's records before a time ended; null without one. */
export function endOfHoleBefore(turns: readonly Turn[], time: Instant): Instant | null {
  const before = holesIn(turns).filter(({ start }) => start < time);
  return before.reduce<Instant | null>((latest, { end }) => Math.max(latest ?? end, end), null);
}

/** Where records are missing by the agent's own numbering. */
function holesIn(turns: readonly Turn[]): TimeSpan[] {
  const holes = turns.flatMap((turn) => turn.events.filter((event) => event.kind === "hole"));
  return holes.map(({ startedAt, at }) => ({ start: startedAt, end: at }));
}

function duringSession(outages: readonly TimeSpan[], turns: readonly Turn[]): TimeSpan[] {
  const [from, to] = [turns[0]?.startedAt ?? 0, turns.at(-1)?.startedAt ?? 0];
  return outages.filter(({ start, end }) => start < to && end > from);
}

/** When the work before a person's prompt ended; null where the prompt did not wait for it. */
function workEndBefore(turn: Turn, previous: Turn | undefined): Instant | null {
  if (previous === undefined || previous.prompt === null) return null;
  if (!isNonTrivial(turn) || !turn.interactive || turn.sentDuringWork) return null;
  return turn.workBeforeEndedAt;
}

/** @param process - The process of the work before; null where no record names it. */
function isSameProcess({ processKey }: Turn, process: string | null): boolean {
  return process === null || processKey === null || process === processKey;
}

/** The process of a turn's end; start-up records of the next process already are among its events. */
function lastProcess(turn: Turn): string | null {
  const last = turn.events.findLast(
    (event) => event.process !== null && (isWork(event) || event.kind === "prompt"),
  );
  return last?.process ?? turn.processKey;
}
