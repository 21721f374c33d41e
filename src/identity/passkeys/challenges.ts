/** The random texts that passkeys sign: each is good for one answer, and soon. A restart ends them. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Instant, type Milliseconds, MINUTE } from "../../vocabulary/units.ts";
import { mintToken } from "../sign-ins/sign-in.ts";

/** What a browser is about to do: register a passkey of an account, or sign in. */
export type PasskeyPurpose = { kind: "register"; accountId: string } | { kind: "sign_in" };

/** The challenges that wait for their answer. */
export interface Challenges {
  /** Makes a challenge, 32 random bytes in base64url, that only this browser learns. */
  issue(purpose: PasskeyPurpose): string;
  /** Returns what a challenge was made for, the first time within five minutes; null ever after. */
  take(challenge: string): PasskeyPurpose | null;
}

/** How long a person has; the browser's own dialog closes then too. */
export const CHALLENGE_LASTS: Milliseconds = 5 * MINUTE;

/** More than wait at once: the oldest goes, and its person starts again. */
const MOST_WAITING = 10_000;

export function createChallenges(clock: Clock): Challenges {
  const waiting = new LRUCache<string, { purpose: PasskeyPurpose; expiresAt: Instant }>({
    max: MOST_WAITING,
  });
  return {
    issue(purpose) {
      const challenge = mintToken();
      waiting.set(challenge, { purpose, expiresAt: clock() + CHALLENGE_LASTS });
      return challenge;
    },
    take(challenge) {
      const found = waiting.get(challenge);
      waiting.delete(challenge);
      return found !== undefined && found.expiresAt > clock() ? found.purpose : null;
    },
  };
}
