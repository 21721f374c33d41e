/** What becomes of records: how soon, in whatever order, as time goes by, and over a stop and a start. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOUR, MINUTE, type Milliseconds, SECOND } from "../../src/vocabulary/units.ts";
import { promptLog } from "./requests.ts";
import { eventually, startTestAppliance, type TestAppliance } from "./running.ts";

const stops: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

async function start(...options: Parameters<typeof startTestAppliance>): Promise<TestAppliance> {
  const appliance = await startTestAppliance(...options);
  stops.push(() => appliance.stop());
  return appliance;
}

const appliance = await start();

const isoAgo = (ago: Milliseconds): string => new Date(Date.now() - ago).toISOString();

describe("a record", () => {
  test("shows in metrics soon after its 200, with the batches of the default settings", async () => {
    const usual = await start({ settings: { batchMaxMs: 1_000 } });
    const { key } = await usual.addOrganization();
    await usual.send("/v1/logs", promptLog({}), key);
    await eventually(async () => (await usual.metrics(key)).length === 1);
  });

  test("counts once, however often its body is sent", async () => {
    const { id, key } = await appliance.addOrganization();
    const body = promptLog({ session: "again", at: "2026-11-20T10:00:00Z" });
    for (let time = 0; time < 3; time++) {
      expect((await appliance.send("/v1/logs", body, key)).status).toBe(200);
    }
    await appliance.settled();
    expect((await appliance.send("/v1/logs", body, key)).status).toBe(200);
    await appliance.settled();
    expect(await appliance.held(id)).toEqual({ logs: 1 });
    expect(await appliance.metrics(key)).toMatchObject([{ turns: 1 }]);
  });
});

describe("records that come late", () => {
  const prompt = (at: string, text: string) => promptLog({ session: "late", at, text });

  test("change the rows of their session to what they are when all came in order", async () => {
    const prompts = [
      prompt("2026-11-20T10:00:00Z", "Write the parser"),
      prompt("2026-11-20T10:04:00Z", "Now test the parser"),
      prompt("2026-11-20T10:08:00Z", "Document the parser"),
    ];
    const [first, second, third] = prompts;
    const inOrder = await appliance.addOrganization();
    for (const one of prompts) await appliance.send("/v1/logs", one, inOrder.key);
    const mixed = await appliance.addOrganization();
    await appliance.send("/v1/logs", third, mixed.key);
    await appliance.settled();
    expect(await appliance.metrics(mixed.key)).toMatchObject([
      { turns: 1, startedAt: "2026-11-20T10:08:00.000Z" },
    ]);
    await appliance.send("/v1/logs", first, mixed.key);
    await appliance.settled();
    expect(await appliance.metrics(mixed.key)).toMatchObject([
      { turns: 2, startedAt: "2026-11-20T10:00:00.000Z" },
    ]);
    await appliance.send("/v1/logs", second, mixed.key);
    await appliance.settled();
    const withoutIds = async (key: string) =>
      (await appliance.metrics(key)).map(({ subSessionId: _id, developer: _developer, ...row }) => row);
    expect(await withoutIds(mixed.key)).toEqual(await withoutIds(inOrder.key));
  });
});

describe("as time goes by, without a new record,", () => {
  const CHANGES: [string, string, Milliseconds][] = [
    ["open", "provisional", 30 * MINUTE],
    ["provisional", "closed", 24 * HOUR],
  ];

  test.concurrent.each(CHANGES)("an %s session becomes %s in time", async (before, after, age) => {
    const { key, row } = await measureBefore(age, before);
    expect(row).toMatchObject({ state: before, provisional: true });
    await eventually(async () => (await appliance.metrics(key))[0]?.state === after);
    expect(await appliance.metrics(key)).toMatchObject([{ provisional: after !== "closed" }]);
  });

  /** A machine that is too busy to measure it before its time has come is given more time. */
  async function measureBefore(age: Milliseconds, state: string) {
    for (let early = SECOND; ; early *= 4) {
      const { key } = await appliance.addOrganization();
      await appliance.send("/v1/logs", promptLog({ at: isoAgo(age - early) }), key);
      await appliance.settled();
      const [row] = await appliance.metrics(key);
      if (row?.state === state || early > MINUTE) return { key, row };
    }
  }
});

describe("a stop and a start", () => {
  const directory = mkdtempSync(join(tmpdir(), "flow-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test("keep keys, records, rows and known bodies; what time changed meanwhile is changed", async () => {
    let running = await startTestAppliance({ directory });
    const { id, key } = await running.addOrganization();
    const body = promptLog({ session: "kept", at: isoAgo(0) });
    await running.send("/v1/logs", body, key);
    await running.settled();
    const [row] = await running.metrics(key);
    expect(row?.state).toBe("open");
    await running.stop();

    running = await startTestAppliance({ directory, engineClockAheadMs: 31 * MINUTE });
    expect(running.firstKeys).toBeNull();
    await running.send("/v1/logs", body, key);
    await running.settled();
    expect(await running.held(id)).toEqual({ logs: 1 });
    expect(await running.metrics(key)).toEqual([{ ...row, state: "provisional" } as typeof row & object]);
    await running.stop();

    running = await startTestAppliance({ directory, engineClockAheadMs: 25 * HOUR });
    await running.settled();
    expect(await running.metrics(key)).toMatchObject([{ state: "closed", provisional: false }]);
    await running.stop();
  });
});
