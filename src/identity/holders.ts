/** Who holds the sessions that a key sends: its developer, or the key itself while it is bound to nobody. */
import type { Database } from "../database/open.ts";
import { derivedId } from "../vocabulary/hash.ts";
import { HOLDER_LENGTH } from "../vocabulary/held-name.ts";
import { selectKeys } from "./keys/table.ts";

/** Returns the holder of a key by its id; an unknown key is its own holder. */
export type Holders = (keyId: string) => string;

/**
 * Reads who holds what each key sends.
 *
 * @returns The same holder for all keys that are bound to one developer, so that a new key goes on with the
 *   sessions of the old one. A merge of developers changes no holder.
 */
export async function readHolders(database: Database): Promise<Holders> {
  const keys = await selectKeys(database);
  const bound = new Map(keys.map(({ id, developerId }) => [id, developerId]));
  const known = new Map<string, string>();
  return (keyId) => {
    const holder = known.get(keyId) ?? holderOf({ keyId, developerId: bound.get(keyId) ?? null });
    known.set(keyId, holder);
    return holder;
  };
}

function holderOf({ keyId, developerId }: { keyId: string; developerId: string | null }): string {
  const parts = developerId === null ? ["key", keyId] : ["developer", developerId];
  return derivedId("holder", ...parts).slice(0, HOLDER_LENGTH);
}
