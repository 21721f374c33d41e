/** A folder that holds the executable and nothing else, and a PATH on which there is nothing to call. */
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Place } from "./life.ts";

/**
 * Makes the folder.
 *
 * @returns How to live in it.
 */
export async function emptyFolder(home: string, executable: string): Promise<Place> {
  // Bun unpacks the native addon to the temporary directory; here that is made visible, and is no surprise
  const temporary = join(home, "tmp");
  await mkdir(temporary, { recursive: true });
  await copyFile(executable, join(home, "scoring"));
  return {
    command: [join(home, "scoring")],
    directory: join(home, "scoring-data"),
    seenFromHere: join(home, "scoring-data"),
    workingDirectory: home,
    environment: { PATH: "", BUN_TMPDIR: temporary, HOME: home },
  };
}
