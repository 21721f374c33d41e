/** The file with the first keys, so that they are not lost if the first start ends before it has printed them. */
import { writeWholeFile } from "../vocabulary/whole-file.ts";
import type { FirstKeys } from "./first-keys.ts";

/**
 * Writes the keys so that they are on disk, for this user only, before the transaction that makes them valid commits.
 *
 * A file that is there already belongs to an attempt that never committed, and is replaced.
 */
export async function writeFirstKeys(path: string, { admin, member }: FirstKeys): Promise<void> {
  await writeWholeFile(path, `admin ${admin}\nmember ${member}\n`);
}
