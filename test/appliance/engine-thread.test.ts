import { describe, expect, test } from "bun:test";
import { EngineThread } from "../../src/appliance/engine-thread.ts";
import type { EngineOptions } from "../../src/appliance/engine.ts";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { createPressure } from "../../src/stream/pressure.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { silentLog } from "../../src/vocabulary/log.ts";

const OPTIONS: EngineOptions = {
  settings: SETTINGS.parse({}),
  prices: loadPrices({ pricesFile: null }),
  address: { url: "nats://127.0.0.1:1", token: "none" },
  streamCreatedAt: "2026-11-20T10:00:00Z",
  clockAheadMs: 0,
  pressure: createPressure(),
};

describe("an engine that never runs", () => {
  test("fails the start with its reason, after several attempts", async () => {
    let attempts = 0;
    const starting = EngineThread.start({
      options: OPTIONS,
      startWorker: () => {
        attempts += 1;
        return new Worker(new URL("./broken-worker.ts", import.meta.url).href);
      },
      log: silentLog,
    });
    await expect(starting).rejects.toThrow("the engine does not start: ");
    await expect(starting).rejects.toThrow("this thread cannot work");
    expect(attempts).toBe(5);
  });
});
