/** Starts the parts of one appliance one after the other, and stops them in reverse within a time for all. */
import type { Log } from "../vocabulary/log.ts";
import { SECOND, type Milliseconds, type Ratio } from "../vocabulary/units.ts";

/** The whole appliance must be gone within 10 s. */
const STOP_WITHIN_MS: Milliseconds = 9 * SECOND;
/** On a machine so slow that the time is over, each part still has this much. */
const LEAST_LEFT_MS: Milliseconds = SECOND / 5;

/** Parts that start faster are not mentioned. */
const WORTH_SAYING_MS: Milliseconds = SECOND / 10;

/** What starts with the appliance and stops with it. */
export interface Part<Value, Name extends string = string> {
  /** As the log calls it, behind "the". */
  name: Name;
  start(): Value | Promise<Value>;
  /** Stops what was started within the time that it is given. */
  stop(started: Value, withinMs: Milliseconds): Promise<void>;
}

interface StartedPart {
  name: string;
  stop(withinMs: Milliseconds): Promise<void>;
}

/** The started parts of one appliance. */
export class StartedParts<Name extends string = string> {
  private readonly started: StartedPart[] = [];

  constructor(
    private readonly log: Log,
    private readonly stopWithinMs = STOP_WITHIN_MS,
  ) {}

  /** Starts the next part. */
  async start<Value>({ name, start, stop }: Part<Value, Name>): Promise<Value> {
    const from = performance.now();
    const value = await start();
    this.started.push({ name, stop: (withinMs) => stop(value, withinMs) });
    const milliseconds = Math.round(performance.now() - from);
    if (milliseconds >= WORTH_SAYING_MS) this.log.info(`started the ${name}`, { milliseconds });
    return value;
  }

  /**
   * Stops everything that was started, the last part first; may be called again and then does nothing.
   *
   * Each part may take half of what is left, so that however many of them hang, the last ones still have their turn.
   */
  async stopAll(): Promise<void> {
    const over = performance.now() + this.stopWithinMs;
    for (let part = this.started.pop(); part !== undefined; part = this.started.pop()) {
      const from = performance.now();
      await this.stopWithin(part, Math.max(over - from, LEAST_LEFT_MS));
      this.log.info(`stopped the ${part.name}`, { milliseconds: Math.round(performance.now() - from) });
    }
  }

  /** A part that takes longer is left running: whatever it was doing ends with the process. */
  private async stopWithin({ name, stop }: StartedPart, leftMs: Milliseconds): Promise<void> {
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.log.warning(`the ${name} does not stop; leaving it`);
      resolve();
    }, leftMs * SHARE_WITH_GRACE);
    await Promise.race([stop(leftMs * SHARE), tooLate]).finally(() => clearTimeout(timer));
  }
}

const SHARE: Ratio = 0.5;
/** When its time is over a part has this much longer to use force itself. */
const SHARE_WITH_GRACE: Ratio = 0.6;
