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
  let keys = new Map<string, KeyRecord>();
  let organizations = new Map<string, Organization>();
  const uses = createUses(parts);
  // spares a busy key its hash, until the next reread
  let judged = new Map<string, KeyRecord>();

  function judge(authorization: string | null): Judgement | Promise<Judgement> {
    const same = judged.get(authorization ?? "");
    if (same !== undefined) return judgeRecord(same);
    const parsed = parseKey(authorization);
    if (!parsed.ok) return parsed;
    const hash = hashKey(parsed.value);
    const known = keys.get(hash.slice(0, FINDING_DIGITS));
    if (known === undefined || !isEqual(known.hash, hash)) return lookUp(hash);
    judged.set(authorization ?? "", known);
    return judgeRecord(known);
  }

  async function lookUp(hash: string): Promise<Judgement> {
    const found = await selectKeyByHash(database, hash);
    if (found === null) return fail({ kind: "invalid" });
    // Its organization may be as new as the key.
    await reread();
    return judgeRecord(found);
  }

  function judgeRecord(key: KeyRecord): Judgement {
    const { id: keyId, organizationId, role, developerId } = key;
    if (key.revokedAt !== null) return fail({ kind: "revoked", keyId, organizationId });
    uses.note(keyId);
    return succeed({ keyId, organizationId, role, developerId });
  }

  async function reread(): Promise<void> {
    const [keyRecords, organizationRecords] = [
      await selectKeys(database),
      await selectOrganizations(database),
    ];
    keys = new Map(keyRecords.map((key) => [key.hash.slice(0, FINDING_DIGITS), key]));
    judged = new Map();
    organizations = new Map(organizationRecords.map((organization) => [organization.id, organization]));
  }

  function organization(id: string): Organization {
    const found = organizations.get(id);
    if (found === undefined) throw new Error(`BUG: no organization ${id} in memory; judge a key of it first`);
    return found;
  }

  const rereadChanged = whenChanged(database, reread);
  async function refresh(): Promise<void> {
    await rereadChanged();
    await uses.passOn();
  }

  await reread();
  return { judge, organization, isAlone: () => organizations.size === 1, refresh };
}

function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, "hex"), Buffer.from(other, "hex"));
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
