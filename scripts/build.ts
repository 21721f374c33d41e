/**
 * Builds ./scoring: one executable that needs nothing else, neither node_modules nor Bun nor a NATS server.
 *
 *   bun scripts/build.ts [PATH] [--target linux-arm64 --stream-server FOLDER] [--unless-built]
 *
 * With --unless-built nothing is done where ./scoring was built from the very same files.
 * For another machine the stream's server is needed too: the folder holds nats-server and nats-server.pin, as
 * scripts/obtain-nats.ts leaves them in embedded/nats.
 */
import { $, type BunPlugin } from "bun";
import { readFileSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { version } from "../package.json";
import { isTooOld, OLDEST_SERVER, serverVersionOf } from "../src/stream/server/server-version.ts";
import { buildDashboard } from "./build-dashboard.ts";
import { hashInputs, isBuiltFrom, noteBuiltFrom } from "./built-from.ts";
import { readCommandLine, text, toggle } from "./flags.ts";

const ROOT = join(import.meta.dir, "..");

/**
 * The program, then the files that run as workers: those are loaded by path, so they have to be named here.
 *
 * Paths inside the executable begin at the folder that the entry points share, src/. A worker is therefore started
 * from src/main.ts by a URL relative to it, the same in a checkout and in the executable.
 */
const ENTRY_POINTS = [
  "src/main.ts",
  "src/appliance/engine/engine-worker.ts",
  "src/answers/read-worker.ts",
  "src/appliance/keys/keys-worker.ts",
];

/** 9 packs in 0.3 s to 36 %; 19 takes 4.8 s for 33 %. */
const PACKING_LEVEL = 9;

const COMPILED = { outfile: "dist/scoring", autoloadDotenv: false, autoloadBunfig: false };

const { values, operands } = readCommandLine(
  { target: text(ownTarget()), "stream-server": text(join(ROOT, "embedded/nats")), "unless-built": toggle() },
  ["PATH"],
);
const { target } = values;
const serverFolder = resolve(values["stream-server"]);
const packedServer = join(serverFolder, "nats-server.zst");

const outfile = resolve(operands[0] ?? join(ROOT, "scoring"));
process.chdir(ROOT);
const commit = await currentCommit();
const inputs = hashInputs(`${target} ${serverFolder} ${commit}`);
if (values["unless-built"] && isBuiltFrom(outfile, inputs)) say("already there");
else await build();

async function build(): Promise<void> {
  await packServer();
  await buildDashboard().catch((error: unknown) => giveUp(String(error)));
  await compile();
  refuseBakedPaths(outfile);
  await noteBuiltFrom(outfile, inputs);
  say(outfile);
}

function say(what: string): void {
  process.stdout.write(`${version}, ${sizeOf(outfile)}, ${what}\n`);
}

/** Leaves what embedded/nats/asset.ts imports. */
async function packServer(): Promise<void> {
  const server = Bun.file(join(serverFolder, "nats-server"));
  if (!(await server.exists())) giveUp(`${server.name} is missing; run ./install.sh to obtain it`);
  const packed = await Bun.zstdCompress(await server.bytes(), { level: PACKING_LEVEL });
  await Bun.write(packedServer, packed);
}

/** Returns which server is carried and how it was obtained, as scripts/obtain-nats.ts noted it. */
async function streamServer(): Promise<string> {
  const [, noted] = (await Bun.file(join(serverFolder, "nats-server.pin")).text()).split("\n");
  const origin = noted ?? (await serverVersionOf(join(serverFolder, "nats-server"))) ?? "";
  if (isTooOld(origin))
    giveUp(`the stream's server is ${origin}; needed is ${OLDEST_SERVER} or newer: ./install.sh`);
  return origin;
}

/** Renames last: a running ./scoring keeps the file it was started from. */
async function compile(): Promise<void> {
  await mkdir("dist", { recursive: true });
  const built = await Bun.build({
    entrypoints: [...ENTRY_POINTS],
    root: "src",
    plugins: [sqliteAddon(), streamServerAsset(), productionReact()],
    jsx: { development: false },
    define: {
      SCORING_COMMIT: JSON.stringify(commit),
      SCORING_STREAM_SERVER: JSON.stringify(await streamServer()),
      SCORING_BUILT_AT: JSON.stringify(new Date().toISOString()),
    },
    minify: { whitespace: true, syntax: true },
    // what the program and its workers share is there once: 4 MB less of a file that stays in memory for the most part
    splitting: true,
    // compiled before it runs: 14 MB more, and it starts in half the time; only for machines like this one
    bytecode: target === ownTarget(),
    format: "esm",
    compile: { ...COMPILED, ...(target !== ownTarget() && { target: bunTarget(target) }) },
    throw: false,
  });
  if (!built.success) giveUp(built.logs.map(String).join("\n"));
  await rename("dist/scoring", outfile);
}

/**
 * Replaces the entry of better-sqlite3, which looks for its addon at run time, beginning at an absolute path of this
 * machine: the addon is put into the executable, which loads it itself.
 */
function sqliteAddon(): BunPlugin {
  const entry = Bun.resolveSync(`better-sqlite3/${target}`, ROOT);
  const contents = `
    import createDatabase from "./database";
    import SqliteError from "./sqlite-error";
    import packed from "../prebuilds/${target}.node" with { type: "file" };
    import { loadAddon } from ${JSON.stringify(join(ROOT, "embedded/sqlite/load-addon.ts"))};
    let addon;
    const Database = createDatabase(() => (addon ??= loadAddon(packed)), false);
    export default Object.assign(Database, { SqliteError });`;
  return {
    name: "better-sqlite3's addon",
    setup(build) {
      build.onResolve({ filter: /^better-sqlite3$/ }, () => ({ path: entry }));
      build.onLoad({ filter: /\/better-sqlite3\/lib\/linux.*\.js$/ }, () => ({ contents, loader: "js" }));
    },
  };
}

/**
 * Takes React's build for production, which is smaller and faster. React chooses between its two builds by a variable
 * of the environment; the program runs without it, because its answers to invalid requests would name no reason.
 */
function productionReact(): BunPlugin {
  return {
    name: "React for production",
    setup(build) {
      build.onLoad(
        { filter: /\/node_modules\/(react|react-dom|use-sync-external-store)\/.*\.js$/ },
        async ({ path }) => {
          const text = await Bun.file(path).text();
          return { contents: text.replaceAll("process.env.NODE_ENV", '"production"'), loader: "js" };
        },
      );
    },
  };
}

/** The server of the machine that is built for, in place of this one's. */
function streamServerAsset(): BunPlugin {
  return {
    name: "the stream's server",
    setup(build) {
      build.onResolve({ filter: /\/nats-server\.zst$/ }, () => ({ path: packedServer }));
    },
  };
}

/** Returns the name of Bun's own build: linuxmusl-x64 is called bun-linux-x64-musl there. */
function bunTarget(name: string): Bun.Build.CompileTarget {
  const [system = "", processor] = name.split("-");
  const isMusl = system.endsWith("musl");
  return `bun-${system.replace("musl", "")}-${processor}${isMusl ? "-musl" : ""}` as Bun.Build.CompileTarget;
}

function ownTarget(): string {
  const isMusl = process.platform === "linux" && /ld-musl/.test(readFileSync("/proc/self/maps", "utf8"));
  return `${isMusl ? "linuxmusl" : process.platform}-${process.arch}`;
}

/**
 * Returns the short hash, with "+" when files differ from it; empty outside git. Asked of another user's
 * checkout too.
 */
async function currentCommit(): Promise<string> {
  const described = await $`git -c ${`safe.directory=${ROOT}`} describe --always ${"--exclude=*"} --dirty=+`
    .quiet()
    .nothrow();
  return described.stdout.toString().trim();
}

function refuseBakedPaths(path: string): void {
  const at = readFileSync(path).indexOf(`${ROOT}/`);
  if (at !== -1)
    giveUp(`BUG: the executable holds a path of this checkout at byte ${at}; it would fail elsewhere`);
}

function sizeOf(path: string): string {
  return `${Math.round(Bun.file(path).size / 1e6)} MB`;
}

function giveUp(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
