/** The squares of a week: where they are, and how dark they are. */

/** From Monday on. */
export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

export const HOURS = 24;

/** What was measured in one hour of the week. */
export interface HeatCell {
  /** 0 is Monday. */
  weekday: number;
  hour: number;
  minutes: number;
}

/** Returns 0 to 4; 0 is "measured, nothing". */
export function stepOf(minutes: number): number {
  if (minutes < 0.5) return 0;
  if (minutes <= 5) return 1;
  if (minutes <= 15) return 2;
  return minutes <= 30 ? 3 : 4;
}

/** Returns "Wed 14:00". */
export function hourName(weekday: number, hour: number): string {
  return `${WEEKDAYS[weekday] ?? ""} ${String(hour).padStart(2, "0")}:00`;
}
