/**
 * Obtains the nats-server that the executable carries, as embedded/nats/nats-server.
 *
 * Ways, in order: NATS_SERVER_BIN, a Go toolchain, the official release, Debian's package. Each is verified: by the
 * owner who names it, by embedded/nats/go.sum, by the SHA-256 in release.json, by apt's signed indexes.
 * `--only go`, `release` or `debian` tries one of them alone.
 */
import { $ } from "bun";
import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import release from "../embedded/nats/release.json";
import { fail, type Result, succeed } from "../src/vocabulary/result.ts";
import { oneOf, readFlags } from "./flags.ts";

const DIRECTORY = join(import.meta.dir, "../embedded/nats");
const SERVER = join(DIRECTORY, "nats-server");
/** What the kept server was obtained for, where another pin means to obtain it again; then which one, and how. */
const STAMP = `${SERVER}.pin`;

/** sync_interval, on which "200 means on disk" rests, came with this version. */
const OLDEST: [major: number, minor: number] = [2, 10];

const DOWNLOAD_DEADLINE_MS = 300_000;

const DEBIAN_KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg";

/**
 * Stable stands in when a mirror's copy of unstable is past its date: apt then leaves that index out, and takes the
 * newest package of those that are left.
 */
const DEBIAN_SUITES = "unstable stable";

/** A file that says it is a nats-server, and where it comes from. */
interface Obtained {
  path: string;
  from: string;
}

interface Way {
  name: string;
  /** Takes: an empty folder to work in. Fails: a sentence that says why this way is closed here. */
  obtain(workplace: string): Promise<Result<Obtained, string>>;
}

const WAYS: readonly Way[] = [
  { name: "go", obtain: buildWithGo },
  { name: "release", obtain: downloadRelease },
  { name: "debian", obtain: unpackDebianPackage },
];

const { only } = readFlags({ only: oneOf(WAYS.map(({ name }) => name)) });
const given = process.env["NATS_SERVER_BIN"];
const pin = await readPin();

if (given !== undefined && only === null) say(await keepGiven(given));
else if (only === null && (await isKept())) say(`${await originOf(SERVER)}, already there`);
else say(await obtainByFirstOpenWay(WAYS.filter((way) => only === null || way.name === only)));

function say(outcome: string): void {
  process.stdout.write(`${outcome}\n`);
}

async function readPin(): Promise<string> {
  const sums = await Bun.file(join(DIRECTORY, "go.sum")).text();
  return createHash("sha256").update(sums).update(JSON.stringify(release)).digest("hex");
}

async function isKept(): Promise<boolean> {
  const stamp = Bun.file(STAMP);
  if (!(await stamp.exists())) return false;
  const [obtainedFor] = (await stamp.text()).split("\n");
  return obtainedFor === pin && isRecent(await versionOf(SERVER));
}

/** Gives: the version, and how it was obtained where that was noted. */
async function originOf(path: string): Promise<string> {
  const [, origin] = (await Bun.file(STAMP).text()).split("\n");
  return origin ?? String(await versionOf(path));
}

async function keepGiven(path: string): Promise<string> {
  const kept = await keep({ path, from: "given as NATS_SERVER_BIN" });
  return kept.ok ? kept.value : giveUp([`NATS_SERVER_BIN  ${kept.problem}`]);
}

async function obtainByFirstOpenWay(ways: readonly Way[]): Promise<string> {
  const closed: string[] = [];
  for (const way of ways) {
    const workplace = await mkdtemp(join(tmpdir(), "scoring-nats-"));
    try {
      const obtained = await way.obtain(workplace);
      const kept = obtained.ok ? await keep(obtained.value) : obtained;
      if (kept.ok) return kept.value;
      closed.push(`${way.name.padEnd(8)} ${kept.problem}`);
    } finally {
      await removeTree(workplace);
    }
  }
  return giveUp(closed);
}

/** Go makes its module cache read-only. */
async function removeTree(directory: string): Promise<void> {
  await $`chmod -R u+w ${directory}`.quiet().nothrow();
  await rm(directory, { recursive: true, force: true });
}

/** Puts the file where the build looks for it, unless it is too old or no nats-server at all. */
async function keep({ path, from }: Obtained): Promise<Result<string, string>> {
  const version = await versionOf(path);
  if (version === null) return fail(`${path} does not run here as a nats-server`);
  if (!isRecent(version)) {
    return fail(
      `${path} is ${version}; needed is ${OLDEST.join(".")} or newer: older ones have no sync_interval`,
    );
  }
  await copyFile(path, `${SERVER}.new`);
  await chmod(`${SERVER}.new`, 0o755);
  await rename(`${SERVER}.new`, SERVER);
  const origin = `${version}, ${from}`;
  await writeFile(STAMP, `${pin}\n${origin}`);
  return succeed(origin);
}

/** Gives: "2.15.2", or null when the file is missing or is no nats-server for this machine. */
async function versionOf(path: string): Promise<string | null> {
  const asked = await $`${path} --version`.quiet().nothrow();
  return asked.stdout.toString().match(/^nats-server: v(\d+\.\d+\.\d+\S*)/)?.[1] ?? null;
}

function isRecent(version: string | null): boolean {
  if (version === null) return false;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

async function buildWithGo(workplace: string): Promise<Result<Obtained, string>> {
  if (Bun.which("go") === null) return fail("no Go toolchain on the PATH");
  const path = join(workplace, "nats-server");
  const built =
    await $`go build -mod=readonly -trimpath -ldflags ${"-s -w"} -o ${path} github.com/nats-io/nats-server/v2`
      .cwd(DIRECTORY)
      .env({ ...process.env, CGO_ENABLED: "0", GOFLAGS: "", GOWORK: "off" })
      .quiet()
      .nothrow();
  if (built.exitCode !== 0) return fail(`go build failed: ${lastLine(built.stderr)}`);
  const version = (await $`go env GOVERSION`.cwd(DIRECTORY).quiet().text()).trim();
  return succeed({ path, from: `built by ${version} from the pinned module` });
}

async function downloadRelease(workplace: string): Promise<Result<Obtained, string>> {
  const platform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  const expected = new Map(Object.entries(release.sha256)).get(platform);
  if (expected === undefined) return fail(`no release is pinned for ${platform}`);
  const stem = `nats-server-v${release.version}-${platform}`;
  const url = `https://github.com/nats-io/nats-server/releases/download/v${release.version}/${stem}.tar.gz`;
  const archive = join(workplace, "release.tar.gz");
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_DEADLINE_MS) });
    if (!answer.ok) return fail(`${url} answers ${answer.status}`);
    await Bun.write(archive, await answer.bytes());
  } catch (error) {
    return fail(`${url}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const actual = createHash("sha256")
    .update(await Bun.file(archive).bytes())
    .digest("hex");
  if (actual !== expected) return fail(`${url} has SHA-256 ${actual}, pinned is ${expected}`);
  await $`tar -xzf ${archive} -C ${workplace}`.quiet();
  return succeed({ path: join(workplace, stem, "nats-server"), from: "the official release" });
}

async function unpackDebianPackage(workplace: string): Promise<Result<Obtained, string>> {
  if (Bun.which("apt-get") === null || Bun.which("dpkg-deb") === null) return fail("no apt-get here");
  if (!(await Bun.file(DEBIAN_KEYS).exists()))
    return fail(`${DEBIAN_KEYS} is missing (package debian-archive-keyring)`);
  const environment = { ...process.env, APT_CONFIG: await writeAptConfiguration(workplace) };
  const updated = await $`apt-get --quiet update`.env(environment).quiet().nothrow();
  const downloaded = await $`apt-get --quiet download nats-server`
    .cwd(workplace)
    .env(environment)
    .quiet()
    .nothrow();
  if (downloaded.exitCode !== 0) return fail(`${lastLine(downloaded.stderr)} ${lastLine(updated.stderr)}`);
  const [deb] = [...new Bun.Glob("nats-server_*.deb").scanSync(workplace)];
  await $`dpkg-deb -x ${deb ?? ""} unpacked`.cwd(workplace).quiet();
  const [path] = [...new Bun.Glob("unpacked/usr/*bin/nats-server").scanSync(workplace)];
  return succeed({ path: join(workplace, path ?? ""), from: `Debian's ${deb}` });
}

/** An apt of its own in the workplace: it needs no root, and leaves the machine's sources and state alone. */
async function writeAptConfiguration(workplace: string): Promise<string> {
  const configuration = join(workplace, "apt.conf");
  await mkdir(join(workplace, "lists/partial"), { recursive: true });
  await mkdir(join(workplace, "cache/archives/partial"), { recursive: true });
  await writeFile(
    join(workplace, "nats.sources"),
    `Types: deb
URIs: http://deb.debian.org/debian
Suites: ${DEBIAN_SUITES}
Components: main
Signed-By: ${DEBIAN_KEYS}
`,
  );
  await writeFile(
    configuration,
    `Dir::State "${workplace}";
Dir::State::status "/dev/null";
Dir::Cache "${workplace}/cache";
Dir::Etc::sourcelist "${workplace}/nats.sources";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::parts "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Acquire::Languages "none";
APT::Sandbox::User "";
`,
  );
  return configuration;
}

function lastLine(output: Buffer): string {
  return output.toString().trim().split("\n").at(-1) ?? "";
}

function giveUp(closed: readonly string[]): never {
  const reasons = closed.map((reason) => `  ${reason}\n`).join("");
  process.stderr.write(`no nats-server could be obtained:
${reasons}Install Go (https://go.dev/dl), or name a nats-server ${OLDEST.join(".")} or newer: NATS_SERVER_BIN=/path ./install.sh
`);
  process.exit(1);
}
