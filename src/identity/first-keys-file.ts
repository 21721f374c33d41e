/** The file with the first keys; without it they would be lost when nobody lives to see them. */
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { FirstKeys } from "./first-keys.ts";

/**
 * Writes the keys so that they are on disk, for this user only, before the transaction that makes them valid commits.
 *
 * A file that is there already belongs to an attempt that never committed, and is replaced.
 */
export async function writeFirstKeys(path: string, { admin, member }: FirstKeys): Promise<void> {
  const unfinished = `${path}.unfinished`;
  {
    await using file = await open(unfinished, "w", 0o600);
    await file.chmod(0o600); // one that was left there may have had another mode
    await file.writeFile(`admin ${admin}\nmember ${member}\n`);
    await file.sync();
  }
  await rename(unfinished, path);
  await using folder = await open(dirname(path), "r");
  await folder.sync();
}
