import { describe, expect, test } from "bun:test";
import { StartedParts } from "../../src/appliance/started-parts.ts";
import { type Log, silentLog } from "../../src/vocabulary/log.ts";

const forever = () => new Promise<void>(() => {});

/** A part that starts as its name. */
function partCalled(name: string, stop: (name: string, withinMs: number) => Promise<void>) {
  return { name, start: () => name, stop };
}

describe("the parts of an appliance", () => {
  test("are stopped in the reverse of their order with what they started as, once", async () => {
    const stopped: string[] = [];
    const parts = new StartedParts(silentLog);
    for (const name of ["data directory", "stream", "door"])
      expect(await parts.start(partCalled(name, async (started) => void stopped.push(started)))).toBe(name);
    await parts.stopAll();
    await parts.stopAll();
    expect(stopped).toEqual(["door", "stream", "data directory"]);
  });

  test("that did not start are not stopped", async () => {
    const stopped: string[] = [];
    const parts = new StartedParts(silentLog);
    await parts.start(partCalled("stream", async (name) => void stopped.push(name)));
    const broken = { ...partCalled("door", async (name) => void stopped.push(name)), start: () => fail() };
    await expect(parts.start(broken)).rejects.toThrow("the port is taken");
    await parts.stopAll();
    expect(stopped).toEqual(["stream"]);
  });

  test("have a moment each, even when the time is over", async () => {
    const given: number[] = [];
    const parts = new StartedParts(silentLog, 0);
    for (const name of ["data directory", "stream"])
      await parts.start(partCalled(name, async (_, withinMs) => void given.push(withinMs)));
    await parts.stopAll();
    expect(given.every((withinMs) => withinMs >= 100)).toBe(true);
  });

  test("have less and less time when those before them hang", async () => {
    const given: number[] = [];
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warning: (message) => void warnings.push(message) };
    const parts = new StartedParts(log, 1_000);
    for (const name of ["data directory", "stream", "engine", "door"])
      await parts.start(
        partCalled(name, (_, withinMs) => {
          given.push(withinMs);
          return name === "data directory" ? Promise.resolve() : forever();
        }),
      );
    await parts.stopAll();
    expect(warnings).toEqual(
      ["door", "engine", "stream"].map((name) => `the ${name} does not stop; leaving it`),
    );
    expect(given).toEqual(given.toSorted((one, other) => other - one));
    expect(given[0]).toBeGreaterThan(400);
    expect(given.at(-1)).toBeGreaterThan(0);
  });
});

function fail(): never {
  throw new Error("the port is taken");
}
