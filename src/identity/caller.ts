/** Who is behind a request, once its key or sign-in has been judged. */
import type { AskedLabel } from "../vocabulary/labels/label.ts";
import type { Instant } from "../vocabulary/units.ts";

/** What a key is for: an admin key also changes settings, keys and people. */
export type KeyRole = "member" | "admin";

/** What a person is; a lead reads usage and scores of sessions with the account's labels. */
export type Role = KeyRole | "lead";

/** What a caller may do. */
export type Scope = "ingest" | "read_own" | "read_team" | "admin";

/** Who asks, as far as a request needs to know it. Either the key's or the account's id is null. */
export interface Caller {
  keyId: string | null;
  accountId: string | null;
  organizationId: string;
  role: Role;
  /** The developer whose work is the caller's own; null when a key is bound to nobody. */
  developerId: string | null;
  scopes: readonly Scope[];
  /** What a lead reads with the route that was asked; null for other roles, and for routes that show a lead the own work. */
  leads: Led | null;
  /** The labels of a lead's account; empty for other roles. */
  labels: readonly AskedLabel[];
}

/** The sessions whose usage and scores a lead reads. */
export interface Led {
  labels: readonly AskedLabel[];
  /** Whether the lead sees people only in groups. */
  groupsOnly: boolean;
}

/** One who sent a key with the request. */
export interface KeyCaller extends Caller {
  keyId: string;
  accountId: null;
}

/** Returns the caller of a key. */
export function keyCaller(key: Omit<KeyCaller, "accountId" | "labels" | "leads">): KeyCaller {
  const { keyId, organizationId, role, developerId, scopes } = key;
  return { keyId, accountId: null, organizationId, role, developerId, scopes, labels: [], leads: null };
}

/** Returns the id of the key or account that acts. */
export function actorOf({ keyId, accountId }: Pick<Caller, "keyId" | "accountId">): string {
  const id = keyId ?? accountId;
  if (id === null) throw new Error("BUG: a caller without a key and an account");
  return id;
}

/** Whose key it is that does not work any more. */
type FormerOwner = Pick<KeyCaller, "keyId" | "organizationId">;

/** What is wrong with a key; all of it answers 401. One that was revoked or has ended is still known. */
export type KeyFault =
  | { kind: "missing" | "invalid" }
  | ({ kind: "revoked" } & FormerOwner)
  | ({ kind: "ended"; endedAt: Instant } & FormerOwner);

/** Why a request has no caller: its key, or that the keys cannot be read right now, which answers 503. */
export type KeyProblem = KeyFault | { kind: "unread" };
