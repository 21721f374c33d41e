/**
 * Lets large bodies through one after another.
 *
 * What a body is unzipped and parsed to may take ten times its size, so that several together would need what no one
 * of them may. Between two of them everybody else is answered.
 */
import type { Bytes, Milliseconds } from "../../vocabulary/units.ts";
import { SECOND } from "../../vocabulary/units.ts";

/** Bodies above this go through the lane. */
export const LARGE_BODY: Bytes = 4 * 1024 * 1024;

/**
 * Half of what exporters wait for an answer by default.
 *
 * @see OpenTelemetry's OTEL_EXPORTER_OTLP_TIMEOUT, 10 s.
 */
const PATIENCE_MS: Milliseconds = 5 * SECOND;

/** The way that large bodies share. */
export interface Lane {
  open(): Passage;
}

/** One body's way through. */
export interface Passage {
  /**
   * Waits until no other body is in the lane.
   *
   * @returns false when that took too long.
   */
  enter(): Promise<boolean>;
  /** Lets the next one in; also when this one never entered. */
  leave(): void;
}

export function createLane(patienceMs: Milliseconds = PATIENCE_MS): Lane {
  let isTaken = false;
  const waiting = new Set<() => void>();
  const letNextIn = (): void => {
    const [next] = waiting;
    if (next === undefined) isTaken = false;
    else next();
  };
  const waitInLine = (): Promise<boolean> =>
    new Promise((entered) => {
      const begin = (): void => end(true);
      const timer = setTimeout(() => end(false), patienceMs);
      const end = (isIn: boolean): void => {
        waiting.delete(begin);
        clearTimeout(timer);
        entered(isIn);
      };
      waiting.add(begin);
    });
  return {
    open() {
      let isIn = false;
      return {
        async enter() {
          if (isIn) return true;
          isIn = !isTaken || (await waitInLine());
          if (isIn) isTaken = true;
          return isIn;
        },
        leave() {
          if (isIn) setImmediate(letNextIn);
          isIn = false;
        },
      };
    },
  };
}
