/** The stream's server as a file that can be run: unpacked from the executable, or the one a checkout obtained. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

const UNPACKED_PREFIX = "nats-server-";

/**
 * Gives the path of the server to run.
 *
 * Takes: the directory that the executable unpacks it to, made when it is missing.
 * Fails: an exception when a checkout has not obtained the server yet, or the directory cannot be written.
 */
export async function embeddedServerPath(directory: string): Promise<string> {
  if (!Bun.isStandaloneExecutable) return checkoutServerPath();
  const { packedServerPath } = await import("../../embedded/nats/asset.ts");
  return unpackServer(await Bun.file(packedServerPath).bytes(), directory);
}

function checkoutServerPath(): string {
  const path = join(import.meta.dir, "../../embedded/nats/nats-server");
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
  await writeExecutable(path, await Bun.zstdDecompress(packed));
  return path;
}

async function removeEarlier(directory: string): Promise<void> {
  const earlier = (await readdir(directory)).filter((name) => name.startsWith(UNPACKED_PREFIX));
  await Promise.all(earlier.map((name) => rm(join(directory, name), { force: true })));
}

/** Renames last and syncs first: the name stands for the whole file, also after the power failed. */
async function writeExecutable(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  const file = await open(unfinished, "w", 0o700);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncDirectory(dirname(path));
}

async function syncDirectory(directory: string): Promise<void> {
  const opened = await open(directory, "r");
  await opened.sync().finally(() => opened.close());
}
