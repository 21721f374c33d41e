/** Verifies the audit log: every entry by its own hash and by that of the entry before, from end to end. */
import type { Database } from "../database/open.ts";
import {
  type ChainPlace,
  selectChains,
  selectCheckpoints,
  selectEntriesAfter,
  selectHeads,
} from "./audit-table.ts";
import { hashOf, type KeptEntry, NO_HASH } from "./entry.ts";

/** What is wrong with a chain. */
export type ChainFault =
  /** An entry does not have its own hash. */
  | "changed"
  /** An entry does not have the hash of the one before it. */
  | "unlinked"
  /** An entry is not there, and later ones are. */
  | "missing"
  /** The newest entries are not there. */
  | "cut_off"
  /** Where the chain ends, or began again, is not what was noted elsewhere. */
  | "not_as_noted";

/** A chain, as far as it could be followed. */
export interface VerifiedChain {
  /** Empty for the server's own. */
  organization: string;
  /** How many entries are there and right. */
  entries: number;
  /** The number and hash of the last of them; number 0 for none. */
  head: { number: number; hash: string };
  /** The first fault; null when the chain is whole. */
  fault: { number: number; kind: ChainFault } | null;
}

const AT_ONCE = 1_000;

/**
 * Verifies every chain.
 *
 * @param noted - Where chains were when somebody looked earlier: those places must still be what they were.
 */
export async function verifyAudit(
  database: Database,
  noted: readonly ChainPlace[] = [],
): Promise<VerifiedChain[]> {
  const heads = await selectHeads(database);
  const checkpoints = await selectCheckpoints(database);
  const all = [
    ...(await selectChains(database)),
    ...[...heads, ...checkpoints, ...noted].map(organizationOf),
  ];
  const chains: VerifiedChain[] = [];
  for (const organization of [...new Set(all)].toSorted()) {
    const ofChain = (place: ChainPlace) => place.organization === organization;
    chains.push(
      await verifyChain(database, {
        organization,
        head: heads.find(ofChain) ?? null,
        begin: checkpoints.find(ofChain) ?? { organization, number: 0, hash: NO_HASH },
        noted: noted.filter(ofChain),
      }),
    );
  }
  return chains;
}

interface Chain {
  organization: string;
  /** Where the database says that it ends. */
  head: ChainPlace | null;
  /** Where its first entry goes on. */
  begin: ChainPlace;
  noted: readonly ChainPlace[];
}

async function verifyChain(database: Database, chain: Chain): Promise<VerifiedChain> {
  const { organization, begin, head } = chain;
  const noted = new Map(chain.noted.map((place) => [place.number, place.hash]));
  const followed = isAsNoted(noted, begin)
    ? await follow(database, chain, noted)
    : { entries: 0, last: begin, fault: { number: begin.number, kind: "not_as_noted" as const } };
  const { entries, last } = followed;
  const fault = followed.fault ?? faultAtEnd(last, { head, furthest: Math.max(0, ...noted.keys()) });
  return { organization, entries, head: { number: last.number, hash: last.hash }, fault };
}

/** A place of one chain. */
type Place = Pick<ChainPlace, "number" | "hash">;
type Fault = VerifiedChain["fault"];

/** Follows a chain to its end, or to the first fault. */
async function follow(
  database: Database,
  { organization, begin }: Chain,
  noted: ReadonlyMap<number, string>,
): Promise<{ entries: number; last: Place; fault: Fault }> {
  let [last, entries]: [Place, number] = [begin, 0];
  for (;;) {
    // from the very first, so that an entry below the checkpoint is found as well
    const after = entries === 0 ? 0 : last.number;
    const page = await selectEntriesAfter(database, { organization, after, limit: AT_ONCE });
    for (const entry of page) {
      const fault = faultOf(entry, last) ?? (isAsNoted(noted, entry) ? null : notAsNoted(entry));
      if (fault !== null) return { entries, last, fault };
      [last, entries] = [entry, entries + 1];
    }
    if (page.length < AT_ONCE) return { entries, last, fault: null };
  }
}

function faultOf(entry: KeptEntry, before: Place): Fault {
  const { number } = entry;
  if (number > before.number + 1) return { number: before.number + 1, kind: "missing" };
  if (number <= before.number) return { number, kind: "unlinked" };
  if (hashOf(entry) !== entry.hash) return { number, kind: "changed" };
  return entry.previousHash === before.hash ? null : { number, kind: "unlinked" };
}

function faultAtEnd(last: Place, { head, furthest }: { head: ChainPlace | null; furthest: number }): Fault {
  if (Math.max(head?.number ?? 0, furthest) > last.number)
    return { number: last.number + 1, kind: "cut_off" };
  return last.number > 0 && head?.hash !== last.hash ? notAsNoted(last) : null;
}

function notAsNoted({ number }: Place): Fault {
  return { number, kind: "not_as_noted" };
}

function isAsNoted(noted: ReadonlyMap<number, string>, place: Place): boolean {
  return (noted.get(place.number) ?? place.hash) === place.hash;
}

function organizationOf({ organization }: ChainPlace): string {
  return organization;
}
