/** Signs browsers in and out: a browser holds a random token, the database its hash. */
import type { Database } from "../../database/open.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Result, succeed } from "../../vocabulary/result.ts";
import { HOUR, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import type { Unread } from "../keys/register.ts";
import {
  deleteExpiredSignIns,
  deleteOldestSignIns,
  deleteSignIn,
  insertSignIn,
  type SignInRecord,
} from "./table.ts";

/**
 * How long a sign-in holds.
 *
 * @see docs/api.md.
 */
export const SIGN_IN_LASTS: Milliseconds = 12 * HOUR;

/** How many browsers may be signed in with one key: a team that shares one stays below, and a loop fills no disk. */
const MOST_OF_A_KEY = 100;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** A random text that nobody can guess, safe in cookies and addresses. */
export function mintToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))).toString("base64url");
}

/** What is kept of a token: its SHA-256 in hex. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher("sha256").update(token).digest("hex");
}

/**
 * Signs in with a key that has been judged; the key's oldest sign-in ends where there are too many.
 *
 * @returns The token, known here and nowhere else.
 */
export async function startSignIn(
  transaction: Database,
  { keyId }: { keyId: string },
  now: Instant,
): Promise<{ token: string }> {
  const token = mintToken();
  await deleteExpiredSignIns(transaction, now);
  await deleteOldestSignIns(transaction, { keyId, keep: MOST_OF_A_KEY - 1 });
  await insertSignIn(transaction, { hash: hashToken(token), keyId, expiresAt: now + SIGN_IN_LASTS });
  return { token };
}

/** Signs out; a token that is not known changes nothing. */
export async function endSignIn(transaction: Database, { token }: { token: string }): Promise<void> {
  await deleteSignIn(transaction, hashToken(token));
}

/** Knows which key a browser was signed in with. */
export interface SignIns {
  /** Returns null when nobody is signed in with this token, or not any more. */
  keyOf(token: string): Promise<Result<string | null, Unread>>;
}

/** Finds a sign-in by the hash of its token; null when there is none. */
export type FindSignIn = (hash: string) => Promise<Result<SignInRecord | null, Unread>>;

/** Each token is looked up anew, so signing out works at once. */
export function readSignIns(find: FindSignIn, clock: Clock): SignIns {
  return {
    async keyOf(token) {
      if (!TOKEN.test(token)) return succeed(null);
      const found = await find(hashToken(token));
      if (!found.ok) return found;
      const signIn = found.value;
      return succeed(signIn !== null && signIn.expiresAt > clock() ? signIn.keyId : null);
    },
  };
}
