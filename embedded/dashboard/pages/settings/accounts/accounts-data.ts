/** The accounts in one sentence, the state of each, and what a form makes of what is typed. */
import type { ShapeName, Tone } from "../../../parts/shape.tsx";
import { formatCount, formatThings } from "../../../words/numbers.ts";
import { formatDay } from "../../../words/times.ts";
import type { Role } from "../roles.ts";
import type { Account, AccountWish } from "./fetch-accounts.ts";

/** @param accounts - The accounts of one page, and how many there are in all; null: more than were counted. */
export function sayAccounts(accounts: readonly Account[], total: number | null): string {
  if (total !== accounts.length)
    return `${total === null ? "Over 10,000" : formatCount(total)} accounts were made in this organization.`;
  const inForce = accounts.filter(({ endedAt }) => endedAt === null);
  const people = formatThings(inForce.length, "person", "people");
  const counts = (["lead", "admin"] as const).flatMap((role) => {
    const count = inForce.filter((account) => account.role === role).length;
    return count === 0 ? [] : [formatThings(count, role)];
  });
  const among = counts.length === 0 ? "" : `, among them ${counts.join(" and ")}`;
  return `${people} may sign in as themselves${among}.`;
}

/** What an account is at the moment: a word, and its shape. */
export interface AccountState {
  shape: ShapeName;
  tone: Tone;
  says: string;
}

export function stateOf({ endedAt, lastSignInAt }: Account): AccountState {
  if (endedAt !== null) return { shape: "cross", tone: "quiet", says: `ended ${formatDay(endedAt)}` };
  if (lastSignInAt === null) return { shape: "ring", tone: "quiet", says: "invited" };
  return { shape: "dot", tone: "good", says: "active" };
}

/** How a person is called where there is room for one name. */
export function calledOf({ name, email }: Pick<Account, "name" | "email">): string {
  return name ?? email;
}

/** What a form holds. */
export interface AccountDraft {
  email: string;
  name: string;
  role: Role;
  labels: readonly string[];
  /** A label that is typed and not added yet. */
  label: string;
}

export function newDraft(): AccountDraft {
  return { email: "", name: "", role: "member", labels: [], label: "" };
}

export function draftOf({ email, name, role, labels }: Account): AccountDraft {
  return { email, name: name ?? "", role, labels, label: "" };
}

/** Whether a text is a label: a name, a colon and a value. */
export function isLabel(text: string): boolean {
  return /^[^:]*[^:\s][^:]*:.*\S/.test(text.trim());
}

/** Returns the labels with one more; a label is there once. */
export function withLabel(labels: readonly string[], typed: string): string[] {
  const label = typed.trim();
  return isLabel(label) && !labels.includes(label) ? [...labels, label] : [...labels];
}

/** Returns null for a draft that cannot be saved: a lead without a label, or a label that is none. */
export function wishOf({ name, role, labels, label }: AccountDraft): AccountWish | null {
  const called = name.trim();
  const named = { name: called === "" ? null : called, role };
  if (role !== "lead") return { ...named, labels: [] };
  if (label.trim() !== "" && !isLabel(label)) return null;
  const all = withLabel(labels, label);
  return all.length === 0 ? null : { ...named, labels: all };
}
