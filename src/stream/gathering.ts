/** Whether a request that arrives while nothing is under way waits a moment for others, to travel in one message. */
import type { Milliseconds } from "../vocabulary/units.ts";

/** Each message costs pages of the server's files that are written for good, however little is in it. */
const WAIT_MS: Milliseconds = 100;
/** So many requests have gathered enough. */
const ENOUGH = 8;
/** Who sends the next request when the one before is answered waits for nobody: then so many messages are not held. */
const MOST_SKIPPED = 64;

/** Gathers requests while it finds that others arrive on their own. */
export class Gathering {
  private timer: Timer | null = null;
  private requests = 0;
  /** Messages that were not held before this wait, and that are not to be held before the next one. */
  private skipped = MOST_SKIPPED;
  private left = MOST_SKIPPED;

  /** @param launch - Sends what has gathered. */
  constructor(private readonly launch: () => void) {}

  get isOn(): boolean {
    return this.timer !== null;
  }

  /** Launches now or soon; is called for each request that arrives until then. */
  wait(requests: number): void {
    this.requests = requests;
    if (this.timer !== null) {
      if (requests >= ENOUGH) this.end();
    } else if (this.left > 0 || requests >= ENOUGH) {
      this.left -= 1;
      this.launch();
    } else this.timer = setTimeout(() => this.waitOn(), WAIT_MS / 2);
  }

  /** Launches what has gathered, if anything has. */
  end(): void {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.left = this.skipped;
    this.launch();
  }

  /** Those who were just answered come at once: only a later request is one that comes on its own. */
  private waitOn(): void {
    const early = this.requests;
    this.timer = setTimeout(() => {
      this.skipped = this.requests > early ? 0 : Math.min(MOST_SKIPPED, 2 * this.skipped + 1);
      this.end();
    }, WAIT_MS / 2);
  }
}
