/** The stream's server as a file that can be run: unpacked from the executable, or the one a checkout obtained. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWholeFile } from "../../vocabulary/whole-file.ts";

const UNPACKED_PREFIX = "nats-server-";
const EXECUTABLE = 0o700;

/**
 * Gives the path of the server to run.
 *
 * Takes: the directory that the executable unpacks it to, made when it is missing.
 * Fails: an exception when a checkout has not obtained the server yet, or the directory cannot be written.
 */
export async function embeddedServerPath(directory: string): Promise<string> {
  if (!Bun.isStandaloneExecutable) return checkoutServerPath();
  const { packedServerPath } = await import("../../../embedded/nats/asset.ts");
  return unpackServer(await Bun.file(packedServerPath).bytes(), directory);
}

function checkoutServerPath(): string {
  const path = join(import.meta.dir, "../../../embedded/nats/nats-server");
  if (!existsSync(path))
    throw new Error(`starting the stream: ${path} is missing; run ./install.sh to obtain it`);
  return path;
}

/**
 * Unpacks the server unless this very one is there already, and removes those of earlier versions.
 *
 * Takes: the server compressed with zstd.
 * Gives: its path; the name holds the hash of what was packed, so a new version never meets an old file.
 */
export async function unpackServer(packed: Uint8Array, directory: string): Promise<string> {
  const name = UNPACKED_PREFIX + createHash("sha256").update(packed).digest("hex").slice(0, 16);
  const path = join(directory, name);
  if (existsSync(path)) return path;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await removeEarlier(directory);
  await writeWholeFile(path, await Bun.zstdDecompress(packed), EXECUTABLE);
  return path;
}

async function removeEarlier(directory: string): Promise<void> {
  const earlier = (await readdir(directory)).filter((name) => name.startsWith(UNPACKED_PREFIX));
  await Promise.all(earlier.map((name) => rm(join(directory, name), { force: true })));
}
