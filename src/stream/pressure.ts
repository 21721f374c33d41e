/**
 * How busy ingest is, for the stages that should hold back meanwhile: requests first, bookkeeping after.
 *
 * The numbers lie in memory that the threads share, so that asking costs nothing.
 */
import type { Milliseconds, Ratio } from "../vocabulary/units.ts";

/** The memory, to be handed to another thread. */
export type PressureMemory = Int32Array<SharedArrayBuffer>;

const WAITING = 0;
const FILL = 1;
const FILL_UNITS = 1_000;

/** Requests that wait at once; below it the stages keep up beside ingest without being felt. */
const BUSY_FROM = 16;
/** From here on the stages take their share, however busy ingest is. */
const FULL_FROM: Ratio = 0.5;
const REST_MS: Milliseconds = 25;

/** Makes the memory: nobody waits, and the stream is empty. */
export function createPressure(): PressureMemory {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** Tells how many requests wait for their acknowledgement, on the average of the last moments. */
export function tellWaiting(pressure: PressureMemory, requests: number): void {
  Atomics.store(pressure, WAITING, Math.round(requests));
}

/** Tells how full the stream is. */
export function tellFill(pressure: PressureMemory, fill: Ratio): void {
  Atomics.store(pressure, FILL, Math.round(fill * FILL_UNITS));
}

/** Waits while ingest is busy, unless the stream is half full; returns at once when the pressure is off. */
export async function holdBack(pressure: PressureMemory, isOver: () => boolean = () => false): Promise<void> {
  while (isHigh(pressure) && !isOver()) await Bun.sleep(REST_MS);
}

function isHigh(pressure: PressureMemory): boolean {
  return (
    Atomics.load(pressure, WAITING) >= BUSY_FROM && Atomics.load(pressure, FILL) < FULL_FROM * FILL_UNITS
  );
}
