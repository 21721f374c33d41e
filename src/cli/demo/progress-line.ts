/** One line on a terminal that says how far something is, written over itself and gone at the end. */
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { Terminal } from "../terminal.ts";

/** The line; what takes less time than a person notices never shows. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

const QUIET_MS: Milliseconds = 2_000;
const REWRITE_MS: Milliseconds = 100;
/** To the line's beginning, and everything behind it away. */
const ERASE = "\r\u001B[K";

/** Nothing shows where no person reads, or only one document may be written. */
export function createProgressLine(terminal: Terminal, { silent }: { silent: boolean }): ProgressLine {
  const startedAt = performance.now();
  let shownAt = 0;
  return {
    show(text) {
      const now = performance.now();
      if (silent || !terminal.isPerson || now - startedAt < QUIET_MS || now - shownAt < REWRITE_MS) return;
      shownAt = now;
      terminal.complain(`${ERASE}${text}`);
    },
    clear() {
      if (shownAt > 0) terminal.complain(ERASE);
      shownAt = 0;
    },
  };
}
