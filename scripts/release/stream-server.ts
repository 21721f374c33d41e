/** The stream's server for another machine than this one: Go builds the pinned module for any. */
import { $ } from "bun";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

/** As Go names processors. */
const PROCESSORS: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * Leaves nats-server and nats-server.pin in the folder.
 *
 * Takes: a target such as linux-arm64 or linuxmusl-x64; the server needs no C library, so both are the same to it.
 * Gives: why it cannot be built here; null when it was.
 */
export async function buildStreamServer(target: string, folder: string): Promise<string | null> {
  const [system = "", processor = ""] = target.split("-");
  const GOARCH = PROCESSORS[processor];
  if (!system.startsWith("linux") || GOARCH === undefined) return "it can be built only on a machine like it";
  if (Bun.which("go") === null) return "there is no Go toolchain here to build the stream's server for it";
  await mkdir(folder, { recursive: true });
  const path = join(folder, "nats-server");
  const module = "github.com/nats-io/nats-server/v2";
  const built = await $`go build -mod=readonly -trimpath -ldflags ${"-s -w"} -o ${path} ${module}`
    .cwd(join(ROOT, "embedded/nats"))
    .env({ ...process.env, CGO_ENABLED: "0", GOFLAGS: "", GOWORK: "off", GOOS: "linux", GOARCH })
    .quiet()
    .nothrow();
  if (built.exitCode !== 0)
    return `go build failed: ${built.stderr.toString().trim().split("\n").at(-1) ?? ""}`;
  await Bun.write(join(folder, "nats-server.pin"), `\n${await originOf(module)}`);
  return null;
}

async function originOf(module: string): Promise<string> {
  const pinned = join(ROOT, "embedded/nats");
  const version = await $`go list -m -f ${"{{.Version}}"} ${module}`.cwd(pinned).quiet().text();
  const compiler = await $`go env GOVERSION`.cwd(pinned).quiet().text();
  return `${version.trim().replace("v", "")}, built by ${compiler.trim()} from the pinned module`;
}
