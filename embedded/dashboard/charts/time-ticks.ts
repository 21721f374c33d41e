/** Round times for the axis of a chart. */
import { clockOffset } from "../words/clock.ts";
import { DAY_MS, formatClockDay, formatSeconds, formatTime } from "../words/times.ts";

const MINUTE_MS = 60_000;
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 7, 14, 30].map((days) => days * DAY_MS),
];

/** One mark of the axis. */
export interface TimeTick {
  at: number;
  label: string;
}

/**
 * Returns times inside of it that are round on the reader's clock, at most as many as wanted.
 *
 * @param range - A time range in milliseconds.
 */
export function timeTicks(from: number, to: number, most: number): TimeTick[] {
  const step = STEPS_MS.find((size) => (to - from) / size <= most) ?? 90 * DAY_MS;
  const offset = clockOffset(from);
  const first = Math.ceil((from + offset) / step) * step - offset;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step;
    return { at, label: labelOf(at, step) };
  });
}

function labelOf(at: number, step: number): string {
  if (step >= DAY_MS || (at + clockOffset(at)) % DAY_MS === 0) return formatClockDay(at);
  return step < MINUTE_MS ? formatSeconds(at) : formatTime(at);
}
