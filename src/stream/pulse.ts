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

/** Watches the server behind the connection. Takes: `frozen`, called when it should be ended. */
export function takePulse(connection: StreamConnection, frozen: () => void): Pulse {
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
    if (performance.now() - Math.max(answeredAt, endedAt) <= FROZEN_MS) return;
    endedAt = performance.now();
    frozen();
  }, BEAT_MS);
  return {
    isHealthy: () => connection.isUp() && performance.now() - answeredAt <= SILENT_MS,
    stop: () => clearInterval(timer),
  };
}
