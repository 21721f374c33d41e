/** Spans of time as one path: however many there are, the drawing has one element, and no more parts than pixels. */
import { tenth } from "./geometry.ts";

/** In pixels. */
export interface Span {
  from: number;
  to: number;
}

/** Closer than this, two are drawn as one. */
const GAP_PX = 0.7;
const NARROWEST_PX = 1.5;

/**
 * Joins spans that touch on the screen.
 *
 * @param spans - Spans in any order.
 * @returns The joined ones, from left to right.
 */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { from, to } of spans.toSorted((left, right) => left.from - right.from)) {
    const end = Math.max(to, from + NARROWEST_PX);
    const last = joined.at(-1);
    if (last !== undefined && from - last.to < GAP_PX) last.to = Math.max(last.to, end);
    else joined.push({ from, to: end });
  }
  return joined;
}

/** Rectangles as one path. */
export function spansPath(spans: readonly Span[], top: number, height: number): string {
  return joinSpans(spans)
    .map(({ from, to }) => `M${tenth(from)} ${top}H${tenth(to)}v${height}H${tenth(from)}Z`)
    .join("");
}

/** One mark for several that are too close to draw apart, with their number. */
export interface Cluster {
  x: number;
  count: number;
}

/** @param places - Places in pixels; marks closer than `near` to the first of a cluster belong to it. */
export function clusters(places: readonly number[], near: number): Cluster[] {
  const found: Cluster[] = [];
  for (const x of places.toSorted((left, right) => left - right)) {
    const last = found.at(-1);
    if (last !== undefined && x - last.x < near) last.count += 1;
    else found.push({ x, count: 1 });
  }
  return found;
}
