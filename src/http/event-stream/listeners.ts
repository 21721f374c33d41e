/** All who listen for cards: how many there may be, that they may still, and that they hear something now and then. */
import { actorOf, type Caller } from "../../identity/caller.ts";
import type { CardNews } from "../../stream/cards/card-news.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { SECOND, type Milliseconds } from "../../vocabulary/units.ts";
import { Refusal } from "../refusal.ts";
import { cutConnection, liftIdleLimit } from "./idle-limit.ts";
import { Listening, type Heard } from "./listening.ts";
import { type ReadHeardCard, HeardCards } from "./heard-cards.ts";

/** What listening needs. */
export interface ListenersParts {
  cards: { news: CardNews; ready: Promise<void> };
  readCard: ReadHeardCard;
  log: Log;
  /** So often a stream on which nothing happens says that it is there; as documented when absent. */
  beatEveryMs?: Milliseconds;
  /** So long a client may take nothing of what is there for it. */
  longestUntakenMs?: Milliseconds;
  /** So many streams a key may have open. */
  mostOfAKey?: number;
  /** How long a card that was read is sent as it was. */
  cardsFreshForMs?: Milliseconds;
}

/** One request to listen. */
export interface ListeningWish {
  request: Request;
  caller: Caller;
  /** Behind which it goes on; null for one who begins now. */
  position: number | null;
  /** Whether its key, or its sign-in, is still in force. */
  isAdmitted(): Promise<boolean>;
}

interface Listener {
  wish: ListeningWish;
  /** By which it was admitted. */
  credentials: string;
  listening: Listening;
}

/** @see docs/api.md. */
const BEAT_EVERY_MS: Milliseconds = 15 * SECOND;
const MOST_OF_A_KEY = 256;
const MOST = 2_048;
/** A key that is revoked is known within half a second; its streams end within one. */
const ADMIT_EVERY_MS: Milliseconds = 150;
/** Two beats and the answer to them. */
const LONGEST_UNTAKEN_MS: Milliseconds = 40 * SECOND;
/** The stream of cards is read at the start; past this time its server is away. */
const PATIENCE_MS: Milliseconds = 3 * SECOND;

const HEADERS = {
  "content-type": "text/event-stream",
  // proxies hold back what they could send together
  "x-accel-buffering": "no",
};

export class Listeners {
  private readonly all = new Set<Listener>();
  private readonly cards: HeardCards;
  private readonly timers: Timer[];
  private readonly endNews: () => void;
  private isClosed = false;
  private isAdmitting = false;

  constructor(private readonly parts: ListenersParts) {
    this.cards = new HeardCards(parts.readCard, parts.cardsFreshForMs);
    this.timers = [
      setInterval(() => this.beat(), parts.beatEveryMs ?? BEAT_EVERY_MS),
      setInterval(() => void this.endUnadmitted(), ADMIT_EVERY_MS),
    ];
    this.endNews = parts.cards.news.onNews(() => this.wake());
  }

  /**
   * Lets one more listen.
   *
   * @throws A refusal with 429 when the key has too many streams, with 503 when the server has, or is
   *   stopping.
   */
  async open(wish: ListeningWish): Promise<Response> {
    if (wish.request.method === "HEAD") return new Response(null, { headers: HEADERS });
    await this.untilReady();
    this.refuseTooMany(wish.caller);
    liftIdleLimit(wish.request);
    return new Response(this.add(wish).body, { headers: HEADERS });
  }

  /** How many listen. */
  get count(): number {
    return this.all.size;
  }

  /** Ends every stream, and lets nobody begin another. */
  stop(): void {
    this.isClosed = true;
    for (const timer of this.timers) clearInterval(timer);
    this.endNews();
    for (const { listening } of this.all) listening.end();
  }

  private async untilReady(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<"late">();
    const timer = setTimeout(() => resolve("late"), PATIENCE_MS);
    const outcome = await Promise.race([this.parts.cards.ready, late]);
    clearTimeout(timer);
    if (outcome === "late")
      throw comeAgain("The stream of cards is being started again; ask once more in a moment.");
    if (this.isClosed) throw comeAgain("The server is stopping; ask once more in a moment.");
  }

  private refuseTooMany(caller: Caller): void {
    const actor = actorOf(caller);
    const openOfKey = [...this.all].filter(({ wish }) => actorOf(wish.caller) === actor).length;
    const most = this.parts.mostOfAKey ?? MOST_OF_A_KEY;
    if (openOfKey >= most)
      throw new Refusal(429, {
        detail: `You have ${most} event streams open, which is the most. Close one of them first.`,
      });
    if (this.all.size >= MOST)
      throw comeAgain(`This server has ${MOST} event streams open, which is the most. Ask again later.`);
  }

  private add(wish: ListeningWish): Listening {
    const { request, caller, position } = wish;
    const listening = new Listening({
      news: this.parts.cards.news,
      organization: caller.organizationId,
      position,
      report: (notice) =>
        this.cards.report(notice, caller).catch((error: unknown) => this.giveUp(listening, error)),
      cut: () => cutConnection(request),
      over: () => void this.all.delete(listener),
    });
    const listener = { wish, credentials: credentialsOf(request), listening };
    this.all.add(listener);
    request.signal.addEventListener("abort", () => listening.finish());
    // it left while it waited for the stream to be ready
    if (request.signal.aborted) listening.finish();
    return listening;
  }

  private giveUp(listening: Listening, error: unknown): Heard {
    this.parts.log.error("could not send a card; ending the stream", { error: describeError(error) });
    listening.end();
    return { kind: "hidden" };
  }

  private wake(): void {
    for (const { listening } of this.all) listening.wake();
  }

  private beat(): void {
    this.cards.forgetOld();
    const longest = this.parts.longestUntakenMs ?? LONGEST_UNTAKEN_MS;
    for (const { listening } of this.all) {
      if (listening.isStuck(longest)) listening.end();
      else listening.beat();
    }
  }

  /** Those with the same key or cookie are judged together. */
  private async endUnadmitted(): Promise<void> {
    if (this.isAdmitting) return;
    this.isAdmitting = true;
    try {
      const alike = Map.groupBy(this.all, ({ credentials }) => credentials);
      await Promise.all([...alike.values()].map((group) => this.endIfUnadmitted(group)));
    } finally {
      this.isAdmitting = false;
    }
  }

  private async endIfUnadmitted(group: readonly Listener[]): Promise<void> {
    if (!(await this.isStillAdmitted(group[0]))) for (const { listening } of group) listening.end();
  }

  /** Returns false, too, for one of whom it cannot be found out. */
  private async isStillAdmitted(listener: Listener | undefined): Promise<boolean> {
    try {
      return (await listener?.wish.isAdmitted()) ?? true;
    } catch (error) {
      const reason = "a key or sign-in could not be checked; ending its streams";
      this.parts.log.error(reason, { error: describeError(error) });
      return false;
    }
  }
}

function credentialsOf({ headers }: Request): string {
  return `${headers.get("authorization") ?? ""} ${headers.get("cookie") ?? ""}`;
}

function comeAgain(detail: string): Refusal {
  return new Refusal(503, { detail });
}
