/** The one place that reads the machine's clock; everything else is handed a Clock. */
import type { Milliseconds } from "./units.ts";

/** Returns the time in milliseconds since 1970-01-01 UTC. */
export type Clock = () => Milliseconds;

/** The machine's own clock. */
export const systemClock: Clock = () => Date.now();
