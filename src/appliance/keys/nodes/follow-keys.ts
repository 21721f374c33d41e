/** The keys of an ingest node: those of the bucket, whether its servers answer or not. */
import { createKeyring, type Keyring } from "../../../identity/keys/keyring.ts";
import type { HeldKey, Register, Unread } from "../../../identity/keys/register.ts";
import { ask, say } from "../../../stream/talk/talk.ts";
import type { StreamConnection } from "../../../stream/connection.ts";
import { openBucket } from "../../../stream/notes/bucket.ts";
import type { BucketWatch } from "../../../stream/notes/watch-bucket.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { describeError, type Log } from "../../../vocabulary/log.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import { FOUND_KEY } from "./answer-nodes.ts";
import { KEYS_BUCKET, readKeyNote } from "./key-note.ts";

/** What following needs. */
export interface KeyFollowerParts {
  /** Settled once the servers were reached. */
  connected: Promise<StreamConnection>;
  clock: Clock;
  log: Log;
}

/** So long a request with a key that is not in memory waits; as long as for the stream. */
const PATIENCE_MS: Milliseconds = 2 * SECOND;
const RETRY_MS: Milliseconds = SECOND;
/** A key's last use is exact to the minute. */
const PASS_ON_USES_MS: Milliseconds = 5 * SECOND;
/** Uses in one message. */
const USES_AT_ONCE = 1_000;

/** Follows the bucket until it is stopped. */
export class KeyFollower {
  readonly keyring: Keyring;
  private readonly held = new Map<string, HeldKey>();
  private readonly loaded = Promise.withResolvers<void>();
  private isLoaded = false;
  private connection: StreamConnection | null = null;
  private watch: BucketWatch | null = null;
  private isHolding = false;
  private stopped = false;
  private readonly timer: Timer;

  /** @remarks Knows no key before the bucket was read. */
  constructor(private readonly parts: KeyFollowerParts) {
    this.keyring = createKeyring(this.register(), {
      clock: parts.clock,
      lookUp: (hash) => this.lookUp(hash),
      recordUses: (uses) => {
        for (let first = 0; first < uses.length; first += USES_AT_ONCE)
          if (this.connection !== null)
            say(this.connection, "keyUses", uses.slice(first, first + USES_AT_ONCE));
      },
    });
    this.timer = setInterval(() => void this.keyring.passOnUses(), PASS_ON_USES_MS);
    void this.begin();
  }

  /** How many keys are known; null while the bucket was not read. */
  get count(): number | null {
    return this.isLoaded ? this.held.size : null;
  }

  /** Whether a change that is made now would be seen here. */
  isCurrent(): boolean {
    return this.watch?.isCurrent() ?? false;
  }

  /** Hears of no changes any more, after the last uses were passed on. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.keyring.passOnUses();
    this.watch?.stop();
  }

  private async begin(): Promise<void> {
    const connection = await this.parts.connected;
    this.connection = connection;
    for (let isReported = false; !this.stopped; isReported = true) {
      try {
        const bucket = await openBucket(connection, KEYS_BUCKET);
        this.watch = bucket.watch((hash, text) => this.take(hash, text), this.parts.log);
        await this.watch.ready;
        this.hold();
        this.isLoaded = true;
        return this.loaded.resolve();
      } catch (error) {
        const reason = describeError(error);
        if (!isReported) this.parts.log.warning("the keys cannot be read; trying again", { reason });
        await Bun.sleep(RETRY_MS);
      }
    }
  }

  private take(hash: string, text: string | null): void {
    if (text === null) this.held.delete(hash);
    else {
      const key = readKeyNote(text);
      // what a newer version notes in another form is asked for
      if (key === null) this.held.delete(hash);
      else this.held.set(hash, key);
    }
    this.holdSoon();
  }

  /** Once for all that come in the same moment. */
  private holdSoon(): void {
    if (this.isHolding) return;
    this.isHolding = true;
    setImmediate(() => {
      this.isHolding = false;
      this.hold();
    });
  }

  private hold(): void {
    this.keyring.hold(this.register());
  }

  private register(): Register {
    return { keys: [...this.held.values()], accounts: [], organizations: [] };
  }

  /** A key that was made a moment ago may not be in the bucket yet, so an engine is asked. */
  private async lookUp(hash: string): Promise<Result<Register | null, Unread>> {
    if (!(await this.isLoadedWithin(PATIENCE_MS))) return fail({ kind: "unread" });
    if (this.held.has(hash)) return succeed(this.register());
    const found = await this.askEngine(hash);
    if (!found.ok || found.value === null) return found.ok ? succeed(null) : found;
    this.held.set(hash, found.value);
    return succeed(this.register());
  }

  private async isLoadedWithin(patience: Milliseconds): Promise<boolean> {
    if (this.isLoaded) return true;
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, patience);
    await Promise.race([this.loaded.promise, tooLate]);
    clearTimeout(timer);
    return this.isLoaded;
  }

  private async askEngine(hash: string): Promise<Result<HeldKey | null, Unread>> {
    if (this.connection === null) return fail({ kind: "unread" });
    const asked = { subject: "findKey", question: { hash }, timeout: PATIENCE_MS } as const;
    try {
      return succeed(FOUND_KEY.parse(await ask(this.connection, asked)).key);
    } catch {
      return fail({ kind: "unread" }); // no engine is there, or it cannot read the database either
    }
  }
}
