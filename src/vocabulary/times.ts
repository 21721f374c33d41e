/** Finds instants and spans in long ordered lists by bisection. */
import type { Instant } from "./units.ts";

/** From a start to an end. */
export interface TimeSpan {
  start: Instant;
  end: Instant;
}

/**
 * Returns whether one of the times is within the two, both included.
 *
 * @param times - Times in order.
 */
export function anyWithin(times: readonly Instant[], { start, end }: TimeSpan): boolean {
  const first = times[firstFrom(times, start)];
  return first !== undefined && first <= end;
}

/**
 * Joins spans that touch.
 *
 * @returns Spans in order, none of which touches another.
 */
function joinSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/**
 * Finds the spans that overlap another one.
 *
 * @param spans - Any spans, which are put in order once.
 */
export function overlapFinder(spans: readonly TimeSpan[]): (span: TimeSpan) => boolean {
  const joined = joinSpans(spans);
  const ends = joined.map(({ end }) => end);
  return ({ start, end }) => {
    let at = firstFrom(ends, start);
    if (joined[at]?.end === start) at += 1;
    const found = joined[at];
    return found !== undefined && found.start < end;
  };
}

/** The place of the first time that is not before the given one; their number when there is none. */
function firstFrom(times: readonly Instant[], from: Instant): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns ISO 8601, UTC, with milliseconds. */
export function isoTime(at: Instant): string {
  return new Date(at).toISOString();
}

/** Returns null for a time that is null. */
export function isoOrNull(at: Instant | null): string | null {
  return at === null ? null : isoTime(at);
}

/** Returns a time as people read it in an answer: 2026-11-29 14:05 UTC. */
export function shownTime(at: Instant): string {
  return `${isoTime(at).slice(0, 16).replace("T", " ")} UTC`;
}
