/** Which requests were written lately, so that a client's retry of one counts once. */
import { type Instant, type Milliseconds, MINUTE } from "../vocabulary/units.ts";
import { HashRing } from "./hash-ring.ts";

/** How long a byte-identical request is taken for a retry, by arrival. */
export const RETRY_WINDOW_MS: Milliseconds = 10 * MINUTE;

const HASH_BYTES = 16;
const ENTRY_BYTES = 8 + HASH_BYTES;

/**
 * Hashes by arrival; packed as 8 bytes of milliseconds and 16 bytes of hash each.
 *
 * The window is counted by arrival, and also by the time since the hash was added: when the machine's clock is stepped
 * between a request and its retry, their arrivals are far apart.
 */
export class RecentHashes {
  private readonly seen = new HashRing();

  /** @param elapsed - `elapsed`, milliseconds since whenever, that only ever rise. */
  constructor(
    packed: readonly Buffer[],
    private readonly elapsed: () => Milliseconds = () => performance.now(),
  ) {
    const addedAt = elapsed();
    for (const batch of packed) {
      for (let at = 0; at < batch.length; at += ENTRY_BYTES) {
        const hash = batch.toString("hex", at + 8, at + ENTRY_BYTES);
        this.seen.add(hash, { arrivedAt: Number(batch.readBigUInt64BE(at)), addedAt });
      }
    }
  }

  /** Whether a request of this hash was seen within the window. */
  holds(hash: string, arrivedAt: Instant): boolean {
    const number = this.seen.find(hash);
    return number !== null && this.isWithinWindow(number, arrivedAt);
  }

  /** Remembers hashes and forgets those too old to matter. */
  add(entries: readonly HashEntry[], newestAt: Instant): void {
    if (entries.length === 0) return;
    const addedAt = this.elapsed();
    for (const { hash, arrivedAt } of entries) this.seen.add(hash, { arrivedAt, addedAt });
    while (this.seen.oldest !== null && !this.isWithinWindow(this.seen.oldest, newestAt)) {
      this.seen.forgetOldest();
    }
  }

  private isWithinWindow(number: number, arrivedAt: Instant): boolean {
    const seen = this.seen.timesOf(number);
    return (
      Math.abs(arrivedAt - seen.arrivedAt) <= RETRY_WINDOW_MS ||
      this.elapsed() - seen.addedAt <= RETRY_WINDOW_MS
    );
  }
}

export interface HashEntry {
  hash: string;
  arrivedAt: Instant;
}

/** Packs entries for the database. */
export function packHashes(entries: readonly HashEntry[]): Buffer {
  const packed = Buffer.alloc(entries.length * ENTRY_BYTES);
  entries.forEach(({ hash, arrivedAt }, index) => {
    packed.writeBigUInt64BE(BigInt(arrivedAt), index * ENTRY_BYTES);
    packed.write(hash, index * ENTRY_BYTES + 8, HASH_BYTES, "hex");
  });
  return packed;
}
