/** Which stream's servers are started: a script that prints a version acts as a server of that version. */
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  isTooOld,
  OLDEST_SERVER,
  refuseOldServer,
  serverVersionOf,
} from "../../../src/stream/server/server-version.ts";
import { serverVersionIn } from "../../../scripts/third-party.ts";
import { readText, ROOT } from "../../sources.ts";

const folder = mkdtempSync(join(tmpdir(), "server-version-"));
afterAll(() => rmSync(folder, { recursive: true }));

function serverThatSays(text: string): string {
  const path = join(folder, Bun.hash(text).toString());
  writeFileSync(path, `#!/bin/sh\necho '${text}'\n`);
  chmodSync(path, 0o755);
  return path;
}

describe("a stream's server", () => {
  test.each(["2.10.27", "2.11.0", "2.11.99", "1.99.0"])("of version %s is refused", async (version) => {
    const refused = refuseOldServer(serverThatSays(`nats-server: v${version}`));
    await expect(refused).rejects.toThrow(
      `the stream's server is nats-server ${version}, which can lose acknowledged requests when it is killed; ` +
        "needed is 2.12.0 or newer: run ./install.sh again without an older NATS_SERVER_BIN",
    );
  });

  test.each(["2.12.0", "2.12.0-RC.1", "2.15.2", "3.0.0"])("of version %s may be started", async (version) => {
    await refuseOldServer(serverThatSays(`nats-server: v${version}`));
    expect(isTooOld(version)).toBe(false);
  });

  test("that does not run is left to whoever starts it", async () => {
    const missing = join(folder, "missing");
    expect(await serverVersionOf(missing)).toBeNull();
    expect(await serverVersionOf(serverThatSays("something else"))).toBeNull();
    await refuseOldServer(missing);
  });

  test("of the oldest version that is allowed is the one that the tests are run with", () => {
    expect(serverVersionIn(join(ROOT, "scripts/oldest-server"))).toBe(OLDEST_SERVER);
    expect(readText("install.sh")).toContain(`nats-server ${OLDEST_SERVER.slice(0, -2)} or newer`);
  });
});
