/** Invites people, changes what they may do, and ends their accounts. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../database/open.ts";
import type { AskedLabel } from "../../vocabulary/labels/label.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { Role } from "../caller.ts";
import { readDevelopers } from "../developers/directory.ts";
import { deletePasskeysOf } from "../passkeys/table.ts";
import { endSignInsOf } from "../sign-ins/sign-in.ts";
import { type AccountAnswer, describeAccount } from "./answer.ts";
import {
  type AccountRecord,
  insertAccount,
  selectAccount,
  selectAccountsOf,
  updateAccount,
} from "./table.ts";

/** An e-mail as accounts keep it. */
export function plainEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Whom to invite. */
export interface Invitation {
  organizationId: string;
  email: string;
  name: string | null;
  role: Role;
  /** Ignored for other roles than lead. */
  labels: readonly AskedLabel[];
  developerId: string;
}

/** Why an account is not made or changed. */
export interface AccountFault {
  kind: "account_exists" | "lead_without_labels" | "unknown_account";
}

/**
 * Makes an account; one of the same e-mail that has ended is opened again, with what this invitation says.
 *
 * @throws `account_exists` when one of that e-mail is in force; `lead_without_labels`.
 */
export async function inviteAccount(
  transaction: Database,
  { email: written, ...wish }: Invitation,
  now: Instant,
): Promise<Result<AccountRecord, AccountFault>> {
  const email = plainEmail(written);
  const labels = wish.role === "lead" ? wish.labels : [];
  if (wish.role === "lead" && labels.length === 0) return fail({ kind: "lead_without_labels" });
  const known = (await selectAccountsOf(transaction, email)).find(
    ({ organizationId }) => organizationId === wish.organizationId,
  );
  if (known?.endedAt === null) return fail({ kind: "account_exists" });
  const fresh = { ...wish, email, labels, createdAt: now, lastSignInAt: null, endedAt: null };
  const account = { ...fresh, id: known?.id ?? randomUUID() };
  await (known === undefined ? insertAccount(transaction, account) : updateAccount(transaction, account));
  return succeed(account);
}

/** What to change of an account; what is left out stays. */
export interface AccountChange {
  organizationId: string;
  id: string;
  name?: string | null | undefined;
  role?: Role | undefined;
  labels?: readonly AskedLabel[] | undefined;
}

/**
 * Changes an account.
 *
 * @throws `unknown_account` when the organization has none with that id in force; `lead_without_labels`.
 */
export async function changeAccount(
  transaction: Database,
  { organizationId, id, ...change }: AccountChange,
): Promise<Result<AccountAnswer, AccountFault>> {
  const account = await findAccount(transaction, { organizationId, id });
  if (account === null) return fail({ kind: "unknown_account" });
  const role = change.role ?? account.role;
  const labels = role === "lead" ? (change.labels ?? account.labels) : [];
  if (role === "lead" && labels.length === 0) return fail({ kind: "lead_without_labels" });
  const name = change.name === undefined ? account.name : change.name;
  const changed = { ...account, role, labels, name };
  await updateAccount(transaction, changed);
  return succeed(await answerFor(transaction, changed));
}

/**
 * Ends an account and signs its browsers out; its e-mail stays known, so that no provider lets the person in again.
 *
 * @throws `unknown_account` when the organization has none with that id.
 */
export async function endAccount(
  transaction: Database,
  asked: { organizationId: string; id: string },
  now: Instant,
): Promise<Result<AccountAnswer, AccountFault>> {
  const account = await selectAccount(transaction, asked.id);
  if (account?.organizationId !== asked.organizationId) return fail({ kind: "unknown_account" });
  const ended = { ...account, endedAt: account.endedAt ?? now };
  await updateAccount(transaction, ended);
  await endSignInsOf(transaction, { accountId: account.id });
  await deletePasskeysOf(transaction, account.id);
  return succeed(await answerFor(transaction, ended));
}

/** What a signed-in person's own account is called; null when it has ended. */
export async function readAccount(
  database: Database,
  asked: { organizationId: string; id: string },
): Promise<Pick<AccountAnswer, "id" | "email" | "name"> | null> {
  const account = await findAccount(database, asked);
  return account === null ? null : { id: account.id, email: account.email, name: account.name };
}

/** The account in force with that id; null when the organization has none. */
async function findAccount(
  database: Database,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<AccountRecord | null> {
  const account = await selectAccount(database, id);
  return account?.organizationId === organizationId && account.endedAt === null ? account : null;
}

async function answerFor(transaction: Database, account: AccountRecord): Promise<AccountAnswer> {
  return describeAccount(account, await readDevelopers(transaction, account.organizationId));
}
