/**
 * Runs the tests that kill the stream's server with the oldest one that is allowed, in a copy of this checkout:
 *
 *   bun scripts/oldest-server.ts [--server PATH] [TESTS]
 *
 * Without --server it is built from scripts/oldest-server/go.mod and kept in .tools. TESTS is a file or a folder.
 */
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { serverVersionOf } from "../src/stream/server/server-version.ts";
import { readCommandLine, text } from "./flags.ts";
import { buildServer, findGo } from "./obtain-nats/go.ts";
import { withWorkplace } from "./obtain-nats/workplace.ts";
import { COMPILED_SELDOM } from "./tests/compilers.ts";
import { serverVersionIn } from "./third-party.ts";

const ROOT = join(import.meta.dir, "..");
const PINNED = join(import.meta.dir, "oldest-server");
const COPIED = [
  "src",
  "scripts",
  "docs",
  "embedded",
  "test",
  "install.sh",
  "package.json",
  "tsconfig.json",
  "bunfig.toml",
  "bun.lock",
  ".gitignore",
];
const USUAL = [
  "test/stream",
  "test/chaos/chaos.test.ts",
  "test/chaos/captured-prompt.test.ts",
  "test/chaos/damaged-stream.test.ts",
  "test/chaos/frozen-server.test.ts",
];

const { values, operands } = readCommandLine({ server: text(null) }, ["TESTS"]);
const server = values.server === null ? await builtServer() : resolve(values.server);
say(`with nats-server ${await serverVersionOf(server)}`);
const copy = mkdtempSync(join(ROOT, ".tools/oldest-"));
try {
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  for (const path of ["node_modules", ".tools"]) symlinkSync(join(ROOT, path), join(copy, path));
  cpSync(server, join(copy, "embedded/nats/nats-server"));
  // it names where the usual one is from; of this one the build asks itself
  writeFileSync(join(copy, "embedded/nats/nats-server.pin"), "");
  const files = operands.length === 0 ? USUAL : operands;
  process.exitCode =
    (await run("scripts/build.ts")) ||
    (await run("test", `--parallel=${2 * availableParallelism()}`, "--timeout", "180000", ...files));
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** In the copy, with the executable that is built there for the tests that start the program. */
function run(...args: string[]): Promise<number> {
  const env = { ...COMPILED_SELDOM, ...process.env, TESTED_EXECUTABLE: join(copy, "scoring") };
  return Bun.spawn([process.execPath, ...args], { cwd: copy, env, stdio: ["ignore", "inherit", "inherit"] })
    .exited;
}

async function builtServer(): Promise<string> {
  const kept = join(ROOT, `.tools/nats-server-${serverVersionIn(PINNED)}`);
  if (existsSync(kept)) return kept;
  return withWorkplace(async (workplace) => {
    const go = await findGo(workplace, say);
    if (!go.ok) throw new Error(`there is no Go to build the oldest server: ${go.problem}`);
    const path = join(workplace, "nats-server");
    const built = await buildServer(go.value, { module: PINNED, path });
    if (!built.ok) throw new Error(built.problem);
    await rename(path, kept);
    return kept;
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
