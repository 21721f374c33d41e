/**
 * Makes what is handed out: the executable for each machine that this one can build for, the list of what is inside
 * (CycloneDX) and checksums.
 *
 *   scripts/run scripts/release.ts [--target linux-x64,linux-arm64] [--dir dist/release]
 *
 * A target that cannot be built is skipped with the reason; it ends with 1 when none could.
 */
import { existsSync, readdirSync } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { version } from "../package.json";
import { readFlags, someOf, text } from "./flags.ts";
import { describeMaterials } from "./release/bill-of-materials.ts";
import { CHECKSUMS, writeChecksums } from "./release/checksums.ts";
import { findGo, type Go } from "./obtain-nats/go.ts";
import { withWorkplace } from "./obtain-nats/workplace.ts";
import { buildStreamServer } from "./release/stream-server.ts";

const ROOT = join(import.meta.dir, "..");
const TARGETS = ["linux-x64", "linux-arm64", "linuxmusl-x64", "linuxmusl-arm64"] as const;
const NOTICES = ["LICENSE", "THIRD-PARTY-NOTICES.md"];

const flags = readFlags({ target: someOf(TARGETS), dir: text(join(ROOT, "dist/release")) });

const folder = resolve(flags.dir);
if (existsSync(folder) && readdirSync(folder).length > 0)
  giveUp(`${folder} is not empty; name another --dir`);
await mkdir(folder, { recursive: true });
const built: string[] = [];
await withWorkplace(async (workplace) => {
  const go = await findGo(workplace, say);
  if (!go.ok) return say(`the stream's server is built by Go, and there is none here: ${go.problem}`);
  for (const target of flags.target) if (await release(go.value, target)) built.push(target);
});
if (built.length === 0) giveUp("nothing could be built");
await writeMaterials();
for (const name of NOTICES) await copyFile(join(ROOT, name), join(folder, name));
await writeChecksums(folder);
say(`${folder}: check it with  sha256sum --check ${CHECKSUMS}`);

/** Returns whether it could be built. */
async function release(go: Go, target: string): Promise<boolean> {
  const workplace = join(ROOT, "dist/stream-server", target);
  const reason = await buildStreamServer(go, target, workplace);
  if (reason !== null) {
    say(`skipped ${target}: ${reason}`);
    return false;
  }
  const path = join(folder, `scoring-${version}-${target}`);
  const flags = ["--target", target, "--stream-server", workplace];
  const child = Bun.spawnSync([process.execPath, join(import.meta.dir, "build.ts"), path, ...flags]);
  await rm(workplace, { recursive: true, force: true });
  if (child.success) say(`${target}: ${child.stdout.toString().trim()}`);
  else say(`skipped ${target}: ${child.stderr.toString().trim()}`);
  return child.success;
}

async function writeMaterials(): Promise<void> {
  const [, origin = ""] = (await Bun.file(join(ROOT, "embedded/nats/nats-server.pin")).text()).split("\n");
  const materials = describeMaterials(origin);
  await Bun.write(join(folder, `scoring-${version}.cdx.json`), `${JSON.stringify(materials, null, 2)}\n`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function giveUp(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
