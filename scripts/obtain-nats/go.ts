/** A Go toolchain: the one on the PATH, or the pinned one from the Go module proxy, which is used once and removed. */
import { $ } from "bun";
import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import pinned from "../../embedded/nats/go-toolchain.json";
import { fail, type Result, succeed } from "../../src/vocabulary/result.ts";
import { downloadFromProxies, proxiesOf } from "./module-proxies.ts";
import { unpackZip } from "./unpack-zip.ts";

/** Measured: the toolchain takes 240 MB, what it builds the rest. */
const NEEDED_MEGABYTES = 700;

/** A toolchain that runs here. */
export interface Go {
  path: string;
  /** What it needs in its environment in addition to what is there. */
  environment: Record<string, string>;
}

/** Returns the toolchain on the PATH; null when there is none. */
export function goOnPath(): Go | null {
  const path = Bun.which("go");
  return path === null ? null : { path, environment: {} };
}

/**
 * Brings the pinned toolchain from the module proxies that GOPROXY names, else from the public one.
 *
 * @param workplace - a folder that the caller removes; the toolchain and all that it writes go there, about 700 MB
 * @param say - is called with a line about what is being done
 * @returns why it cannot be had here, when it cannot
 * @see Go Toolchains, "Toolchain selection": the module golang.org/toolchain, read 2026-11
 */
export async function bringGo(workplace: string, say: (line: string) => void): Promise<Result<Go, string>> {
  const platform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  const sha256 = new Map(Object.entries(pinned.sha256)).get(platform);
  if (sha256 === undefined) return fail(`no Go toolchain is pinned for ${platform}`);
  const { bavail, bsize } = await statfs(workplace);
  const freeMegabytes = Math.floor((bavail * bsize) / 1e6);
  if (freeMegabytes < NEEDED_MEGABYTES) {
    return fail(`Go needs ${NEEDED_MEGABYTES} MB of disk while it builds, and ${freeMegabytes} MB are free`);
  }
  const version = `v0.0.1-go${pinned.version}.${platform}`;
  const zip = join(workplace, "toolchain.zip");
  const file = { name: `golang.org/toolchain/@v/${version}.zip`, path: zip, sha256 };
  const downloaded = await downloadFromProxies(file, proxiesOf(process.env["GOPROXY"]), (far) =>
    say(`downloading Go ${pinned.version}, which builds it: ${far}`),
  );
  if (!downloaded.ok) return downloaded;
  say(`unpacking Go ${pinned.version}, which builds it`);
  const folder = join(workplace, "go");
  await unpackZip({ zip, folder, below: `golang.org/toolchain@${version}/`, isExecutable });
  await rm(zip);
  return succeed({ path: join(folder, "bin/go"), environment: await environmentIn(workplace, folder) });
}

function isExecutable(name: string): boolean {
  return name.startsWith("bin/") || name.startsWith("pkg/tool/");
}

/** Nothing of it is written to the owner's home, nor to a /tmp that may be in memory. */
async function environmentIn(workplace: string, GOROOT: string): Promise<Record<string, string>> {
  const GOTMPDIR = join(workplace, "tmp");
  await mkdir(GOTMPDIR);
  const [GOPATH, GOCACHE] = [join(workplace, "path"), join(workplace, "cache")];
  return { GOROOT, GOPATH, GOCACHE, GOMODCACHE: join(GOPATH, "pkg/mod"), GOTMPDIR, GOTOOLCHAIN: "local" };
}

/**
 * Returns the toolchain on the PATH, else the pinned one, brought for this.
 *
 * @param workplace - as for `bringGo`
 * @param say - is called with a line about what is being done
 */
export async function findGo(workplace: string, say: (line: string) => void): Promise<Result<Go, string>> {
  const onPath = goOnPath();
  return onPath === null ? bringGo(workplace, say) : succeed(onPath);
}

/** What is built, and for whom. */
export interface ServerBuild {
  /** The folder whose go.mod and go.sum pin the server. */
  module: string;
  path: string;
  /** GOOS and GOARCH, where it is for another machine. */
  target?: Record<string, string>;
}

/**
 * Builds the stream's server from a pinned module, each part of it checked against go.sum.
 *
 * @returns how it was built, such as "built by go1.26.8 from the pinned module"; or why it could not be
 */
export async function buildServer(
  { path: go, environment }: Go,
  { module, path, target = {} }: ServerBuild,
): Promise<Result<string, string>> {
  const fixed = { CGO_ENABLED: "0", GOFLAGS: "", GOWORK: "off" };
  const env = { ...process.env, ...environment, ...fixed, ...target };
  const server = "github.com/nats-io/nats-server/v2";
  const built = await $`${go} build -mod=readonly -trimpath -ldflags ${"-s -w"} -o ${path} ${server}`
    .cwd(module)
    .env(env)
    .quiet()
    .nothrow();
  if (built.exitCode !== 0) {
    return fail(`go build failed: ${built.stderr.toString().trim().split("\n").at(-1) ?? ""}`);
  }
  const version = (await $`${go} env GOVERSION`.cwd(module).env(env).quiet().text()).trim();
  return succeed(`built by ${version} from the pinned module`);
}
