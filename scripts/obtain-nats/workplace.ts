/** A folder for what is needed only while something is obtained. */
import { $ } from "bun";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** In the checkout, because the system's folder for temporary files may be in memory, and its disk was measured. */
const PLACE = join(import.meta.dir, "../../.tools");
const PREFIX = "obtain-";

/**
 * Calls with an empty folder that only its owner may enter, and removes the folder afterwards.
 *
 * What an earlier run left behind when it was killed goes too.
 */
export async function withWorkplace<Outcome>(use: (folder: string) => Promise<Outcome>): Promise<Outcome> {
  await mkdir(PLACE, { recursive: true });
  for (const name of (await readdir(PLACE)).filter(isLeft)) await removeTree(join(PLACE, name));
  const folder = await mkdtemp(join(PLACE, `${PREFIX}${process.pid}-`));
  try {
    return await use(folder);
  } finally {
    await removeTree(folder);
  }
}

/** Whether the process that made it is gone. */
function isLeft(name: string): boolean {
  if (!name.startsWith(PREFIX)) return false;
  try {
    return !process.kill(Number.parseInt(name.slice(PREFIX.length), 10), 0);
  } catch {
    return true;
  }
}

/** Go makes its module cache read-only. */
async function removeTree(folder: string): Promise<void> {
  await $`chmod -R u+w ${folder}`.quiet().nothrow();
  await rm(folder, { recursive: true, force: true });
}
