/** Times as pages write them: 24 hours, "18 Nov". Times are on the clock of `clock.ts`, days and dates UTC. */
import { clockName, clockOffset } from "./clock.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Returns "18 Nov". */
export function formatDay(at: string | number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ""}`;
}

/** Returns "18 Nov 2027". */
export function formatDate(at: string | number): string {
  return `${formatDay(at)} ${new Date(at).getUTCFullYear()}`;
}

/** Returns "18 Nov": the day that the reader's clock shows at a time. */
export function formatClockDay(at: string | number): string {
  return formatDay(onClock(at));
}

/** Returns "14:02". */
export function formatTime(at: string | number): string {
  return new Date(onClock(at)).toISOString().slice(11, 16);
}

/** Returns "14:02:11". */
export function formatSeconds(at: string | number): string {
  return new Date(onClock(at)).toISOString().slice(11, 19);
}

/** Returns "18 Nov, 14:02". */
export function formatMoment(at: string | number): string {
  return `${formatClockDay(at)}, ${formatTime(at)}`;
}

/** Returns "18 Nov, 14:02 UTC+1": for a time that is the only one where it is written. */
export function formatZonedMoment(at: string | number): string {
  return `${formatMoment(at)} ${clockName(at)}`;
}

function onClock(at: string | number): number {
  return new Date(at).getTime() + clockOffset(at);
}

/** How long ago: "8 s ago", "42 min ago", "3 h ago", then the day. */
export function formatAgo(at: string | number, now: number): string {
  const ago = Math.max(0, now - new Date(at).getTime());
  if (ago < MINUTE_MS) return `${Math.round(ago / 1000)} s ago`;
  if (ago < HOUR_MS) return `${Math.round(ago / MINUTE_MS)} min ago`;
  if (ago < DAY_MS) return `${Math.round(ago / HOUR_MS)} h ago`;
  return formatMoment(at);
}

/** A clock for the browser; pages are handed the time, so that what they compute can be tested. */
export function now(): number {
  return Date.now();
}
