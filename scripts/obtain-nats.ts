/**
 * Obtains the nats-server that the executable carries, as embedded/nats/nats-server.
 *
 * Ways, in order: NATS_SERVER_BIN, a Go toolchain on the PATH, the official release, the Go toolchain of the module
 * proxy. Each is verified: by the owner who names it, by embedded/nats/go.sum, by the SHA-256 in release.json, by the
 * SHA-256 in go-toolchain.json and then by go.sum. `--only go`, `release` or `proxy` tries only one of
 * them.
 */
import { $ } from "bun";
import { createHash } from "node:crypto";
import { chmod, copyFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import release from "../embedded/nats/release.json";
import { isTooOld, OLDEST_SERVER, serverVersionOf } from "../src/stream/server/server-version.ts";
import { fail, type Result, succeed } from "../src/vocabulary/result.ts";
import { oneOf, readFlags } from "./flags.ts";
import { download } from "./obtain-nats/download.ts";
import { bringGo, buildServer, type Go, goOnPath } from "./obtain-nats/go.ts";
import { withWorkplace } from "./obtain-nats/workplace.ts";

const DIRECTORY = join(import.meta.dir, "../embedded/nats");
const SERVER = join(DIRECTORY, "nats-server");
/** What the kept server was obtained for, where another pin means to obtain it again; then which one, and how. */
const STAMP = `${SERVER}.pin`;

/** A file that says it is a nats-server, and where it comes from. */
interface Obtained {
  path: string;
  from: string;
}

interface Way {
  name: string;
  /**
   * @param workplace - An empty folder to work in.
   * @throws A sentence that says why this way is closed here.
   */
  obtain(workplace: string): Promise<Result<Obtained, string>>;
}

const WAYS: readonly Way[] = [
  { name: "go", obtain: buildWithOwnGo },
  { name: "release", obtain: downloadRelease },
  { name: "proxy", obtain: buildWithBroughtGo },
];

const { only } = readFlags({ only: oneOf(WAYS.map(({ name }) => name)) });
const given = process.env["NATS_SERVER_BIN"];
const pin = await readPin();

if (given !== undefined && only === null) say(await keepGiven(given));
else if (only === null && (await isKept())) say(`${await originOf(SERVER)}, already there`);
else say(await obtainByFirstOpenWay(WAYS.filter((way) => only === null || way.name === only)));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function readPin(): Promise<string> {
  const sums = await Bun.file(join(DIRECTORY, "go.sum")).text();
  return createHash("sha256").update(sums).update(JSON.stringify(release)).digest("hex");
}

async function isKept(): Promise<boolean> {
  const stamp = Bun.file(STAMP);
  if (!(await stamp.exists())) return false;
  const [obtainedFor] = (await stamp.text()).split("\n");
  if (obtainedFor !== pin) return false;
  const version = await serverVersionOf(SERVER);
  return version !== null && !isTooOld(version);
}

/** Returns the version, and how it was obtained where that was noted. */
async function originOf(path: string): Promise<string> {
  const [, origin] = (await Bun.file(STAMP).text()).split("\n");
  return origin ?? String(await serverVersionOf(path));
}

async function keepGiven(path: string): Promise<string> {
  const kept = await keep({ path, from: "given as NATS_SERVER_BIN" });
  return kept.ok ? kept.value : giveUp([`NATS_SERVER_BIN  ${kept.problem}`]);
}

async function obtainByFirstOpenWay(ways: readonly Way[]): Promise<string> {
  const closed: string[] = [];
  for (const way of ways) {
    const kept = await withWorkplace(async (workplace) => {
      const obtained = await way.obtain(workplace);
      return obtained.ok ? keep(obtained.value) : obtained;
    });
    if (kept.ok) return kept.value;
    closed.push(`${way.name.padEnd(8)} ${kept.problem}`);
  }
  return giveUp(closed);
}

/** Puts the file where the build looks for it, unless it is too old or no nats-server at all. */
async function keep({ path, from }: Obtained): Promise<Result<string, string>> {
  const version = await serverVersionOf(path);
  if (version === null) return fail(`${path} does not run here as a nats-server`);
  if (isTooOld(version)) {
    const reason = "older ones can lose acknowledged requests when they are killed";
    return fail(`${path} is ${version}; needed is ${OLDEST_SERVER} or newer: ${reason}`);
  }
  await copyFile(path, `${SERVER}.new`);
  await chmod(`${SERVER}.new`, 0o755);
  await rename(`${SERVER}.new`, SERVER);
  const origin = `${version}, ${from}`;
  await writeFile(STAMP, `${pin}\n${origin}`);
  return succeed(origin);
}

async function buildWithOwnGo(workplace: string): Promise<Result<Obtained, string>> {
  const go = goOnPath();
  return go === null ? fail("no Go toolchain on the PATH") : build(go, workplace);
}

async function buildWithBroughtGo(workplace: string): Promise<Result<Obtained, string>> {
  const go = await bringGo(workplace, say);
  return go.ok ? build(go.value, workplace) : go;
}

async function build(go: Go, workplace: string): Promise<Result<Obtained, string>> {
  say("building the stream's server");
  const path = join(workplace, "nats-server");
  const built = await buildServer(go, { module: DIRECTORY, path });
  return built.ok ? succeed({ path, from: built.value }) : built;
}

async function downloadRelease(workplace: string): Promise<Result<Obtained, string>> {
  const platform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  const sha256 = new Map(Object.entries(release.sha256)).get(platform);
  if (sha256 === undefined) return fail(`no release is pinned for ${platform}`);
  const stem = `nats-server-v${release.version}-${platform}`;
  const url = `https://github.com/nats-io/nats-server/releases/download/v${release.version}/${stem}.tar.gz`;
  const archive = join(workplace, "release.tar.gz");
  const downloaded = await download({ url, path: archive, sha256 }, (far) =>
    say(`downloading the official release: ${far}`),
  );
  if (!downloaded.ok) return fail(downloaded.problem.reason);
  await $`tar -xzf ${archive} -C ${workplace}`.quiet();
  return succeed({ path: join(workplace, stem, "nats-server"), from: "the official release" });
}

function giveUp(closed: readonly string[]): never {
  const reasons = closed.map((reason) => `  ${reason}\n`).join("");
  process.stderr.write(`no nats-server could be obtained:
${reasons}Install Go (https://go.dev/dl), or name a nats-server ${OLDEST_SERVER} or newer: NATS_SERVER_BIN=/path ./install.sh
`);
  process.exit(1);
}
