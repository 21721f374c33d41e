/** Where a key leads from one hour of the week to another. */
import { HOURS, WEEKDAYS } from "./heat-cells.ts";

/** An hour of the week. */
export interface HeatPlace {
  /** 0 is Monday. */
  weekday: number;
  hour: number;
}

/** Returns null for a key that does not move; at an edge, the same place. */
export function placeAfter(key: string, { weekday, hour }: HeatPlace): HeatPlace | null {
  switch (key) {
    case "ArrowLeft":
      return { weekday, hour: Math.max(0, hour - 1) };
    case "ArrowRight":
      return { weekday, hour: Math.min(HOURS - 1, hour + 1) };
    case "ArrowUp":
      return { weekday: Math.max(0, weekday - 1), hour };
    case "ArrowDown":
      return { weekday: Math.min(WEEKDAYS.length - 1, weekday + 1), hour };
    case "Home":
      return { weekday, hour: 0 };
    case "End":
      return { weekday, hour: HOURS - 1 };
    default:
      return null;
  }
}
