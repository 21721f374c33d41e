/** The keys in memory, so that a request is judged without a database read. */
import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { SCOPES_OF_ROLE } from "../accounts/scopes.ts";
import { type Caller, keyCaller, type KeyCaller, type KeyProblem } from "../caller.ts";
import type { Organization } from "../organizations/table.ts";
import { createUses, type Use } from "../uses.ts";
import { isInForce } from "./issue.ts";
import { hashKey, parseKey } from "./key.ts";
import type { HeldAccount, HeldKey, Register, Unread } from "./register.ts";
import type { KeyUse } from "./table.ts";

/** The caller, or why there is none. */
export type Judgement = Result<KeyCaller, KeyProblem>;

/** Knows whose key a request carries. */
export interface Keyring {
  /** At once for a key in memory and for what cannot be a key; any other is looked for where keys are kept. */
  judge(authorization: string | null): Judgement | Promise<Judgement>;
  /** The same by the id of a key or an account, for whom it has signed in; an account that has ended is not known. */
  judgeId(id: string): Result<Caller, KeyProblem>;
  /** The id of the oldest admin key in force; null when there is none. */
  oldestAdmin(): string | null;
  /** @throws An exception for an organization that no judged caller belongs to. */
  organization(id: string): Organization;
  /** Whether this server holds one organization only. */
  isAlone(): boolean;
  /** Whether anybody may sign in as themselves. */
  hasAccounts(): boolean;
  /** Judges by this from now on. */
  hold(register: Register): void;
  /** Passes on which keys were used. Run it every few seconds. */
  passOnUses(): Promise<void>;
}

/** What a keyring needs in addition to the keys. */
export interface KeyringParts {
  clock: Clock;
  /**
   * Looks for a key that is not in memory.
   *
   * @returns Everything, when there is a key of that hash; else null.
   */
  lookUp(hash: string): Promise<Result<Register | null, Unread>>;
  /** Keeps the newest use of keys, in batches. */
  recordUses(uses: readonly KeyUse[]): void | Promise<void>;
}

/** Hex digits of the hash that find a key; the rest is compared in constant time. */
const FINDING_DIGITS = 16;

/** @remarks Takes all keys as they are at the start. */
export function createKeyring(first: Register, parts: KeyringParts): Keyring {
  let known = snapshotOf(first);
  const uses = createUses(parts.clock, (used) => parts.recordUses(used.map(keyUseOf)));

  function judge(authorization: string | null): Judgement | Promise<Judgement> {
    const same = known.judged.get(authorization ?? "");
    if (same !== undefined) return judgeKey(same);
    const parsed = parseKey(authorization);
    if (!parsed.ok) return parsed;
    const hash = hashKey(parsed.value);
    const found = keyOf(hash);
    if (found === undefined) return lookUp(hash);
    // only one spelling, or a sender who spells a key in ever new ways would fill the memory
    if (authorization === `Bearer ${parsed.value}`) known.judged.set(authorization, found);
    return judgeKey(found);
  }

  function keyOf(hash: string): HeldKey | undefined {
    const found = known.byDigits.get(hash.slice(0, FINDING_DIGITS));
    return found !== undefined && isEqual(found.hash, hash) ? found : undefined;
  }

  async function lookUp(hash: string): Promise<Judgement> {
    const found = await parts.lookUp(hash);
    if (!found.ok) return found;
    if (found.value !== null) hold(found.value);
    return judgeKey(keyOf(hash));
  }

  function judgeKey(key: HeldKey | undefined): Judgement {
    const judgement = judgeHeld(key, parts.clock());
    if (judgement.ok) uses.note(judgement.value.keyId);
    return judgement;
  }

  function hold(register: Register): void {
    known = snapshotOf(register);
  }

  function organization(id: string): Organization {
    const found = known.organizations.get(id);
    if (found === undefined) throw new Error(`BUG: no organization ${id} in memory; judge a key of it first`);
    return found;
  }

  return {
    judge,
    judgeId: (id) => judgeAccount(known.accounts.get(id)) ?? judgeKey(known.byId.get(id)),
    oldestAdmin: () => oldestAdminOf(known.byId.values(), parts.clock()),
    organization,
    hasAccounts: () => known.accounts.size > 0,
    isAlone: () => known.organizations.size === 1,
    hold,
    passOnUses: uses.passOn,
  };
}

function keyUseOf({ id: keyId, at }: Use): KeyUse {
  return { keyId, at };
}

function accountCaller({ id: accountId, ...held }: HeldAccount): Caller {
  return { keyId: null, accountId, scopes: SCOPES_OF_ROLE[held.role], leads: null, ...held };
}

function judgeHeld(key: HeldKey | undefined, now: Instant): Judgement {
  if (key === undefined) return fail({ kind: "invalid" });
  const { id: keyId, organizationId, role, developerId, scopes, endsAt } = key;
  if (key.revokedAt !== null) return fail({ kind: "revoked", keyId, organizationId });
  if (endsAt !== null && endsAt <= now)
    return fail({ kind: "ended", endedAt: endsAt, keyId, organizationId });
  return succeed(keyCaller({ keyId, organizationId, role, developerId, scopes }));
}

function judgeAccount(account: HeldAccount | undefined): Result<Caller, KeyProblem> | undefined {
  return account === undefined ? undefined : succeed(accountCaller(account));
}

/** What is known until the next change. */
interface Snapshot {
  /** By the digits that find a key. */
  byDigits: ReadonlyMap<string, HeldKey>;
  byId: ReadonlyMap<string, HeldKey>;
  accounts: ReadonlyMap<string, HeldAccount>;
  organizations: ReadonlyMap<string, Organization>;
  /** By the header they came in: spares a busy key its hash. */
  judged: Map<string, HeldKey>;
}

function snapshotOf({ keys, accounts, organizations }: Register): Snapshot {
  return {
    byDigits: new Map(keys.map((key) => [key.hash.slice(0, FINDING_DIGITS), key])),
    byId: new Map(keys.map((key) => [key.id, key])),
    accounts: new Map(accounts.map((account) => [account.id, account])),
    organizations: new Map(organizations.map((organization) => [organization.id, organization])),
    judged: new Map(),
  };
}

/** @param keys - Keys, the oldest first. */
function oldestAdminOf(keys: Iterable<HeldKey>, now: Instant): string | null {
  const admins = [...keys].filter((key) => key.role === "admin" && isInForce(key, now));
  return admins[0]?.id ?? null;
}

function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, "hex"), Buffer.from(right, "hex"));
}
