/** Some lines of a file of somebody's data: what one question reads, so that no question takes long or holds much. */
import type { Bytes, Milliseconds } from "../../../vocabulary/units.ts";

/** Lines, without their ends, and where reading goes on. */
export interface Lines<Place> {
  lines: string[];
  /** null when there are no more. */
  next: Place | null;
}

const ENOUGH_BYTES: Bytes = 1024 * 1024;
const ENOUGH_MS: Milliseconds = 500;

/** Whether a question has read for long enough, or enough. */
export function isEnough(lines: readonly string[], startedAt: Milliseconds): boolean {
  if (performance.now() - startedAt > ENOUGH_MS) return true;
  return lines.reduce((bytes, line) => bytes + line.length, 0) > ENOUGH_BYTES;
}
