/** When a schedule runs, as people say it: "Every Monday 08:00"; other cron expressions stay as they are. */

/** Times that a form offers without cron. */
export type Rhythm =
  | { kind: "daily" | "working_days"; time: string }
  /** 1 is Monday, 7 Sunday. */
  | { kind: "weekly"; time: string; weekday: number }
  | { kind: "monthly"; time: string; day: number };

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** Five fields, of which the month is any. */
const OF_EVERY_MONTH = /^(\S+)\s+(\S+)\s+(\S+)\s+\*\s+(\S+)$/;

/** Returns null for an expression that is no rhythm of these. */
export function rhythmOf(cron: string): Rhythm | null {
  const [, minute = "", hour = "", day = "", weekday = ""] = OF_EVERY_MONTH.exec(cron.trim()) ?? [];
  const time = timeOf(hour, minute);
  if (time === null) return null;
  if (day === "*") return onWeekdays(weekday, time);
  const number = numberIn(day, 1, 31);
  return weekday === "*" && number !== null ? { kind: "monthly", time, day: number } : null;
}

function onWeekdays(weekday: string, time: string): Rhythm | null {
  if (weekday === "*") return { kind: "daily", time };
  if (weekday === "1-5") return { kind: "working_days", time };
  const number = numberIn(weekday, 0, 7);
  return number === null ? null : { kind: "weekly", time, weekday: number === 0 ? 7 : number };
}

function timeOf(hour: string, minute: string): string | null {
  const [hours, minutes] = [numberIn(hour, 0, 23), numberIn(minute, 0, 59)];
  if (hours === null || minutes === null) return null;
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

function numberIn(text: string, least: number, most: number): number | null {
  if (!/^\d{1,2}$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}

/** Returns the expression of a rhythm. */
export function cronOf(rhythm: Rhythm): string {
  const [hour = "", minute = ""] = rhythm.time.split(":");
  const at = `${Number(minute)} ${Number(hour)}`;
  switch (rhythm.kind) {
    case "daily":
      return `${at} * * *`;
    case "working_days":
      return `${at} * * 1-5`;
    case "weekly":
      return `${at} * * ${rhythm.weekday % 7}`;
    case "monthly":
      return `${at} ${rhythm.day} * *`;
  }
}

/** Returns "Every Monday 08:00 Berlin", or "cron 0 8 1-7 * 1 Berlin" for what has no such words. */
export function sayRhythm({ cron, timezone }: { cron: string; timezone: string }): string {
  const rhythm = rhythmOf(cron);
  const zone = timezone.split("/").at(-1)?.replaceAll("_", " ") ?? timezone;
  return rhythm === null ? `cron ${cron} ${zone}` : `${daysOf(rhythm)} ${rhythm.time} ${zone}`;
}

function daysOf(rhythm: Rhythm): string {
  switch (rhythm.kind) {
    case "daily":
      return "Every day";
    case "working_days":
      return "Every working day";
    case "weekly":
      return `Every ${WEEKDAYS[rhythm.weekday - 1] ?? ""}`;
    case "monthly":
      return `On day ${rhythm.day} of every month`;
  }
}
