/** Logs how long each part took to start, and stops the parts in the reverse of their order within a time for all. */
import type { Log } from "../vocabulary/log.ts";
import { SECOND, type Milliseconds, type Ratio } from "../vocabulary/units.ts";

/** The whole appliance must be gone within 10 s. */
const STOP_WITHIN_MS: Milliseconds = 9 * SECOND;
/** On a machine so slow that the time is over, each part still has this much. */
const LEAST_LEFT_MS: Milliseconds = SECOND / 5;

/** The parts in the order in which they start, each with what the log says when it has stopped. */
const PARTS = [
  { name: "data directory", stopped: "released the data directory" },
  { name: "stream", stopped: "stopped the stream" },
  { name: "engine", stopped: "stopped the engine" },
  { name: "disk", stopped: "stopped watching the disk" },
  { name: "keys", stopped: "stopped reading the keys" },
  { name: "readers", stopped: "stopped the readers" },
  { name: "refused senders", stopped: "stopped noting refused senders" },
  { name: "metrics door", stopped: "stopped the listener for metrics" },
  // it notes what the publisher could not publish any more
  { name: "journal of outages", stopped: "closed the journal of outages" },
  { name: "publisher", stopped: "stopped the publisher" },
  { name: "door", stopped: "stopped the listener" },
  // the door waits for what is open
  { name: "event streams", stopped: "closed the event streams" },
  // readiness fails and OTLP answers 503 from then on, while the door ends what is under way
  { name: "ingest", stopped: "stopped taking requests" },
] as const;

/** The name of a part. */
type PartName = (typeof PARTS)[number]["name"];

/** Stops a part within the time that it is given. */
type Stop = (withinMs: Milliseconds) => Promise<void>;

/** The started parts of one appliance. */
export class Stopwatch {
  private readonly started = new Map<PartName, Stop>();

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

  /** Notes how a started part is stopped; when is said by its place in `PARTS`. */
  add(name: PartName, stop: Stop): void {
    this.started.set(name, stop);
  }

  /**
   * Stops everything that was started, the last part first; may be called again and then does nothing.
   *
   * Each part may take half of what is left, so that however many of them hang, the last ones still have their turn.
   */
  async stopAll(): Promise<void> {
    const over = performance.now() + this.stopWithinMs;
    for (const { name, stopped } of PARTS.toReversed()) {
      const stop = this.started.get(name);
      if (stop === undefined || !this.started.delete(name)) continue;
      const from = performance.now();
      await this.stopWithin({ name, stop }, Math.max(over - from, LEAST_LEFT_MS));
      this.log.info(stopped, { milliseconds: Math.round(performance.now() - from) });
    }
  }

  /** A part that takes longer is left running: whatever it was doing ends with the process. */
  private async stopWithin(
    { name, stop }: { name: PartName; stop: Stop },
    leftMs: Milliseconds,
  ): Promise<void> {
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
