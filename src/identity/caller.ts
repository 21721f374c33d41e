/** Who is behind a request, once its key has been judged. */

/** What a key may do; an admin key also changes settings, keys and people. */
export type Role = "member" | "admin";

/** The owner of a key, as far as a request needs to know it. */
export interface Caller {
  keyId: string;
  organizationId: string;
  role: Role;
  /** The developer the key is bound to; null when the key is bound to nobody. */
  developerId: string | null;
}

/** What is wrong with a key; all of it answers 401. A revoked key is still known. */
export type KeyFault =
  { kind: "missing" | "invalid" } | ({ kind: "revoked" } & Pick<Caller, "keyId" | "organizationId">);

/** Why a request has no caller: its key, or that the keys cannot be read right now, which answers 503. */
export type KeyProblem = KeyFault | { kind: "unread" };
