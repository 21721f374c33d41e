/** How a window is divided into days, weeks from Monday, or months, all in UTC. */
import { DAY, type Instant } from "../vocabulary/units.ts";
import type { Period } from "./answer.ts";

/** How trends divide a window. */
export const BUCKETS = ["day", "week"] as const;
/** `all` is the whole window as one. */
export const BUCKETS_OR_ALL = [...BUCKETS, "all"] as const;

/** A span of time, its end exclusive. */
export interface PeriodSpan {
  start: Instant;
  end: Instant;
}

/** Returns the periods that the window touches, the newest first, cut to the window. */
export function periodsIn(window: { from: Instant; to: Instant }, period: Period): PeriodSpan[] {
  const { from, to } = window;
  if (from >= to) return [];
  if (period === "all") return [{ start: from, end: to }];
  const spans: PeriodSpan[] = [];
  for (let start = startOf(from, period); start < to; start = nextStart(start, period)) {
    spans.push({ start: Math.max(start, from), end: Math.min(nextStart(start, period), to) });
  }
  return spans.reverse();
}

/** Returns the whole day, week or month that a time is in. */
export function periodOf(at: Instant, period: Cut): PeriodSpan {
  const start = startOf(at, period);
  return { start, end: nextStart(start, period) };
}

/** Whether any of a UTC day is in the span. */
export function touches({ day }: { day: number }, { start, end }: PeriodSpan): boolean {
  return day * DAY < end && (day + 1) * DAY > start;
}

/** Returns the equally long time before. */
export function periodBefore({ start, end }: PeriodSpan): PeriodSpan {
  return { start: start - (end - start), end: start };
}

type Cut = Exclude<Period, "all">;

/** 1970-01-01 was a Thursday, so weeks began four days later. */
const FIRST_MONDAY: Instant = 4 * DAY;

function startOf(at: Instant, period: Cut): Instant {
  switch (period) {
    case "day":
      return Math.floor(at / DAY) * DAY;
    case "week":
      return Math.floor((at - FIRST_MONDAY) / (7 * DAY)) * 7 * DAY + FIRST_MONDAY;
    case "month": {
      const date = new Date(at);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    }
  }
}

function nextStart(start: Instant, period: Cut): Instant {
  if (period === "day") return start + DAY;
  if (period === "week") return start + 7 * DAY;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
