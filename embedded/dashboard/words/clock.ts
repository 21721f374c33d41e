/**
 * The clock that times are written by: the reader's in the browser, UTC on the server and in its reports.
 *
 * Days, weeks and months are UTC everywhere, because scores and sums are kept by them.
 */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let zone = "UTC";
let format: Intl.DateTimeFormat | null = null;

/** Sets the zone, an IANA name; a browser that does not know it writes UTC. */
export function setZone(name: string): void {
  format = formatOf(name);
  zone = format === null ? "UTC" : name;
}

/** Returns the zone's IANA name. */
export function currentZone(): string {
  return zone;
}

/** How far the clock is ahead of UTC at a time, in milliseconds; negative where it is behind. */
export function clockOffset(at: string | number): number {
  const time = new Date(at).getTime();
  if (format === null || Number.isNaN(time)) return 0;
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
  return shown - Math.floor(time / MINUTE_MS) * MINUTE_MS;
}

/** Returns "UTC", "UTC+1" or "UTC−3:30". */
export function clockName(at: string | number): string {
  const offset = clockOffset(at);
  if (offset === 0) return "UTC";
  const [hours, minutes] = [Math.floor(Math.abs(offset) / HOUR_MS), (Math.abs(offset) % HOUR_MS) / MINUTE_MS];
  const rest = minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`;
  return `UTC${offset < 0 ? "−" : "+"}${hours}${rest}`;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  if (timeZone === "UTC") return null;
  try {
    return new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      hourCycle: "h23",
    });
  } catch {
    return null;
  }
}
