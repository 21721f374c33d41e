/** Counts the processor time of a piece of work, without the pauses in which the thread's other stages work. */
import { type Milliseconds, SECOND } from "../vocabulary/units.ts";

/** The longest that the thread's other stages wait for a piece of work that can be put off. */
const AT_ONCE_MS: Milliseconds = 25;

/** Counts from its creation, and the same on a busy machine as on an idle one. */
export class Effort {
  private spent: Milliseconds = 0;
  private since = threadTime();

  /** Returns the processor time so far; that of others in pauses does not count. */
  sofar(): Milliseconds {
    return this.spent + threadTime() - this.since;
  }

  /** Lets the thread's other stages work, when they have waited for long enough. */
  async pause(): Promise<void> {
    const stretch = threadTime() - this.since;
    if (stretch < AT_ONCE_MS) return;
    this.spent += stretch;
    await Bun.sleep(0);
    this.since = threadTime();
  }
}

function threadTime(): Milliseconds {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / SECOND;
}
