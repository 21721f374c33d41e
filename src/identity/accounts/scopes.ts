/** What people may do by the role of their account; agents send with keys, so nobody's account sends. */
import type { Role, Scope } from "../caller.ts";

/** The scopes of each role; a lead also reads usage and scores of sessions with the account's labels. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  member: ["read_own"],
  lead: ["read_own"],
  admin: ["read_own", "read_team", "admin"],
};
