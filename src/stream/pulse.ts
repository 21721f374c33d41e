/** Tells whether the stream's server answers, and ends one that has stopped answering. */
import { SECOND, type Milliseconds } from "../vocabulary/units.ts";
import type { StreamConnection } from "./connection.ts";

const BEAT_MS: Milliseconds = 500;
/** Without an answer for so long the stream counts as down. */
const SILENT_MS: Milliseconds = 1.5 * SECOND;
/** Without an answer for so long the server is frozen, and only a new one helps. */
const FROZEN_MS: Milliseconds = 10 * SECOND;

/** A running watch. */
export interface Pulse {
  /** Whether the stream is connected and has answered lately. */
  isHealthy(): boolean;
  stop(): void;
}

/** What is watched, and what is done about it. */
export interface PulseParts {
  connection: StreamConnection;
  /** Since when a message waits for its acknowledgement, by `performance.now()`; null when none waits. */
  waitingSince(): Milliseconds | null;
  /** Called when the server should be ended. */
  frozen(): void;
}

/**
 * Watches the server behind the connection.
 *
 * One that answers and yet acknowledges nothing counts as frozen too: after a full disk its store takes no more, also
 * when there is room again, until it is opened anew.
 */
export function takePulse({ connection, waitingSince, frozen }: PulseParts): Pulse {
  let answeredAt = performance.now();
  let endedAt = answeredAt;
  let asking = false;
  async function ask(): Promise<void> {
    asking = true;
    await connection.nats.flush().then(
      () => (answeredAt = performance.now()),
      () => {}, // the connection is being made anew; silence tells the rest
    );
    asking = false;
  }
  const timer = setInterval(() => {
    if (!asking) void ask();
    const silentSince = Math.min(answeredAt, waitingSince() ?? answeredAt);
    if (performance.now() - Math.max(silentSince, endedAt) <= FROZEN_MS) return;
    endedAt = performance.now();
    frozen();
  }, BEAT_MS);
  return {
    isHealthy: () => connection.isUp() && performance.now() - answeredAt <= SILENT_MS,
    stop: () => clearInterval(timer),
  };
}
