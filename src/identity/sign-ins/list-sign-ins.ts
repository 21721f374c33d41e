/** Answers who is signed in: where, since when, and how. */
import { z } from "zod";
import type { Database } from "../../database/open.ts";
import { sortedPage, type SortedPosition } from "../../vocabulary/lists/sorted-page.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant, Milliseconds } from "../../vocabulary/units.ts";
import { type NamedSignIn, selectNamedSignIns, type WhoseSignIns } from "./listed-table.ts";
import { isInForce } from "./sign-in.ts";

export const SIGN_IN_ANSWER = z.object({
  id: z.string(),
  whose: z.object({ kind: z.enum(["key", "account"]), id: z.string(), name: z.string() }),
  way: z.enum(["key", "link", "oidc", "passkey"]),
  client: z.string().describe("Such as Firefox on Linux."),
  address: z.string().describe("Where it began; may be empty."),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  current: z.boolean(),
});

export type SignInAnswer = z.infer<typeof SIGN_IN_ANSWER>;

/** What is asked for. */
export interface SignInsQuery extends WhoseSignIns {
  /** The hash of the token that the request has; null without one. */
  currentHash: string | null;
  now: Instant;
  /** How long a sign-in holds without being used; null for no limit. */
  idleLimit: Milliseconds | null;
  limit: number;
  after: SortedPosition | null;
}

/** One page, the newest first. */
export interface SignInsPage {
  signIns: SignInAnswer[];
  /** Exact up to 10,000; null beyond. */
  total: number | null;
  next: SortedPosition | null;
}

/** Reads one page of those in force. */
export async function listSignIns(
  database: Database,
  { currentHash, now, idleLimit, limit, after, ...whose }: SignInsQuery,
): Promise<SignInsPage> {
  const found = await selectNamedSignIns(database, whose);
  const inForce = found.filter((signIn) => isInForce(signIn, { now, idleLimit }));
  const positionOf = ({ createdAt, id }: NamedSignIn): SortedPosition => ({ by: createdAt, id });
  const { rows, total, next } = sortedPage(inForce, { positionOf, order: "desc", limit, after });
  return { signIns: rows.map((signIn) => describeSignIn(signIn, currentHash)), total, next };
}

/** @param currentHash - The hash of the token that the reader has; null without one. */
export function describeSignIn(signIn: NamedSignIn, currentHash: string | null): SignInAnswer {
  const { id, hash, who, name, way, client, address } = signIn;
  return {
    id,
    whose:
      "keyId" in who ? { kind: "key", id: who.keyId, name } : { kind: "account", id: who.accountId, name },
    way,
    client,
    address,
    createdAt: isoTime(signIn.createdAt),
    lastUsedAt: isoTime(signIn.lastUsedAt),
    expiresAt: isoTime(signIn.expiresAt),
    current: hash === currentHash,
  };
}
