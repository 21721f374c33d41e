/** Which requests were written lately, so that a client's retry of one counts once. */
import { MINUTE, type Milliseconds } from "../vocabulary/units.ts";

/** How long a byte-identical request is taken for a retry, by arrival. */
export const RETRY_WINDOW_MS: Milliseconds = 10 * MINUTE;

const HASH_BYTES = 16;
const ENTRY_BYTES = 8 + HASH_BYTES;

/** Hashes by arrival; packed as 8 bytes of milliseconds and 16 bytes of hash each. */
export class RecentHashes {
  private readonly arrivals = new Map<string, Milliseconds>();

  constructor(packed: readonly Buffer[]) {
    for (const batch of packed) {
      for (let at = 0; at < batch.length; at += ENTRY_BYTES) {
        const hash = batch.toString("hex", at + 8, at + ENTRY_BYTES);
        this.arrivals.set(hash, Number(batch.readBigUInt64BE(at)));
      }
    }
  }

  /** Whether the hash was seen within the window before (or, after a step of the clock, after) the arrival. */
  holds(hash: string, arrivedAt: Milliseconds): boolean {
    const seenAt = this.arrivals.get(hash);
    return seenAt !== undefined && Math.abs(arrivedAt - seenAt) <= RETRY_WINDOW_MS;
  }

  /** Remembers hashes and forgets those too old to matter. */
  add(entries: readonly HashEntry[], newestAt: Milliseconds): void {
    for (const { hash, arrivedAt } of entries) {
      this.arrivals.delete(hash); // so that the map stays in the order of arrival
      this.arrivals.set(hash, arrivedAt);
    }
    for (const [hash, arrivedAt] of this.arrivals) {
      if (newestAt - arrivedAt <= RETRY_WINDOW_MS) break;
      this.arrivals.delete(hash);
    }
  }
}

export interface HashEntry {
  hash: string;
  arrivedAt: Milliseconds;
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
