/** The prompts that are asked about next, read some at a time: reading them anew for each answer costs more than asking. */
import { type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import type { QueueAsked, WaitingPrompt } from "../prompts/queue-table.ts";
import { Rotation } from "./rotation.ts";
import type { UnderWay } from "./under-way.ts";

/** So many are read beyond those that are under way. */
const AHEAD = 16;
/** A newer prompt waits no longer for those that were read before it came. */
const FRESH_MS: Milliseconds = 200;
/** An organization whose share of the budget is spent is asked for again after so long, at no cost. */
const REST_MS: Milliseconds = MINUTE;

export class LookAhead {
  private waiting: WaitingPrompt[] = [];
  private readAt: Instant = Number.NEGATIVE_INFINITY;
  private readonly rotation = new Rotation();
  /** By organization, until when none of its prompts is asked about. */
  private readonly resting = new Map<string, Instant>();

  /** @param underWay - Where prompts under way are known, and what reads the next. */
  constructor(
    private readonly underWay: UnderWay,
    private readonly read: (asked: Omit<QueueAsked, "now">) => Promise<WaitingPrompt[]>,
  ) {}

  /** Returns at most `most` prompts that are not under way; it forgets them. */
  async take(most: number): Promise<WaitingPrompt[]> {
    if (this.waiting.length < most || performance.now() - this.readAt > FRESH_MS) {
      const { rotation } = this;
      this.waiting = await this.read({
        limit: AHEAD + this.underWay.all,
        rotation,
        except: this.restingNow(),
      });
      this.readAt = performance.now();
    }
    this.waiting = this.waiting.filter((prompt) => !this.underWay.has(prompt));
    const taken = this.waiting.splice(0, most);
    for (const prompt of taken) this.rotation.served(prompt);
    return taken;
  }

  /** Leaves an organization out for a minute. */
  rest(organization: string): void {
    this.resting.set(organization, performance.now() + REST_MS);
    this.waiting = this.waiting.filter((prompt) => prompt.organization !== organization);
  }

  private restingNow(): Set<string> {
    const now = performance.now();
    for (const [organization, until] of this.resting) if (until <= now) this.resting.delete(organization);
    return new Set(this.resting.keys());
  }
}
