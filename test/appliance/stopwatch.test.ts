import { describe, expect, test } from "bun:test";
import { Stopwatch } from "../../src/appliance/stopwatch.ts";
import { type Log, silentLog } from "../../src/vocabulary/log.ts";

const forever = () => new Promise<void>(() => {});

describe("the parts of an appliance", () => {
  test("are stopped in the reverse of their order, once", async () => {
    const stopped: string[] = [];
    const started = new Stopwatch(silentLog);
    for (const name of ["stream", "data directory", "door"] as const)
      started.add(name, async () => void stopped.push(name));
    await started.stopAll();
    await started.stopAll();
    expect(stopped).toEqual(["door", "stream", "data directory"]);
  });

  test("have a moment each, even when the time is over", async () => {
    const given: number[] = [];
    const started = new Stopwatch(silentLog, 0);
    for (const name of ["data directory", "stream"] as const)
      started.add(name, async (withinMs) => void given.push(withinMs));
    await started.stopAll();
    expect(given.every((withinMs) => withinMs >= 100)).toBe(true);
  });

  test("have less and less time when those before them hang", async () => {
    const given: number[] = [];
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warning: (message) => void warnings.push(message) };
    const started = new Stopwatch(log, 1_000);
    for (const name of ["data directory", "stream", "engine", "door"] as const)
      started.add(name, (withinMs) => {
        given.push(withinMs);
        return name === "data directory" ? Promise.resolve() : forever();
      });
    await started.stopAll();
    expect(warnings).toEqual(["door", "engine", "stream"].map((name) => `${name} does not stop; leaving it`));
    expect(given).toEqual(given.toSorted((one, other) => other - one));
    expect(given[0]).toBeGreaterThan(400);
    expect(given.at(-1)).toBeGreaterThan(0);
  });
});
