/** How long the server's certificate is good, and when a person has to replace it. */
import { formatCount } from "../../../words/numbers.ts";
import { DAY_MS, formatDate } from "../../../words/times.ts";
import type { Status } from "./fetch-status.ts";
import type { Concern } from "./status-data.ts";

/** Time enough to get a new one, also over a holiday; the alert rules wait as long. */
const SOON_MS = 14 * DAY_MS;

const REPLACING = "Agents and browsers refuse it then. Replace it and reload the server's settings.";

/** Returns nothing for a certificate that is good for longer, and for a server that speaks plain HTTP. */
export function certificateConcerns(
  { certificateValidUntil: until }: Pick<Status, "certificateValidUntil">,
  now: number,
): Concern[] {
  if (until === null) return [];
  const left = Date.parse(until) - now;
  if (left <= 0)
    return [
      {
        title: "The server's certificate has expired",
        detail: `It was good until ${formatDate(until)}. Agents and browsers refuse it. Replace it and reload the server's settings.`,
      },
    ];
  if (left >= SOON_MS) return [];
  return [{ title: `The server's certificate expires on ${formatDate(until)}`, detail: REPLACING }];
}

/** Returns the days that are left, as a number on the page. */
export function describeCertificate(
  until: string,
  now: number,
): { number: string; unit: string; note: string } {
  const days = Math.max(0, Math.floor((Date.parse(until) - now) / DAY_MS));
  const isOver = Date.parse(until) <= now;
  return {
    number: formatCount(days),
    unit: days === 1 ? "day" : "days",
    note: isOver ? `expired on ${formatDate(until)}` : `good until ${formatDate(until)}`,
  };
}
