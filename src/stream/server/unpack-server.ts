/** Unpacks the stream's server to where it can be run. */
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";

const UNPACKED_PREFIX = "nats-server-";
const EXECUTABLE = 0o700;

/** The server compressed with zstd. */
export interface PackedServer {
  /** "nats-server-" and what differs from version to version. */
  name: string;
  /** Called only when it has to be unpacked: reading it takes its size in memory. */
  read(): Promise<Uint8Array>;
}

/**
 * Unpacks the server unless this very one is there already, and removes those of earlier versions.
 *
 * @returns Its path; a new version has another name, so it never meets an old file.
 */
export async function unpackServer(packed: PackedServer, directory: string): Promise<string> {
  const path = join(directory, packed.name);
  if (existsSync(path)) return path;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await removeEarlier(directory);
  await writeWholeFile(path, await Bun.zstdDecompress(await packed.read()), EXECUTABLE);
  return path;
}

async function removeEarlier(directory: string): Promise<void> {
  const earlier = (await readdir(directory)).filter((name) => name.startsWith(UNPACKED_PREFIX));
  await Promise.all(earlier.map((name) => rm(join(directory, name), { force: true })));
}
