/** Keeps the bucket of keys as the database has them, so that ingest nodes judge by it; every engine does that. */
import type { HeldKey, Register } from "../../../identity/keys/register.ts";
import type { Bucket } from "../../../stream/notes/bucket.ts";
import type { BucketWatch } from "../../../stream/notes/watch-bucket.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { describeError, type Log } from "../../../vocabulary/log.ts";
import { type Instant, type Milliseconds, SECOND } from "../../../vocabulary/units.ts";
import { keyNoteText, readKeyNote } from "./key-note.ts";

/** What publishing needs. */
export interface RegisterPublisherParts {
  bucket: Bucket;
  clock: Clock;
  log: Log;
}

const LOOK_EVERY_MS: Milliseconds = SECOND;
/** Notes that are written at once. */
const AT_ONCE = 50;
/**
 * Before a key is forgotten or is in force again. Another engine may have read the database later than this one, and
 * what it then noted is right.
 */
const DOUBT_MS: Milliseconds = 5 * SECOND;

/** Publishes the keys until it is stopped. */
export class RegisterPublisher {
  private readonly noted = new Map<string, string>();
  private readonly watch: BucketWatch;
  private readonly timer: Timer;
  private wanted: ReadonlyMap<string, HeldKey> | null = null;
  private readonly doubtedSince = new Map<string, Instant>();
  private publishing: Promise<void> | null = null;
  private isFailing = false;

  /** @remarks Publishes nothing before it is given the keys, and the bucket was read. */
  constructor(private readonly parts: RegisterPublisherParts) {
    this.watch = parts.bucket.watch((hash, text) => this.note(hash, text), parts.log);
    this.timer = setInterval(() => void this.publish(), LOOK_EVERY_MS);
    void this.watch.ready.then(() => this.publish());
  }

  /**
   * Publishes what has changed.
   *
   * @returns When that was tried; what failed is tried again every second.
   */
  hold(register: Register): Promise<void> {
    this.wanted = new Map(register.keys.map((key) => [key.hash, key]));
    const before = this.publishing ?? Promise.resolve();
    return before.then(() => this.publish());
  }

  /** Publishes nothing more. */
  stop(): void {
    clearInterval(this.timer);
    this.watch.stop();
    this.wanted = null;
  }

  private note(hash: string, text: string | null): void {
    if (text === null) this.noted.delete(hash);
    else this.noted.set(hash, text);
  }

  private publish(): Promise<void> {
    this.publishing ??= this.publishAll().finally(() => (this.publishing = null));
    return this.publishing;
  }

  private async publishAll(): Promise<void> {
    if (this.wanted === null || !this.watch.isCurrent()) return;
    const differing = this.differing(this.wanted);
    try {
      for (let first = 0; first < differing.length; first += AT_ONCE)
        await Promise.all(differing.slice(first, first + AT_ONCE).map((change) => this.write(change)));
      this.isFailing = false;
    } catch (error) {
      const reason = describeError(error);
      if (!this.isFailing)
        this.parts.log.warning("keys cannot be passed on to ingest nodes; trying again", { reason });
      this.isFailing = true;
    }
  }

  /** Revoked ones first: they matter most. */
  private differing(wanted: ReadonlyMap<string, HeldKey>): Change[] {
    const texts = new Map([...wanted.values()].map((key) => [key.hash, keyNoteText(key)]));
    const hashes = new Set([...texts.keys(), ...this.noted.keys()]);
    const differing = [...hashes]
      .map((hash) => ({
        hash,
        text: texts.get(hash) ?? null,
        isRevoked: wanted.get(hash)?.revokedAt != null,
      }))
      .filter(({ hash, text }) => text !== (this.noted.get(hash) ?? null));
    for (const hash of this.doubtedSince.keys())
      if (!differing.some((change) => change.hash === hash)) this.doubtedSince.delete(hash);
    return differing
      .filter((change) => !this.isDoubtful(change))
      .toSorted((left, right) => Number(right.isRevoked) - Number(left.isRevoked));
  }

  private isDoubtful({ hash, text, isRevoked }: Change): boolean {
    const noted = readKeyNote(this.noted.get(hash) ?? "");
    const isLooser = text === null || (noted?.revokedAt != null && !isRevoked);
    if (!isLooser) return false;
    const now = this.parts.clock();
    const since = this.doubtedSince.get(hash) ?? now;
    this.doubtedSince.set(hash, since);
    return now - since < DOUBT_MS;
  }

  private async write({ hash, text }: Change): Promise<void> {
    const { bucket } = this.parts;
    if (text === null) await bucket.delete(hash);
    else await bucket.put(hash, text);
    this.note(hash, text);
  }
}

interface Change {
  hash: string;
  /** null for one that the database does not have. */
  text: string | null;
  isRevoked: boolean;
}
