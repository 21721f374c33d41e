/** Times on the clocks of a time zone, as schedules have them: "Mon 23 Nov, 08:00". */

/** @param timezone - An IANA name; a browser that does not know the zone writes UTC, and says so. */
export function formatMomentIn(at: string, timezone: string): string {
  const format = formatOf(timezone);
  return format === null ? `${write(formatOf("UTC"), at)} UTC` : write(format, at);
}

/** By its parts: browsers set different signs between them. */
function write(format: Intl.DateTimeFormat | null, at: string): string {
  const parts = format?.formatToParts(new Date(at)) ?? [];
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((found) => found.type === type)?.value ?? "";
  return `${part("weekday")} ${part("day")} ${part("month")}, ${part("hour")}:${part("minute")}`;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-GB", {
      timeZone,
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  } catch {
    return null;
  }
}
