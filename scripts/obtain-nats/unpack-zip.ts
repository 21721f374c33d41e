/** Unpacks a zip file, one file after the other. */
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openPromise } from "yauzl";

/** What is unpacked. */
export interface Unpacking {
  zip: string;
  folder: string;
  /** The folder that all files in the zip share, with a slash at its end; it is left out. */
  below: string;
  /** Returns whether a file may be run; the zip of a Go module does not say. */
  isExecutable(name: string): boolean;
}

/**
 * Resolves when every file is written.
 *
 * @throws when the zip is damaged, names a file outside the folder, or holds one that is not below the shared folder
 */
export async function unpackZip({ zip, folder, below, isExecutable }: Unpacking): Promise<void> {
  const opened = await openPromise(zip);
  const made = new Set<string>();
  for await (const entry of opened.eachEntry()) {
    if (!entry.fileName.startsWith(below))
      throw new Error(`${zip} holds ${entry.fileName}, not below ${below}`);
    const name = entry.fileName.slice(below.length);
    if (name === "" || name.endsWith("/")) continue;
    const path = join(folder, name);
    if (!made.has(dirname(path))) await mkdir(dirname(path), { recursive: true });
    made.add(dirname(path));
    const mode = isExecutable(name) ? 0o755 : 0o644;
    await pipeline(await opened.openReadStreamPromise(entry), createWriteStream(path, { mode }));
  }
}
