/** The pressure in memory that the threads of one process share, so that asking costs nothing. */
import type { Pressure, PressureReading } from "./pressure.ts";

/** The memory, to be handed to another thread. */
export type PressureMemory = Int32Array<SharedArrayBuffer>;

const WAITING = 0;
const FILL = 1;
const FILL_UNITS = 1_000;

/** Makes the memory: nobody waits, and the stream is empty. */
export function createPressureMemory(): PressureMemory {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** Reports and reads the pressure by shared memory. */
export function pressureIn(memory: PressureMemory): Pressure & PressureReading {
  return {
    reportWaiting: (requests) => void Atomics.store(memory, WAITING, Math.round(requests)),
    reportFill: (fill) => void Atomics.store(memory, FILL, Math.round(fill * FILL_UNITS)),
    waiting: () => Atomics.load(memory, WAITING),
    fill: () => Atomics.load(memory, FILL) / FILL_UNITS,
  };
}
