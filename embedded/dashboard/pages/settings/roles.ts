/** What the roles are called, and what they may do. */
import type { Session } from "../../api/session.ts";

export type Role = Session["role"];

/** In the order of how much they may do. */
export const ROLES: readonly { value: Role; name: string; may: string }[] = [
  {
    value: "member",
    name: "Member",
    may: "Reads everything about their own work, and of others nothing that shows one person.",
  },
  {
    value: "lead",
    name: "Lead",
    may: "Reads the same, and usage and scores of sessions with chosen labels; never prompts or conversations of others.",
  },
  {
    value: "admin",
    name: "Admin",
    may: "Reads everything, prompts too, and changes keys, accounts and settings.",
  },
];

/** Returns "Lead". */
export function roleName(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.name ?? role;
}

/** Returns "a lead". */
export function asRole(role: Role): string {
  return role === "admin" ? "an admin" : `a ${role}`;
}
