/** Moments as text. */
import type { Instant } from "./units.ts";

/** Returns ISO 8601, UTC, with milliseconds. */
export function isoTime(at: Instant): string {
  return new Date(at).toISOString();
}
