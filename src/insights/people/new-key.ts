/** Makes a key for one developer, who is made too when the e-mail is new. */
import type { Database } from "../../database/open.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import { describeKey, type KeyAnswer } from "../../identity/keys/answer.ts";
import type { Scope } from "../../identity/caller.ts";
import { issueKey } from "../../identity/keys/issue.ts";
import { chooseScopes, type ScopesWish, type UnfitScopes } from "../../identity/keys/scopes.ts";
import type { Role } from "../../identity/keys/table.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { personToBind } from "./same-person.ts";

/** What is asked for. */
export interface KeyWish extends Partial<ScopesWish> {
  organizationId: string;
  role: Role;
  /** An id or an e-mail; null for a key that several people may share. */
  developer: string | null;
  /** What to call the key; null for a usual name. */
  name: string | null;
  /** When it ends; left out or null for never. */
  endsAt?: Instant | null;
}

/** Why no key was made. */
export type KeyWishFault = UnfitScopes | { kind: "unknown_developer" | "ends_in_the_past" };

/** A new key: its text, which is known here and nowhere else, and what is kept of it. */
export interface MadeKey {
  key: string;
  answer: KeyAnswer;
}

/**
 * Makes the key.
 *
 * @param transaction - A transaction, and a name that can be shown.
 * @throws `unknown_developer` when there is none and the text is no e-mail; `unfit_scopes`; `ends_in_the_past`.
 */
export async function makeKey(
  transaction: Database,
  wish: KeyWish,
  now: Instant,
): Promise<Result<MadeKey, KeyWishFault>> {
  const { organizationId, role, developer, name } = wish;
  // before a developer is added who then has no key
  const use = useOf(wish, now);
  if (!use.ok) return use;
  const developerId = await findBound(transaction, wish);
  if (!developerId.ok) return developerId;
  const keyName = (name ?? developer ?? `${role} key`).trim();
  const request = { organizationId, name: keyName, role, developerId: developerId.value, ...use.value };
  const { key, record } = await issueKey(transaction, request, now);
  const developers = await readDevelopers(transaction, organizationId);
  return succeed({ key, answer: describeKey(record, developers) });
}

/** What the key may do, and until when. */
function useOf(
  { role, developer, scopes: named = null, readsAll = false, endsAt = null }: KeyWish,
  now: Instant,
): Result<{ scopes: readonly Scope[]; endsAt: Instant | null }, KeyWishFault> {
  if (endsAt !== null && endsAt <= now) return fail({ kind: "ends_in_the_past" });
  const scopes = chooseScopes({ role, developerId: developer }, { scopes: named, readsAll });
  return scopes.ok ? succeed({ scopes: scopes.value, endsAt }) : scopes;
}

async function findBound(
  transaction: Database,
  { organizationId, developer }: KeyWish,
): Promise<Result<string | null, { kind: "unknown_developer" }>> {
  if (developer === null) return succeed(null);
  const bound = await personToBind(transaction, { organizationId, idOrEmail: developer });
  return bound.ok ? succeed(bound.value.id) : bound;
}
