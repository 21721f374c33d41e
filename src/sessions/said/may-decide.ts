/** Who may decide about a session: an admin, and the developer whose it is. */
import type { Database } from "../../database/open.ts";
import type { Caller } from "../../identity/caller.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";

/** @param developer - The session's, by any of the ids that are the same person's. */
export async function mayDecide(database: Database, caller: Caller, developer: string): Promise<boolean> {
  if (caller.role === "admin") return true;
  const developers = await readDevelopers(database, caller.organizationId);
  const ownId = developers.get(caller.developerId ?? "")?.id;
  return ownId !== undefined && ownId === developers.get(developer)?.id;
}
