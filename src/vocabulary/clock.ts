/** Only this file reads the machine's clock; everything else gets a Clock. */
import type { Instant } from "./units.ts";

/** Returns the time in milliseconds since 1970-01-01 UTC. */
export type Clock = () => Instant;

/** The machine's own clock. */
export const systemClock: Clock = () => Date.now();
