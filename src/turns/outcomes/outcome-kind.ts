/** How a sub-session ended, as far as the telemetry shows. */

export const OUTCOMES = ["reached", "partial", "abandoned", "unknown"] as const;

export type Outcome = (typeof OUTCOMES)[number];
