/** A disk that takes no write for a while, as a file system that is being snapshotted or whose device hangs. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { eventually, removeFolders, type Served, startServed, unusedDirectory } from "./served.ts";
import { isSkipped } from "../skipped.ts";

afterAll(removeFolders);

/** A file system that only the process sees, and that can be frozen. */
const OWN_DISK = [
  'truncate -s 96M "$DATA.disk"',
  'mkfs.ext4 -q -F "$DATA.disk"',
  'mkdir -p "$DATA"',
  'mount -o loop "$DATA.disk" "$DATA"',
].join("; ");

/** Why no file system can be frozen here; null when one can. */
function whyNoFreezing(): string | null {
  const data = unusedDirectory();
  const script = `set -e; ${OWN_DISK}; fsfreeze -f "$DATA"; fsfreeze -u "$DATA"`;
  const tried = Bun.spawnSync(["unshare", "-m", "sh", "-c", script], {
    env: { ...process.env, DATA: data },
    stderr: "pipe",
  });
  rmSync(`${data}.disk`, { force: true });
  return tried.success
    ? null
    : `a disk that can be frozen, which only root may do: ${tried.stderr.toString().trim()}`;
}

const obstacle = whyNoFreezing();

/** What waits for a frozen disk cannot be killed, so it thaws automatically when the test does not do it. */
function freeze(served: Served): void {
  served.run('fsfreeze -f "$DATA"; (sleep 120; fsfreeze -u "$DATA") >/dev/null 2>&1 &');
}

function thaw(served: Served): void {
  served.run('fsfreeze -u "$DATA"');
}

/** Longer than it takes until the stream's server is ended to be started again. */
const FROZEN_MS = 12_000;

describe.skipIf(isSkipped(obstacle === null, obstacle ?? ""))("a disk that is frozen", () => {
  test("stops no answer of /health; thawed, everything goes on; frozen again, a stop ends once it is thawed", async () => {
    const served = await startServed({ inNamespace: OWN_DISK });
    await served.deliver("before");
    freeze(served);
    const said = new Set<string>();
    const meanwhile = served.send("meanwhile");
    for (const until = performance.now() + FROZEN_MS; performance.now() < until; await Bun.sleep(100))
      said.add(await served.health());
    // it would have thawed automatically before a thread that waits for it answers
    expect([...said].toSorted()).toEqual(["nats unhealthy", "ok"]);
    expect((await meanwhile).status).toBe(503);
    thaw(served);
    await eventually(async () => ((await served.health()) === "ok" ? true : null));
    await served.deliver("after");
    await served.holds(["before", "after"]);
    freeze(served);
    served.signal("SIGTERM");
    await eventually(async () => (served.log().includes("stopped the listener") ? true : null));
    thaw(served);
    expect(await served.exited).toBe(0);
  });
});
