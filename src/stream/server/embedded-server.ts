/** The stream's server as a file that can be run: unpacked from the executable, or the one a checkout obtained. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { refuseOldServer } from "./server-version.ts";
import { unpackServer } from "./unpack-server.ts";

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
