import { afterAll, describe, expect, test } from "bun:test";
import { eventually, removeFolders, type Served, startServed } from "./served.ts";

afterAll(removeFolders);

/** Sends until the appliance is gone. Gives: what was acknowledged. */
async function sendAll(served: Served): Promise<{ acknowledged: string[]; refusals: Set<string> }> {
  const acknowledged: string[] = [];
  const refusals = new Set<string>();
  await Promise.all(
    Array.from({ length: 20 }, async (_, client) => {
      for (let number = 0; ; number += 1) {
        const id = `${client} ${number}`;
        const { status, text, retryAfter } = await served.send(id);
        if (status === 200) acknowledged.push(id);
        else if (status === 0) return;
        else refusals.add(`${status} ${retryAfter} ${text}`);
      }
    }),
  );
  return { acknowledged, refusals };
}

async function expectAll(directory: string, acknowledged: readonly string[]): Promise<void> {
  const again = await startServed({ directory });
  const bodies = await eventually(async () => {
    const some = await again.read();
    return some.length >= acknowledged.length ? some : null;
  });
  expect(new Set(bodies).size).toBe(bodies.length);
  expect(acknowledged.filter((id) => !bodies.includes(id))).toEqual([]);
  again.signal("SIGTERM");
  expect(await again.exited).toBe(0);
}

describe("a stop under load", () => {
  test("drains what is under way, ends with 0 within ten seconds, and loses nothing acknowledged", async () => {
    const served = await startServed();
    const sending = sendAll(served);
    await Bun.sleep(1_000);
    const startedAt = performance.now();
    served.signal("SIGTERM");
    expect(await served.exited).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const { acknowledged, refusals } = await sending;
    expect(acknowledged.length).toBeGreaterThan(100);
    for (const refusal of refusals) expect(refusal).toMatch(/^503 5 .*The server is stopping/);
    await expectAll(served.directory, acknowledged);
  });

  test("that is asked for twice ends at once, and loses nothing acknowledged", async () => {
    const served = await startServed();
    const sending = sendAll(served);
    await Bun.sleep(500);
    served.signal("SIGTERM");
    served.signal("SIGTERM");
    const startedAt = performance.now();
    expect([0, 1]).toContain(await served.exited);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    const { acknowledged } = await sending;
    await expectAll(served.directory, acknowledged);
  });
});
