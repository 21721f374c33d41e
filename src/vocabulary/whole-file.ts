/** Files that are complete or absent, also after a crash or a power failure. */
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** How the name of a file ends that is still being written; a crash may leave one behind. */
export const UNFINISHED = ".unfinished";

/** May be read and written by its owner, and by nobody else. */
const PRIVATE = 0o600;

/**
 * Writes or replaces the file. When it returns, the file and its name are on disk.
 *
 * @param path - A path in a folder that exists; the mode, by default readable by this user only.
 */
export async function writeWholeFile(
  path: string,
  content: string | Uint8Array,
  mode = PRIVATE,
): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  {
    await using file = await open(unfinished, "w", mode);
    await file.chmod(mode); // one that was left there may have had another mode
    await file.writeFile(content);
    await file.sync();
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
}

/** Brings the names in the folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  await using opened = await open(folder, "r");
  await opened.sync();
}
