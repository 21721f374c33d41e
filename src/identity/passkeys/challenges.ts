/** The random texts that passkeys sign: each is good for one answer, and soon. A restart ends them. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import { mintToken } from "../sign-ins/sign-in.ts";

/** What a browser is about to do: register a passkey of an account, or sign in. */
export type PasskeyPurpose = { kind: "register"; accountId: string } | { kind: "sign_in" };

/** The challenges that wait for their answer. */
export interface Challenges {
  /** Makes a challenge, 32 bytes in base64url that nobody can guess, that only this browser learns. */
  issue(purpose: PasskeyPurpose): string;
  /** Returns what a challenge was made for, the first time within five minutes; null ever after. */
  take(challenge: string): PasskeyPurpose | null;
}

/** How long a person has; the browser's own dialog closes then too. */
export const CHALLENGE_LASTS: Milliseconds = 5 * MINUTE;

/** More than people register at once: the oldest goes, and its person starts again. */
const MOST_REGISTERING = 10_000;
/** How many that were used are remembered. */
const MOST_USED = 20_000;

/**
 * Opens them. Anybody may begin to sign in, so of that nothing is kept until an answer comes: strangers who begin again
 * and again crowd nobody out.
 */
export function createChallenges(clock: Clock): Challenges {
  const registering = new LRUCache<string, { accountId: string; expiresAt: Instant }>({
    max: MOST_REGISTERING,
  });
  const sealed = sealedChallenges(clock);
  return {
    issue(purpose) {
      if (purpose.kind === "sign_in") return sealed.issue();
      const challenge = mintToken();
      registering.set(challenge, { accountId: purpose.accountId, expiresAt: clock() + CHALLENGE_LASTS });
      return challenge;
    },
    take(challenge) {
      const found = registering.get(challenge);
      if (found === undefined) return sealed.take(challenge) ? { kind: "sign_in" } : null;
      registering.delete(challenge);
      return found.expiresAt > clock() ? { kind: "register", accountId: found.accountId } : null;
    },
  };
}

const RANDOM_BYTES = 10;
/** Milliseconds since 1970, for nine thousand years. */
const TIME_BYTES = 6;
const SEAL_BYTES = 16;

/** Random bytes, when they end, and a seal over both that only this start can make. */
function sealedChallenges(clock: Clock) {
  const key = randomBytes(32);
  const used = new LRUCache<string, true>({ max: MOST_USED });
  const sealOf = (words: Buffer): Buffer =>
    createHmac("sha256", key).update(words).digest().subarray(0, SEAL_BYTES);
  return {
    issue(): string {
      const words = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
      randomBytes(RANDOM_BYTES).copy(words);
      words.writeUIntBE(clock() + CHALLENGE_LASTS, RANDOM_BYTES, TIME_BYTES);
      return Buffer.concat([words, sealOf(words)]).toString("base64url");
    },
    take(challenge: string): boolean {
      const bytes = Buffer.from(challenge, "base64url");
      if (bytes.byteLength !== RANDOM_BYTES + TIME_BYTES + SEAL_BYTES) return false;
      const words = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
      const name = words.toString("base64url");
      if (!timingSafeEqual(bytes.subarray(words.byteLength), sealOf(words)) || used.has(name)) return false;
      used.set(name, true);
      return words.readUIntBE(RANDOM_BYTES, TIME_BYTES) > clock();
    },
  };
}
