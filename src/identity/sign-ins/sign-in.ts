/** Signs browsers in and out: a browser holds a random token, the database its hash. */
import { randomUUID } from "node:crypto";
import { recordAudit } from "../../audit/record.ts";
import type { Database } from "../../database/open.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { type Result, succeed } from "../../vocabulary/result.ts";
import { HOUR, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import { selectAccount } from "../accounts/table.ts";
import { selectKeyById } from "../keys/table.ts";
import type { Unread } from "../keys/register.ts";
import { deleteLinksOf } from "../links/links-table.ts";
import { createUses, type Use } from "../uses.ts";
import type { SignedIn } from "./signed-in.ts";
import {
  deleteExpiredSignIns,
  deleteOldestSignIns,
  deleteSignIn,
  deleteSignInsOf,
  insertSignIn,
  type SignInRecord,
  updateSignInUse,
} from "./table.ts";

/** How many browsers may be signed in with one key: a team that shares one stays below, and a loop fills no disk. */
const MOST_OF_ONE = 100;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** A random text that nobody can guess, safe in cookies and addresses. */
export function mintToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))).toString("base64url");
}

/** Whether a text can be such a token. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What is kept of a token: its SHA-256 in hex. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher("sha256").update(token).digest("hex");
}

/** What is known of whoever signs in. */
export interface SignInRequest extends Pick<SignInRecord, "who" | "way" | "client" | "address"> {
  /** How long the sign-in holds, at the longest. */
  hours: number;
}

/**
 * Signs in whoever has proved who it is; the oldest sign-in of a key or an account ends where there are too
 * many.
 *
 * @returns The token, known here and nowhere else, and the sign-in's id.
 */
export async function startSignIn(
  transaction: Database,
  { who, hours, ...known }: SignInRequest,
  now: Instant,
): Promise<{ token: string; signInId: string }> {
  const [token, id] = [mintToken(), randomUUID()];
  await deleteExpiredSignIns(transaction, now);
  await deleteOldestSignIns(transaction, { who, keep: MOST_OF_ONE - 1 });
  const times = { createdAt: now, lastUsedAt: now, expiresAt: now + hours * HOUR };
  await insertSignIn(transaction, { id, hash: hashToken(token), who, ...times, ...known });
  await recordSignIn(transaction, { who, ...known }, now);
  return { token, signInId: id };
}

async function recordSignIn(
  transaction: Database,
  { who, way, address }: Omit<SignInRequest, "hours" | "client">,
  at: Instant,
): Promise<void> {
  const isKey = "keyId" in who;
  const organization = isKey
    ? (await selectKeyById(transaction, who.keyId))?.organizationId
    : (await selectAccount(transaction, who.accountId))?.organizationId;
  await recordAudit(transaction, {
    organization: organization ?? null,
    at,
    actor: isKey ? { kind: "key", id: who.keyId } : { kind: "account", id: who.accountId },
    from: address,
    action: "signed_in",
    details: { way },
  });
}

/** Signs out; a token that is not known changes nothing. */
export async function endSignIn(transaction: Database, { token }: { token: string }): Promise<void> {
  await deleteSignIn(transaction, hashToken(token));
}

/** Signs out every browser of a key or an account, and ends its one-time links. */
export async function endSignInsOf(transaction: Database, who: SignedIn): Promise<void> {
  await deleteLinksOf(transaction, who);
  await deleteSignInsOf(transaction, who);
}

/** A sign-in in force, and whose it is. */
export interface FoundSignIn {
  signInId: string;
  who: SignedIn;
}

/** Knows who a browser was signed in as. */
export interface SignIns {
  /**
   * Finds the sign-in of a token.
   *
   * @param idleLimit - How long a sign-in holds without being used; null for no limit.
   * @returns null when nobody is signed in with this token, or not any more.
   */
  resolve(token: string, idleLimit: Milliseconds | null): Promise<Result<FoundSignIn | null, Unread>>;
  /** Notes that a person used a sign-in. */
  noteUse(signInId: string): void;
  /** Passes on which were used. Run it every few seconds. */
  passOnUses(): Promise<void>;
}

/** What knowing sign-ins needs. */
export interface SignInsParts {
  clock: Clock;
  /** Finds a sign-in by the hash of its token; null when there is none. */
  find(hash: string): Promise<Result<SignInRecord | null, Unread>>;
  /** Keeps the newest use of sign-ins, in batches. */
  recordUses(uses: readonly Use[]): void | Promise<void>;
}

/** Whether a sign-in holds at a time: not too old, and not too long without being used. */
export function isInForce(
  { expiresAt, lastUsedAt }: Pick<SignInRecord, "expiresAt" | "lastUsedAt">,
  { now, idleLimit }: { now: Instant; idleLimit: Milliseconds | null },
): boolean {
  return expiresAt > now && (idleLimit === null || now - lastUsedAt < idleLimit);
}

/** Each token is looked up anew, so signing out works at once. */
export function readSignIns({ clock, find, recordUses }: SignInsParts): SignIns {
  const uses = createUses(clock, recordUses);
  return {
    async resolve(token, idleLimit) {
      if (!isToken(token)) return succeed(null);
      const found = await find(hashToken(token));
      if (!found.ok) return found;
      const signIn = found.value;
      if (signIn === null) return succeed(null);
      const lastUsedAt = Math.max(signIn.lastUsedAt, uses.waiting(signIn.id) ?? 0);
      if (!isInForce({ ...signIn, lastUsedAt }, { now: clock(), idleLimit })) return succeed(null);
      return succeed({ signInId: signIn.id, who: signIn.who });
    },
    noteUse: uses.note,
    passOnUses: uses.passOn,
  };
}

/** Notes when sign-ins were used last. */
export async function noteSignInUses(transaction: Database, uses: readonly Use[]): Promise<void> {
  const inOrder = uses.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  for (const use of inOrder) await updateSignInUse(transaction, use);
}
