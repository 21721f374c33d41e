import { describe, expect, test } from "bun:test";
import { EngineThread } from "../../../src/appliance/engine/engine-thread.ts";
import type { EngineOptions } from "../../../src/appliance/engine/engine.ts";
import { SETTINGS } from "../../../src/settings/schema.ts";
import { type Log, silentLog } from "../../../src/vocabulary/log.ts";
import { eventually } from "../running.ts";

const WORKER = new URL("../stubborn-worker.ts", import.meta.url).href;

/** These workers look at none. */
const OPTIONS = { settings: SETTINGS.parse({}) } as EngineOptions;

/** A thread whose workers behave as named, one after the other, the last from then on. */
async function startThread(names: string[]): Promise<{ thread: EngineThread; said: string[] }> {
  const said: string[] = [];
  const log: Log = {
    ...silentLog,
    error: (message, fields) => void said.push(`${message}: ${fields?.["reason"]}`),
    warning: (message) => void said.push(message),
  };
  const startWorker = () => {
    const name = names.length > 1 ? names.shift() : names[0];
    return new Worker(WORKER, { argv: [name ?? ""] });
  };
  return { thread: await EngineThread.start({ options: OPTIONS, startWorker, log }), said };
}

describe("the engine's thread", () => {
  test("is started again once when it breaks, however often it says so", async () => {
    const { thread, said } = await startThread(["breaking", "steady"]);
    await eventually(async () => thread.restarts > 0);
    expect(said).toEqual(["the engine broke; starting it again: once"]);
    expect(thread.restarts).toBe(1);
    await thread.stop(1_000);
  });

  test("is started with other options without counting as broken, the newest ones last", async () => {
    const { thread, said } = await startThread(["steady"]);
    const settings = SETTINGS.parse({ captureMode: "minimal" });
    await Promise.all([thread.renew({ ...OPTIONS, settings }), thread.renew({ ...OPTIONS, settings })]);
    expect([thread.restarts, said]).toEqual([0, []]);
    await thread.stop(60_000);
    expect(said).toEqual([]);
  });

  test("ends when it is stopped while it starts with other options", async () => {
    const { thread, said } = await startThread(["steady"]);
    const renewed = thread.renew(OPTIONS);
    await Promise.all([thread.stop(60_000), renewed]);
    expect([thread.restarts, said]).toEqual([0, []]);
  });

  test("is broken off when it does not stop within the time", async () => {
    const { thread, said } = await startThread(["deaf"]);
    await thread.stop(100);
    expect(said).toContain("the engine does not stop; ending it");
  });
});
