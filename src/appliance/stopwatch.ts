/** Starts parts one after the other, says how long each took, and stops them in reverse within a time for all. */
import type { Log } from "../vocabulary/log.ts";
import { SECOND, type Milliseconds, type Ratio } from "../vocabulary/units.ts";

/** The whole appliance must be gone within 10 s. */
const STOP_WITHIN_MS: Milliseconds = 9 * SECOND;
/** On a machine so slow that the time is over, each part still has this much. */
const LEAST_LEFT_MS: Milliseconds = SECOND / 5;

interface Started {
  name: string;
  stop(withinMs: Milliseconds): Promise<void>;
}

/** The started parts of one appliance. */
export class Stopwatch {
  private readonly started: Started[] = [];

  constructor(
    private readonly log: Log,
    private readonly stopWithinMs = STOP_WITHIN_MS,
  ) {}

  /** Runs a start and logs its time. */
  async time<Value>(name: string, start: () => Value | Promise<Value>): Promise<Value> {
    const from = performance.now();
    const value = await start();
    this.log.info(`started ${name}`, { milliseconds: Math.round(performance.now() - from) });
    return value;
  }

  /** Notes how a started part is stopped, within the time that it is given. */
  add(name: string, stop: Started["stop"]): void {
    this.started.push({ name, stop });
  }

  /**
   * Stops everything, the last started first; may be called again and then does nothing.
   *
   * Each part may take half of what is left, so that however many of them hang, the last ones still have their turn.
   */
  async stopAll(): Promise<void> {
    const over = performance.now() + this.stopWithinMs;
    for (let part = this.started.pop(); part !== undefined; part = this.started.pop()) {
      const from = performance.now();
      await this.stopWithin(part, Math.max(over - from, LEAST_LEFT_MS));
      this.log.info(`stopped ${part.name}`, { milliseconds: Math.round(performance.now() - from) });
    }
  }

  /** One that does not keep to its time is left alone: whatever it was at ends with the process. */
  private async stopWithin({ name, stop }: Started, leftMs: Milliseconds): Promise<void> {
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.log.warning(`${name} does not stop; leaving it`);
      resolve();
    }, leftMs * SHARE_WITH_GRACE);
    await Promise.race([stop(leftMs * SHARE), tooLate]).finally(() => clearTimeout(timer));
  }
}

const SHARE: Ratio = 0.5;
/** When its time is over a part has this much longer to use force itself. */
const SHARE_WITH_GRACE: Ratio = 0.6;
