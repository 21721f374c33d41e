/** What keys and developers are called in alerts, as far as alerts may name them. */
import type { Database } from "../../../database/open.ts";
import { describeDeveloper } from "../../../identity/developers/answer.ts";
import { readDevelopers } from "../../../identity/developers/directory.ts";
import { listKeys } from "../../../identity/keys/issue.ts";

/** Says names. */
export interface Names {
  /** Such as "The key “ci”". */
  key(id: string): string;
  /** Such as "Ada"; without a name "A developer". */
  developer(id: string): string;
}

/**
 * Reads what alerts of an organization may name.
 *
 * @param asked - Without `namesDevelopers` neither a developer is named nor a key that is one developer's, because keys
 *   are called after people.
 */
export async function readNames(
  database: Database,
  { organization, namesDevelopers }: { organization: string; namesDevelopers: boolean },
): Promise<Names> {
  const developers = await readDevelopers(database, organization);
  const keys = new Map((await listKeys(database, organization)).map((key) => [key.id, key]));
  return {
    key(id) {
      const key = keys.get(id);
      const mayName = key !== undefined && (key.developerId === null || namesDevelopers);
      return mayName ? `The key “${key.name}”` : `A developer’s key (${id})`;
    },
    developer(id) {
      const found = namesDevelopers ? developers.get(id) : undefined;
      return found === undefined ? "A developer" : describeDeveloper(found).name;
    },
  };
}
