/** Who is behind a request, once its key has been judged. */
import type { Instant } from "../vocabulary/units.ts";

/** What a key is for: an admin key also changes settings, keys and people. */
export type KeyRole = "member" | "admin";

/** What a person is; a lead reads usage and scores of some people, and only a person can be one. */
export type Role = KeyRole | "lead";

/** What a caller may do. */
export type Scope = "ingest" | "read_own" | "read_team" | "admin";

/** The owner of a key, as far as a request needs to know it. */
export interface Caller {
  keyId: string;
  organizationId: string;
  role: Role;
  /** The developer the key is bound to; null when the key is bound to nobody. */
  developerId: string | null;
  scopes: readonly Scope[];
}

/** Whose key it is that does not work any more. */
type FormerOwner = Pick<Caller, "keyId" | "organizationId">;

/** What is wrong with a key; all of it answers 401. One that was revoked or has ended is still known. */
export type KeyFault =
  | { kind: "missing" | "invalid" }
  | ({ kind: "revoked" } & FormerOwner)
  | ({ kind: "ended"; endedAt: Instant } & FormerOwner);

/** Why a request has no caller: its key, or that the keys cannot be read right now, which answers 503. */
export type KeyProblem = KeyFault | { kind: "unread" };
