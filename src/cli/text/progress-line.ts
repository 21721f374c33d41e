/** One line on a terminal that says how far something is, written over itself and gone at the end. */
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { Speaker } from "./speaker.ts";

/** The line; what takes less time than a person notices never shows. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

const QUIET_MS: Milliseconds = 2_000;
const REWRITE_MS: Milliseconds = 100;

/** Nothing shows where no person reads, or only one document may be written. */
export function createProgressLine(
  speaker: Pick<Speaker, "isPerson" | "redraw">,
  { silent }: { silent: boolean },
): ProgressLine {
  const startedAt = performance.now();
  let shownAt = 0;
  return {
    show(text) {
      const now = performance.now();
      if (silent || !speaker.isPerson || now - startedAt < QUIET_MS || now - shownAt < REWRITE_MS) return;
      shownAt = now;
      speaker.redraw(text);
    },
    clear() {
      if (shownAt > 0) speaker.redraw("");
      shownAt = 0;
    },
  };
}
