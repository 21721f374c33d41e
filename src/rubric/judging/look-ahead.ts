/** The prompts that are asked about next, read some at a time: reading them anew for each answer costs more than asking. */
import type { Milliseconds } from "../../vocabulary/units.ts";
import type { WaitingPrompt } from "../prompts/queue-table.ts";
import type { UnderWay } from "./under-way.ts";

/** So many are read beyond those that are under way. */
const AHEAD = 16;
/** A newer prompt waits no longer for those that were read before it came. */
const FRESH_MS: Milliseconds = 200;

export class LookAhead {
  private waiting: WaitingPrompt[] = [];
  private readAt: Milliseconds = Number.NEGATIVE_INFINITY;

  /** Takes: where prompts under way are known, and what reads the newest. */
  constructor(
    private readonly underWay: UnderWay,
    private readonly read: (limit: number) => Promise<WaitingPrompt[]>,
  ) {}

  /** Gives: at most `most` prompts that are not under way; it forgets them. */
  async take(most: number): Promise<WaitingPrompt[]> {
    if (this.waiting.length < most || performance.now() - this.readAt > FRESH_MS) {
      this.waiting = await this.read(AHEAD + this.underWay.all);
      this.readAt = performance.now();
    }
    this.waiting = this.waiting.filter((prompt) => !this.underWay.has(prompt));
    return this.waiting.splice(0, most);
  }
}
