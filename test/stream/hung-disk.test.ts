import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EmbeddedServer } from "../../src/stream/server/server.ts";
import { configFileOf } from "../../src/stream/server/server-config.ts";
import type { Log } from "../../src/vocabulary/log.ts";
import { UNFINISHED } from "../../src/vocabulary/whole-file.ts";

const MIB = 1024 * 1024;

let directory = "";
let server: EmbeddedServer;
const said: string[] = [];
const say = (message: string) => void said.push(message);
const log: Log = { info: say, warning: say, error: say };

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "hung-"));
  server = await EmbeddedServer.start(directory, 256 * MIB, log);
});

afterEach(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

/** Whoever opens a pipe to write waits for a reader, as one who writes waits for a disk that hangs. */
function hang(path: string): void {
  rmSync(path, { force: true });
  expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(5);
}

describe("on a disk that hangs, the stream's server that died", () => {
  test("does not stop this thread while it is started again, and comes back with the disk", async () => {
    const unfinished = `${configFileOf(directory)}${UNFINISHED}`;
    hang(configFileOf(directory));
    hang(unfinished);
    const killed = server.pid ?? 0;
    process.kill(killed, "SIGKILL");
    await until(() => said.some((message) => message.includes("starting it again")));
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    await until(() => ticks >= 100);
    clearInterval(ticking);
    expect(server.restarts).toBe(0);
    const reader = await open(unfinished, "r"); // given when somebody writes
    rmSync(unfinished);
    await reader.close();
    await until(() => server.restarts > 0 && server.pid !== null && server.pid !== killed);
  });
});
