/** A server that is silent because it still reads its store, which takes the longer the more waits in it. */
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTo } from "../../../src/stream/connection.ts";
import { EmbeddedServer } from "../../../src/stream/server/server.ts";
import type { Log } from "../../../src/vocabulary/log.ts";
import { eventually } from "../../appliance/running.ts";

const STORE_BYTES = 64 * 1024 * 1024;

const said: string[] = [];
const say = (message: string) => void said.push(message);
const log: Log = { info: say, warning: say, error: say };

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), "server-"));
  folders.push(folder);
  return folder;
}

/** Of the file in which the server says that it listens. */
function portsFilesIn(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.endsWith(".ports"));
}

function pidIn(directory: string): number {
  const path = join(directory, "nats.pid");
  return existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) || 0 : 0;
}

/** Starts one and stops its clock before it listens. */
async function startFrozen(): Promise<{ pid: number; starting: Promise<EmbeddedServer> }> {
  for (;;) {
    const directory = newDirectory();
    const starting = EmbeddedServer.start(directory, STORE_BYTES, log);
    await eventually(async () => pidIn(directory) > 0);
    const pid = pidIn(directory);
    process.kill(pid, "SIGSTOP");
    // it may write its ports between the signal and its stop
    await eventually(async () => isStopped(pid));
    if (portsFilesIn(directory).length === 0) return { pid, starting };
    process.kill(pid, "SIGCONT"); // it was too quick
    await (await starting).stop();
  }
}

/** Returns whether all of a process is stopped, as Linux says it; elsewhere nobody is asked. */
function isStopped(pid: number): boolean {
  if (!existsSync("/proc/self/stat")) return true;
  const state = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
  return state === "T";
}

describe("the stream's server", () => {
  test("may take long to start: that is reported, and waited for", async () => {
    const { pid, starting } = await startFrozen();
    await eventually(async () => said.some((message) => message.includes("what waits in it")));
    process.kill(pid, "SIGCONT");
    const server = await starting;
    expect(server.pid).toBe(pid);
    await server.stop();
  });

  test("is not ended for its silence before it listens", async () => {
    const directory = newDirectory();
    const server = await EmbeddedServer.start(directory, STORE_BYTES, log);
    const pid = pidIn(directory);
    for (const name of portsFilesIn(directory)) rmSync(join(directory, name));
    await server.kill();
    const connection = await connectTo(server.address, "test");
    expect([pidIn(directory), server.restarts]).toEqual([pid, 0]);
    await connection.close();
    await server.stop();
  });
});
