/** The keys in memory, so that a request is judged without a database read. */
import { timingSafeEqual } from "node:crypto";
import { whenChanged } from "../../database/changes.ts";
import type { Database } from "../../database/open.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";
import { MINUTE, type Milliseconds } from "../../vocabulary/units.ts";
import type { Caller, KeyProblem } from "../caller.ts";
import { type Organization, selectOrganizations } from "../organizations/table.ts";
import { hashKey, parseKey } from "./key.ts";
import { type KeyRecord, type KeyUse, selectKeyByHash, selectKeys } from "./table.ts";

/** The caller, or why there is none. */
export type Judgement = Result<Caller, KeyProblem>;

/** Knows whose key a request carries. */
export interface Keyring {
  /** At once for a key in memory and for what cannot be a key; after one database read for any other. */
  judge(authorization: string | null): Judgement | Promise<Judgement>;
  /** The same by the key's id, for whom a key has signed in. */
  judgeId(keyId: string): Judgement;
  /** The id of the oldest admin key in force; null when there is none. */
  oldestAdmin(): string | null;
  /** Fails: an exception for an organization that no judged caller belongs to. */
  organization(id: string): Organization;
  /** Whether this server holds one organization only. */
  isAlone(): boolean;
  /** Rereads keys, revocations and organizations, and passes on which keys were used. Run it every second. */
  refresh(): Promise<void>;
}

/** What a keyring needs beside the database. */
export interface KeyringParts {
  clock: Clock;
  /** Keeps the newest use of keys, in batches. */
  recordUses(uses: readonly KeyUse[]): void | Promise<void>;
}

const USE_RECORDED_EVERY: Milliseconds = MINUTE;
/** Hex digits of the hash that find a key; the rest is compared in constant time. */
const FINDING_DIGITS = 16;

/** Reads the keys for the first time. Takes: a connection of its own, that may read. */
export async function createKeyring(database: Database, parts: KeyringParts): Promise<Keyring> {
  let known = await takeSnapshot(database);
  const uses = createUses(parts);

  function judge(authorization: string | null): Judgement | Promise<Judgement> {
    const same = known.judged.get(authorization ?? "");
    if (same !== undefined) return judgeRecord(same);
    const parsed = parseKey(authorization);
    if (!parsed.ok) return parsed;
    const hash = hashKey(parsed.value);
    const found = known.byDigits.get(hash.slice(0, FINDING_DIGITS));
    if (found === undefined || !isEqual(found.hash, hash)) return lookUp(hash);
    known.judged.set(authorization ?? "", found);
    return judgeRecord(found);
  }

  async function lookUp(hash: string): Promise<Judgement> {
    const found = await selectKeyByHash(database, hash);
    if (found === null) return fail({ kind: "invalid" });
    // Its organization may be as new as the key.
    await reread();
    return judgeRecord(found);
  }

  function judgeRecord(key: KeyRecord | undefined): Judgement {
    if (key === undefined) return fail({ kind: "invalid" });
    const { id: keyId, organizationId, role, developerId } = key;
    if (key.revokedAt !== null) return fail({ kind: "revoked", keyId, organizationId });
    uses.note(keyId);
    return succeed({ keyId, organizationId, role, developerId });
  }

  async function reread(): Promise<void> {
    known = await takeSnapshot(database);
  }

  function organization(id: string): Organization {
    const found = known.organizations.get(id);
    if (found === undefined) throw new Error(`BUG: no organization ${id} in memory; judge a key of it first`);
    return found;
  }

  const rereadChanged = whenChanged(database, reread);
  async function refresh(): Promise<void> {
    await rereadChanged();
    await uses.passOn();
  }

  return {
    judge,
    judgeId: (keyId) => judgeRecord(known.byId.get(keyId)),
    oldestAdmin: () => oldestAdminOf(known.byId.values()),
    organization,
    isAlone: () => known.organizations.size === 1,
    refresh,
  };
}

/** What is known until the next reread. */
interface Snapshot {
  /** By the digits that find a key. */
  byDigits: ReadonlyMap<string, KeyRecord>;
  byId: ReadonlyMap<string, KeyRecord>;
  organizations: ReadonlyMap<string, Organization>;
  /** By the header they came in: spares a busy key its hash. */
  judged: Map<string, KeyRecord>;
}

async function takeSnapshot(database: Database): Promise<Snapshot> {
  const [keys, organizations] = [await selectKeys(database), await selectOrganizations(database)];
  return {
    byDigits: new Map(keys.map((key) => [key.hash.slice(0, FINDING_DIGITS), key])),
    byId: new Map(keys.map((key) => [key.id, key])),
    organizations: new Map(organizations.map((organization) => [organization.id, organization])),
    judged: new Map(),
  };
}

/** Takes: keys, the oldest first. */
function oldestAdminOf(keys: Iterable<KeyRecord>): string | null {
  const admins = [...keys].filter(({ role, revokedAt }) => role === "admin" && revokedAt === null);
  return admins[0]?.id ?? null;
}

function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, "hex"), Buffer.from(right, "hex"));
}

/** Collects uses, so that a busy key costs one write a minute and not one a request. */
function createUses(parts: KeyringParts): { note(keyId: string): void; passOn(): Promise<void> } {
  const waiting = new Set<string>();
  const passedOnAt = new Map<string, Milliseconds>();
  return {
    note: (keyId) => waiting.add(keyId),
    async passOn() {
      const now = parts.clock();
      const due = [...waiting].filter((id) => now - (passedOnAt.get(id) ?? 0) >= USE_RECORDED_EVERY);
      for (const id of due) {
        waiting.delete(id);
        passedOnAt.set(id, now);
      }
      if (due.length > 0) await parts.recordUses(due.map((keyId) => ({ keyId, at: now })));
    },
  };
}
