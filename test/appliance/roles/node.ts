/** Nodes of other roles in this process, on stores that a test gives them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Appliance } from "../../../src/appliance/appliance.ts";
import { startAppliance } from "../../../src/appliance/start.ts";
import { SETTINGS } from "../../../src/settings/schema.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { createLog } from "../../../src/vocabulary/log.ts";
import { WORKERS } from "../running.ts";

/** A node that runs. */
export interface TestNode extends Appliance {
  directory: string;
  log: string[];
  /** Reads settings again, with these in addition, as SIGHUP does. */
  reloadWith(changed: Record<string, unknown>): Promise<void>;
  /** Stops it, and keeps its folder. */
  pause(): Promise<void>;
  /** Starts it again, at the same address. */
  goOn(): Promise<void>;
}

/**
 * Starts one on a free port and an empty folder, which goes with it.
 *
 * @param settings - As `scoring.toml` would have them.
 */
export async function startNode(settings: Record<string, unknown>): Promise<TestNode> {
  const directory = mkdtempSync(join(tmpdir(), "node-"));
  const log: string[] = [];
  const settingsAt = (listen: string, changed: Record<string, unknown> = {}) =>
    SETTINGS.parse({ ...SETTINGS_OF_TESTS, ...settings, ...changed, listen, dataDir: directory });
  const start = (listen: string): Promise<Appliance> =>
    startAppliance(settingsAt(listen), {
      clock: systemClock,
      log: createLog("json", (line) => void log.push(line)),
      startWorker: (name) => new Worker(WORKERS[name]),
    });
  let running = await start("127.0.0.1:0");
  return {
    ...running,
    directory,
    log,
    reloadWith: (changed) => running.reload(settingsAt("127.0.0.1:0", changed)),
    pause: () => running.stop(),
    async goOn() {
      running = await start(new URL(running.url).host);
    },
    async stop() {
      await running.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const SETTINGS_OF_TESTS = {
  llmCheck: false,
  batchMaxMs: 20,
  diskFloorBytes: 0,
  diskFloorShare: 0,
  requestDeadlineMs: 120_000,
  streamMaxBytes: "64MiB",
};

/** Asks with a key. */
export function askWith(key: string, url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
}

/** Sends a log record; by default it is like no other. */
export function sendRecord(url: string, key: string, text: string = crypto.randomUUID()): Promise<Response> {
  const record = { body: { stringValue: text } };
  return askWith(key, `${url}/v1/logs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }),
  });
}
