/** Registers, renames and removes a person's passkeys. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database } from "../../database/open.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { isoTime } from "../../vocabulary/times.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { type AccountRecord, selectAccount } from "../accounts/table.ts";
import type { MadeCredential } from "./credentials.ts";
import type { Expected, PasskeyPerson } from "./options.ts";
import {
  deletePasskey,
  insertPasskey,
  type PasskeyRecord,
  selectPasskey,
  selectPasskeysOf,
  updatePasskey,
} from "./table.ts";
import { checkRegistration, type Unverified } from "./verify.ts";

/** Whose passkeys. */
export interface PasskeyOwner {
  organizationId: string;
  accountId: string;
}

/** A passkey as its person sees it. */
export const PASSKEY_ANSWER = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe("null: never."),
});

type PasskeyAnswer = z.infer<typeof PASSKEY_ANSWER>;

/** As many devices as a person has, and no table that one person fills. */
const MOST_OF_AN_ACCOUNT = 20;

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(
  database: Database,
  { accountId }: Pick<PasskeyOwner, "accountId">,
): Promise<PasskeyAnswer[]> {
  return (await selectPasskeysOf(database, accountId)).map(answerOf);
}

/** What a device shows of the person; null when the account has ended. */
export async function readPasskeyPerson(
  database: Database,
  { organizationId, accountId }: PasskeyOwner,
): Promise<PasskeyPerson | null> {
  const account = await accountInForce(database, { organizationId, accountId });
  if (account === null) return null;
  const { email, name } = account;
  return { accountId, email, name, has: await selectPasskeysOf(database, accountId) };
}

/** A passkey that a device made, and what its person calls it. */
export interface MadePasskey extends PasskeyOwner {
  made: MadeCredential;
  expected: Expected;
  name: string;
}

/** Why a passkey is not kept. */
export type PasskeyFault = Unverified | { kind: "unknown_account" | "known_passkey" | "too_many_passkeys" };

/**
 * Keeps a passkey that a device made.
 *
 * @throws `unverified`; `unknown_account` when the account has ended; `known_passkey` when an account has it;
 *   `too_many_passkeys`.
 */
export async function addPasskey(
  transaction: Database,
  { organizationId, accountId, made, expected, name }: MadePasskey,
  now: Instant,
): Promise<Result<PasskeyAnswer, PasskeyFault>> {
  const account = await accountInForce(transaction, { organizationId, accountId });
  if (account === null) return fail({ kind: "unknown_account" });
  const checked = await checkRegistration(made, expected);
  if (!checked.ok) return checked;
  if ((await selectPasskey(transaction, checked.value.credentialId)) !== null)
    return fail({ kind: "known_passkey" });
  if ((await selectPasskeysOf(transaction, accountId)).length >= MOST_OF_AN_ACCOUNT)
    return fail({ kind: "too_many_passkeys" });
  const { developerId } = account;
  const whose = { organizationId, accountId, developerId };
  const passkey = { id: randomUUID(), ...whose, ...checked.value, name, createdAt: now, lastUsedAt: null };
  await insertPasskey(transaction, passkey);
  return succeed(answerOf(passkey));
}

/** One of a person's passkeys. */
export interface NamedPasskey extends PasskeyOwner {
  id: string;
}

/**
 * Gives a passkey another name.
 *
 * @throws `unknown_passkey` when the person has none with that id.
 */
export async function renamePasskey(
  transaction: Database,
  { name, ...asked }: NamedPasskey & { name: string },
): Promise<Result<PasskeyAnswer, { kind: "unknown_passkey" }>> {
  const passkey = await findOwn(transaction, asked);
  if (passkey === null) return fail({ kind: "unknown_passkey" });
  await updatePasskey(transaction, { ...passkey, name });
  return succeed(answerOf({ ...passkey, name }));
}

/**
 * Removes a passkey; nobody signs in with it again.
 *
 * @throws `unknown_passkey` when the person has none with that id.
 */
export async function removePasskey(
  transaction: Database,
  asked: NamedPasskey,
): Promise<Result<{ id: string }, { kind: "unknown_passkey" }>> {
  const passkey = await findOwn(transaction, asked);
  if (passkey === null) return fail({ kind: "unknown_passkey" });
  await deletePasskey(transaction, passkey.id);
  return succeed({ id: passkey.id });
}

async function accountInForce(
  database: Database,
  { organizationId, accountId }: PasskeyOwner,
): Promise<AccountRecord | null> {
  const account = await selectAccount(database, accountId);
  return account?.organizationId === organizationId && account.endedAt === null ? account : null;
}

async function findOwn(database: Database, { accountId, id }: NamedPasskey): Promise<PasskeyRecord | null> {
  return (await selectPasskeysOf(database, accountId)).find((passkey) => passkey.id === id) ?? null;
}

function answerOf({ id, name, createdAt, lastUsedAt }: PasskeyRecord): PasskeyAnswer {
  return {
    id,
    name,
    createdAt: isoTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  };
}
