/** Whom a key stands for when its records say nothing more. */
import type { Database } from "../../database/open.ts";
import { selectKeyById } from "../keys/table.ts";
import { type Developer, KEY } from "./developer.ts";
import { newDeveloper } from "./resolve.ts";
import { selectAlias, selectDeveloper } from "./table.ts";

/** Returns the developer the key is bound to, else the one that is named after the key, stored or not. */
export async function developerOfKey(
  database: Database,
  { organizationId, keyId }: { organizationId: string; keyId: string },
): Promise<Developer> {
  const key = await selectKeyById(database, keyId);
  const identity = { kind: KEY, value: keyId };
  const id = key?.developerId ?? (await selectAlias(database, organizationId, identity));
  const found = id === null ? null : await selectDeveloper(database, id);
  if (found === null)
    return newDeveloper({ organizationId, identity, keyName: key?.name ?? keyId.slice(0, 8) });
  return found.mergedInto === null ? found : ((await selectDeveloper(database, found.mergedInto)) ?? found);
}
