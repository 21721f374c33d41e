/** A server that starts while a backup holds its directory: it says what it waits for, and starts when that is over. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { holdDirectory } from "../../../src/appliance/directory.ts";
import { lockDirectory } from "../../../src/database/lock.ts";
import { type Log, silentLog } from "../../../src/vocabulary/log.ts";
import { eventually, startTestAppliance } from "../running.ts";

const folder = mkdtempSync(join(tmpdir(), "held-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a directory that a backup holds", () => {
  test("is refused with the backup's name once the patience is over", async () => {
    const held = lockDirectory(folder, "backup");
    await expect(holdDirectory(folder)).rejects.toThrow(
      `${folder} is held by process ${process.pid}, a backup; wait until that is done`,
    );
    if (held.ok) held.value.release();
  });

  test("is waited for by a server, which starts as soon as the backup ends", async () => {
    const directory = join(folder, "data");
    await (await startTestAppliance({ directory })).stop();
    const held = lockDirectory(directory, "backup");
    const logged: string[] = [];
    const log: Log = { ...silentLog, info: (message) => void logged.push(message) };
    let isStarted = false;
    const starting = startTestAppliance({ directory, log }).then((started) => {
      isStarted = true;
      return started;
    });
    await eventually(async () => logged.some((line) => line.includes("waiting for a backup")));
    expect(isStarted).toBe(false);
    if (held.ok) held.value.release();
    const appliance = await starting;
    expect((await fetch(`${appliance.url}/health`)).status).toBe(200);
    await appliance.stop();
  });

  test("that another server holds is refused at once, as ever", async () => {
    const held = lockDirectory(folder);
    await expect(holdDirectory(folder, { waitMs: 60_000 })).rejects.toThrow("is served by process");
    if (held.ok) held.value.release();
  });
});
