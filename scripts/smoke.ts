/**
 * Tries the built executable as its user will: in an empty folder, with nothing on its PATH, where this user may make
 * one in a network that counts what is sent to other machines; and in a root that holds nothing else.
 *
 * It catches what tests of the sources cannot: a path of the build machine, a file that was left out, a program that
 * is called and is not everywhere.
 */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectThat, step } from "./smoke/expect.ts";
import { emptyFolder } from "./smoke/empty-folder.ts";
import { emptyRoot, whyNoEmptyRoot } from "./smoke/empty-root.ts";
import { liveThrough } from "./smoke/life.ts";
import { liveInWatchedNetwork, whyNoWatchedNetwork } from "./smoke/watched-network.ts";

const BUILT = join(import.meta.dir, "../scoring");

const folder = await mkdtemp(join(tmpdir(), "scoring-smoke-"));
try {
  expectThat(await Bun.file(BUILT).exists(), "there is no ./scoring; run ./install.sh");
  await inAnEmptyFolder(folder);
  await inAnEmptyRoot(join(folder, "root"));
} catch (cause) {
  process.stderr.write(`smoke: ${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function inAnEmptyFolder(within: string): Promise<void> {
  const home = join(within, "home");
  const reason = whyNoWatchedNetwork();
  if (reason === null) {
    process.stdout.write(
      "In an empty folder, with an empty PATH, in a network whose only way out is watched\n",
    );
    await liveInWatchedNetwork(BUILT, within);
  } else {
    process.stdout.write(`In an empty folder, with an empty PATH; not in its own network: ${reason}\n`);
    await liveThrough(await emptyFolder(home, BUILT));
  }
  await step("nothing else written", async () => {
    const expected = ["scoring", "scoring-data", "tmp"];
    const unexpected = (await readdir(home)).filter((name) => !expected.includes(name));
    expectThat(unexpected.length === 0, `it also wrote ${unexpected.join(", ")}`);
  });
}

async function inAnEmptyRoot(root: string): Promise<void> {
  const reason = whyNoEmptyRoot();
  if (reason !== null) {
    process.stdout.write(`\nNot tried in its own root: ${reason}\n`);
    return;
  }
  process.stdout.write("\nIn a root that holds nothing but the executable and its libraries\n");
  await liveThrough(await emptyRoot(root, BUILT));
}
