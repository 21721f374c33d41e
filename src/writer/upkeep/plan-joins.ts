/** Decides which objects are joined: those of an hour that is over, and those of a day that is. */
import { type Bytes, DAY, HOUR, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import type { ObjectOutline } from "./object-table.ts";

/** Bounds of one joined object: what one step holds in memory, and how many rows its transaction changes. */
export interface JoinLimits {
  bytes: Bytes;
  objects: number;
}

/** A busy day has several objects of this size; smaller ones would leave more rows, larger ones would take longer. */
export const JOIN_LIMITS: JoinLimits = { bytes: 16 * 1024 * 1024, objects: 100 };

/** After the end of an hour some of its records may still be on their way through the stream. */
const GRACE_MS: Milliseconds = 60_000;

/**
 * Plans one pass.
 *
 * @param objects - Examined objects in the order of the stream.
 * @returns Runs of at least two objects of the same organization, signal and hour (or day, when that is over
 *   too), in the order of the stream.
 */
export function planJoins(
  objects: readonly ObjectOutline[],
  now: Instant,
  limits: JoinLimits = JOIN_LIMITS,
): ObjectOutline[][] {
  const due = objects.filter((object) => now >= endOf(object.arrivedAt, HOUR) + GRACE_MS);
  const runOf = clockRuns(due);
  const groups = Map.groupBy(due, (object) => `${groupOf(object, now)}/${runOf.get(object)}`);
  return [...groups.values()].flatMap((group) => cutIntoRuns(group, limits));
}

/**
 * A clock that was set back shows days again that are over: what arrived then is not joined with what arrived
 * on those days, which may be removed long before it.
 *
 * @returns For each object, how often the clock moved before it.
 */
function clockRuns(objects: readonly ObjectOutline[]): Map<ObjectOutline, number> {
  const runs = new Map<ObjectOutline, number>();
  let before: ObjectOutline | null = null;
  let moves = 0;
  for (const object of objects) {
    if (before !== null && Math.abs(object.arrivedAt - before.arrivedAt) > DAY) moves += 1;
    runs.set(object, moves);
    before = object;
  }
  return runs;
}

function endOf(time: Instant, period: Milliseconds): Instant {
  return (Math.floor(time / period) + 1) * period;
}

function groupOf({ organization, signal, arrivedAt }: ObjectOutline, now: Instant): string {
  const period = now >= endOf(arrivedAt, DAY) + GRACE_MS ? DAY : HOUR;
  return `${organization}/${signal}/${period}/${Math.floor(arrivedAt / period)}`;
}

function cutIntoRuns(group: readonly ObjectOutline[], limits: JoinLimits): ObjectOutline[][] {
  const runs: ObjectOutline[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const object of group) {
    bytes += object.bytes;
    if (bytes > limits.bytes || (runs.at(-1)?.length ?? 0) >= limits.objects) {
      runs.push([]);
      bytes = object.bytes;
    }
    runs.at(-1)?.push(object);
  }
  return runs.filter((run) => run.length > 1);
}
