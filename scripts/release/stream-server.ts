/** The stream's server for another machine than this one: Go builds the pinned module for any. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { serverVersionIn } from "../third-party.ts";
import { buildServer, type Go } from "../obtain-nats/go.ts";

const MODULE = join(import.meta.dir, "../../embedded/nats");

/** As Go names processors. */
const PROCESSORS: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * Leaves nats-server and nats-server.pin in the folder.
 *
 * @param target - A target such as linux-arm64 or linuxmusl-x64; the server needs no C library, so both are
 *   the same to it.
 * @returns Why it cannot be built here; null when it was.
 */
export async function buildStreamServer(go: Go, target: string, folder: string): Promise<string | null> {
  const [system = "", processor = ""] = target.split("-");
  const GOARCH = PROCESSORS[processor];
  if (!system.startsWith("linux") || GOARCH === undefined) return "it can be built only on a machine like it";
  await mkdir(folder, { recursive: true });
  const path = join(folder, "nats-server");
  const built = await buildServer(go, { module: MODULE, path, target: { GOOS: "linux", GOARCH } });
  if (!built.ok) return built.problem;
  await Bun.write(join(folder, "nats-server.pin"), `\n${serverVersionIn(MODULE)}, ${built.value}`);
  return null;
}
