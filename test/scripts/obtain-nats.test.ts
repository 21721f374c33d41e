/** The script that obtains the stream's server, where what it is given cannot be used: it keeps the one that it has. */
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../sources.ts";

const folder = mkdtempSync(join(tmpdir(), "obtain-nats-"));
const proxy = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("no toolchain") });
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await proxy.stop(true);
});

async function obtain(args: readonly string[], environment: Record<string, string>) {
  const kept = readFileSync(join(ROOT, "embedded/nats/nats-server.pin"), "utf8");
  const script = join(ROOT, "scripts/obtain-nats.ts");
  const asked = Bun.spawn([process.execPath, script, ...args], {
    env: { ...process.env, ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await asked.stderr.text();
  expect(readFileSync(join(ROOT, "embedded/nats/nats-server.pin"), "utf8")).toBe(kept);
  return { exitCode: await asked.exited, said };
}

describe("the stream's server", () => {
  test("that NATS_SERVER_BIN names is refused when it is older than 2.12", async () => {
    const path = join(folder, "nats-server");
    writeFileSync(path, "#!/bin/sh\necho 'nats-server: v2.10.27'\n");
    chmodSync(path, 0o755);
    const { exitCode, said } = await obtain([], { NATS_SERVER_BIN: path });
    expect(exitCode).toBe(1);
    expect(said).toContain(`NATS_SERVER_BIN  ${path} is 2.10.27; needed is 2.12.0 or newer`);
  });

  test("is not built by a toolchain that is not the pinned one", async () => {
    const { exitCode, said } = await obtain(["--only", "proxy"], {
      GOPROXY: `http://127.0.0.1:${proxy.port}`,
    });
    expect(exitCode).toBe(1);
    expect(said).toMatch(/ {2}proxy +http:\S+\.zip has SHA-256 [0-9a-f]{64}, pinned is [0-9a-f]{64}\n/);
  });

  test("is not looked for in Debian's packages, which are older", async () => {
    const { exitCode, said } = await obtain(["--only", "debian"], {});
    expect({ exitCode, said }).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining("go, release, proxy"),
    });
  });
});
