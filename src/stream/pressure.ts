/** How busy ingest is, for the stages that should hold back meanwhile: requests first, bookkeeping after. */
import type { Milliseconds, Ratio } from "../vocabulary/units.ts";

/** Where ingest says how busy it is. */
export interface Pressure {
  /** @param requests - Requests that wait for their acknowledgement, on the average of the last moments. */
  reportWaiting(requests: number): void;
  /** @param fill - How full the stream is. */
  reportFill(fill: Ratio): void;
}

/** Where the stages learn of it. */
export interface PressureReading {
  waiting(): number;
  fill(): Ratio;
}

/** For a publisher that nobody holds back for. */
export const NO_PRESSURE: Pressure = { reportWaiting: () => {}, reportFill: () => {} };

/** Requests that wait at once; below it the stages keep up with ingest without being felt. */
const BUSY_FROM = 16;
/** From here on the stages take their share, however busy ingest is. */
const FULL_FROM: Ratio = 0.5;
const REST_MS: Milliseconds = 25;

/** Waits while ingest is busy, unless the stream is half full; returns at once when the pressure is off. */
export async function holdBack(
  pressure: PressureReading,
  isOver: () => boolean = () => false,
): Promise<void> {
  while (isHigh(pressure) && !isOver()) await Bun.sleep(REST_MS);
}

function isHigh(pressure: PressureReading): boolean {
  return pressure.waiting() >= BUSY_FROM && pressure.fill() < FULL_FROM;
}
