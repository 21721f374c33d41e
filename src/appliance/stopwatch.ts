/** Remembers what was started, with how long it took, and stops it in reverse. */
import type { Log } from "../vocabulary/log.ts";

interface Started {
  name: string;
  stop(): Promise<void>;
}

/** The started parts of one appliance. */
export class Stopwatch {
  private readonly started: Started[] = [];

  constructor(private readonly log: Log) {}

  /** Runs a start and logs its time. */
  async time<Value>(name: string, start: () => Value | Promise<Value>): Promise<Value> {
    const from = performance.now();
    const value = await start();
    this.log.info(`started ${name}`, { milliseconds: Math.round(performance.now() - from) });
    return value;
  }

  /** Notes how a started part is stopped. */
  add(name: string, stop: () => Promise<void>): void {
    this.started.push({ name, stop });
  }

  /** Stops everything, the last started first; may be called again and then does nothing. */
  async stopAll(): Promise<void> {
    for (let part = this.started.pop(); part !== undefined; part = this.started.pop()) {
      const from = performance.now();
      await part.stop();
      this.log.info(`stopped ${part.name}`, { milliseconds: Math.round(performance.now() - from) });
    }
  }
}
