/**
 * How long bodies wait from being sent until what they say is scored, as somebody sees it who asks for sessions: the
 * list shows until when each session's scored work goes.
 */
import { MINUTE, type Milliseconds, SECOND } from "../../../src/vocabulary/units.ts";
import { ask, type Door } from "../company.ts";
import type { LiveBody } from "../live-work.ts";
import { median, quantile } from "../sample.ts";

/** Of the bodies that were watched. */
export interface Lag {
  medianSeconds: number;
  p99Seconds: number;
  worstSeconds: number;
  bodies: number;
  /** Bodies that were not seen scored in the end. */
  unseen: number;
}

interface WaitingBody {
  sentAt: Milliseconds;
  endsAt: Milliseconds;
  startsAt: Milliseconds;
}

interface ListedSessions {
  sessions: { sessionId: string; endedAt: string }[];
  nextCursor: string | null;
}

const LOOK_EVERY_MS = 250;
/** The bodies of more would be a load of their own: four times a second everything that is open would be listed. */
const MOST_SESSIONS = 200;
const PATIENCE: Milliseconds = MINUTE / 2;

/** Looks until it has seen every body scored that it watches: those of so many sessions at a time. */
export class LagWatch {
  private readonly watched = new Set<string>();
  private readonly waiting = new Map<string, WaitingBody[]>();
  private readonly lags: Milliseconds[] = [];
  private ended = false;
  private readonly looking: Promise<void>;

  constructor(private readonly door: Door) {
    this.looking = this.lookOn();
  }

  /** Notes a body that is sent now. */
  note({ session, startsAt, endsAt, isLast }: LiveBody): void {
    if (!this.watched.has(session) && this.watched.size >= MOST_SESSIONS) return;
    if (isLast) this.watched.delete(session);
    else this.watched.add(session);
    const bodies = this.waiting.get(session) ?? [];
    bodies.push({ sentAt: performance.now(), startsAt, endsAt });
    this.waiting.set(session, bodies);
  }

  /** Waits for the last bodies. */
  async end(): Promise<Lag> {
    this.ended = true;
    await this.looking;
    const unseen = [...this.waiting.values()].flat().length;
    return {
      medianSeconds: median(this.lags) / SECOND,
      p99Seconds: quantile(this.lags, 0.99) / SECOND,
      worstSeconds: quantile(this.lags, 1) / SECOND,
      bodies: this.lags.length,
      unseen,
    };
  }

  private async lookOn(): Promise<void> {
    let giveUpAt = Infinity;
    while (!this.ended || (this.waiting.size > 0 && performance.now() < giveUpAt)) {
      if (this.ended && giveUpAt === Infinity) giveUpAt = performance.now() + PATIENCE;
      const next = performance.now() + LOOK_EVERY_MS;
      if (this.waiting.size > 0) await this.look();
      await Bun.sleep(Math.max(0, next - performance.now()));
    }
  }

  /** The window holds the sessions that bodies wait of. */
  private async look(): Promise<void> {
    const starts = [...this.waiting.values()].map(([first]) => first?.startsAt ?? 0);
    const instant = (at: Milliseconds) => encodeURIComponent(new Date(at).toISOString());
    const window = `from=${instant(Math.min(...starts))}&to=${instant(Math.max(...starts) + MINUTE)}`;
    for (let cursor: string | null = ""; cursor !== null;) {
      const answer: Response | null = await ask(this.door, `/v1/sessions?limit=500&${window}${cursor}`);
      if (answer?.status !== 200) return;
      const page = (await answer.json()) as ListedSessions;
      for (const { sessionId, endedAt } of page.sessions) this.see(sessionId, Date.parse(endedAt));
      cursor = page.nextCursor === null ? null : `&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
  }

  private see(session: string, scoredUntil: Milliseconds): void {
    const bodies = this.waiting.get(session);
    if (bodies === undefined) return;
    const left = bodies.filter(({ endsAt }) => endsAt > scoredUntil);
    for (const { sentAt, endsAt } of bodies)
      if (endsAt <= scoredUntil) this.lags.push(performance.now() - sentAt);
    if (left.length === 0) this.waiting.delete(session);
    else this.waiting.set(session, left);
  }
}
