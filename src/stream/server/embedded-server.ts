/** The stream's server as a file that can be run: unpacked from the executable, or the one a checkout obtained. */
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";
import { refuseOldServer } from "./server-version.ts";

const UNPACKED_PREFIX = "nats-server-";
const EXECUTABLE = 0o700;

/**
 * Gives the path of the server to run.
 *
 * @param directory - The directory that the executable unpacks it to, made when it is missing.
 * @throws An exception when a checkout has not obtained the server yet, the server is older than
 *   OLDEST_SERVER, or the directory cannot be written.
 */
export async function embeddedServerPath(directory: string): Promise<string> {
  const path = Bun.isStandaloneExecutable ? await unpackedServerPath(directory) : checkoutServerPath();
  await refuseOldServer(path);
  return path;
}

async function unpackedServerPath(directory: string): Promise<string> {
  const { packedServerPath } = await import("../../../embedded/nats/asset.ts");
  // the build puts a hash of the bytes into the name
  const name = basename(packedServerPath, ".zst");
  return unpackServer({ name, read: () => Bun.file(packedServerPath).bytes() }, directory);
}

function checkoutServerPath(): string {
  const path = join(import.meta.dir, "../../../embedded/nats/nats-server");
  if (!existsSync(path))
    throw new Error(`starting the stream: ${path} is missing; run ./install.sh to obtain it`);
  return path;
}

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
