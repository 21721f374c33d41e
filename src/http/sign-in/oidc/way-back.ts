/** Knows a browser that comes back from the provider as the one that left: once, and within ten minutes. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { mintToken } from "../../../identity/sign-ins/sign-in.ts";
import type { Clock } from "../../../vocabulary/clock.ts";
import { type Milliseconds, MINUTE } from "../../../vocabulary/units.ts";

/** What a browser is known by, and what proves that the provider answers this sign-in and no other. */
export interface WayBackSecrets {
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
}

/** A sign-in that began. */
export interface BegunSignIn {
  /** What the browser keeps: nothing of the secrets can be read from it. */
  cookie: string;
  secrets: WayBackSecrets;
}

/** The ways back. */
export interface WaysBack {
  /** @param returnTo - The page that is opened in the end. */
  begin(returnTo: string): BegunSignIn;
  /**
   * Ends one.
   *
   * @returns null when the browser has no cookie of this server, or it is too old, of another sign-in, or used.
   */
  end(cookie: string | null, state: string): { secrets: WayBackSecrets; returnTo: string } | null;
}

/** @see docs/api.md. */
export const WAY_BACK_LASTS: Milliseconds = 10 * MINUTE;

/** How many used ones are remembered; the provider takes each code only once in any case. */
const MOST_USED = 20_000;

/**
 * Opens them. The server keeps nothing of those who leave, so that nobody can crowd others out; the cookie is sealed
 * with a key that a restart forgets, and the secrets are derived from it with that key.
 */
export function createWaysBack(clock: Clock): WaysBack {
  const key = randomBytes(32);
  const used = new LRUCache<string, true>({ max: MOST_USED });
  const derive = (what: string, words: string): string =>
    createHmac("sha256", key).update(`${what} ${words}`).digest("base64url");
  const secretsOf = (words: string): WayBackSecrets => ({
    state: derive("state", words),
    nonce: derive("nonce", words),
    verifier: derive("verifier", words),
  });
  return {
    begin(returnTo) {
      const page = Buffer.from(returnTo).toString("base64url");
      const words = `${mintToken()}.${clock() + WAY_BACK_LASTS}.${page}`;
      return { cookie: `${words}.${derive("seal", words)}`, secrets: secretsOf(words) };
    },
    end(cookie, state) {
      const [token = "", expiresAt = "", page = "", seal = ""] = (cookie ?? "").split(".");
      const words = `${token}.${expiresAt}.${page}`;
      if (!isEqual(seal, derive("seal", words)) || Number(expiresAt) <= clock()) return null;
      const secrets = secretsOf(words);
      if (!isEqual(state, secrets.state) || used.has(token)) return null;
      used.set(token, true);
      return { secrets, returnTo: Buffer.from(page, "base64url").toString() };
    },
  };
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
