/** Says whether the stream's server answers, and ends one that has stopped answering. */
import { type Instant, type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { StreamConnection } from "../connection.ts";

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
  waitingSince(): Instant | null;
  /** Asks what only a sound server answers; a ping when it is absent. */
  ask?(): Promise<unknown>;
  /** Called when the server should be ended, or left for another. */
  frozen(): void;
}

/**
 * Watches the server behind the connection.
 *
 * Silence is counted in beats, not by the clock: while this thread is busy no answer can be read, and a server is not
 * to blame for that. One that answers and yet acknowledges nothing counts as frozen too: after a full disk its store
 * takes no more, also when there is room again, until it is opened anew.
 */
export function takePulse(parts: PulseParts): Pulse {
  const { connection, waitingSince, frozen } = parts;
  const beats = countBeats();
  const oldestMessage = noteChanges(waitingSince);
  let answeredAt = 0;
  let endedAt = 0;
  let asking = false;
  async function ask(): Promise<void> {
    asking = true;
    await (parts.ask?.() ?? connection.nats.flush()).then(
      () => (answeredAt = beats.now()),
      () => {}, // the connection is being made anew; silence shows the rest
    );
    asking = false;
  }
  const timer = setInterval(() => {
    beats.count();
    if (!asking) void ask();
    const silentSince = Math.min(answeredAt, oldestMessage(beats.now()) ?? answeredAt);
    if (beats.now() - Math.max(silentSince, endedAt) <= FROZEN_MS) return;
    endedAt = beats.now();
    frozen();
  }, BEAT_MS);
  return {
    isHealthy: () => connection.isUp() && beats.now() - answeredAt <= SILENT_MS,
    stop: () => clearInterval(timer),
  };
}

/** Measures the time in which this thread could hear answers: each beat adds at most its own length, however late it is. */
function countBeats(): { count(): void; now(): Milliseconds } {
  let heard = 0;
  let lastAt = performance.now();
  return {
    count() {
      const at = performance.now();
      heard += Math.min(at - lastAt, BEAT_MS);
      lastAt = at;
    },
    now: () => heard,
  };
}

/** Returns since which beat the message that waits now has been waiting; null when none waits. */
function noteChanges(waitingSince: PulseParts["waitingSince"]): (now: Instant) => Milliseconds | null {
  let oldest: Instant | null = null;
  let since: Instant = 0;
  return (now) => {
    const waiting = waitingSince();
    if (waiting !== oldest) since = now;
    oldest = waiting;
    return waiting === null ? null : since;
  };
}
