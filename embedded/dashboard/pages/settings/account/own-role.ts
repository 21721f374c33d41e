/** What somebody who is signed in with an account may do, as it is said to them. */
import type { Session } from "../../../api/session.ts";
import { sayLabel } from "../../../words/labels.ts";

const MEMBER = "You read everything about your own work, and of others nothing that shows one person.";

export function sayOwnRole({ role, leads }: Pick<Session, "role" | "leads">): string {
  if (role === "admin") return "You read everything, prompts too, and change keys, accounts and settings.";
  if (role === "member" || leads === null) return MEMBER;
  const labels = leads.labels.map(sayLabel).join(", ");
  return leads.sees === "people"
    ? `${MEMBER} As a lead you also read usage and scores of sessions with ${labels}; never prompts or conversations of others.`
    : `${MEMBER} As a lead you also read scores of sessions with ${labels}, of at least five people together.`;
}
