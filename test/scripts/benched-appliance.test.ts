import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isServed } from "../../src/database/lock.ts";
import { eventually } from "../appliance/running.ts";
import { ROOT } from "../sources.ts";

test("a bench that fails leaves no server running", async () => {
  const folder = mkdtempSync(join(tmpdir(), "benched-"));
  const [module, directory] = [join(ROOT, "scripts/bench/appliance.ts"), join(folder, "data")];
  const script = `
    const { serveAt } = await import(${JSON.stringify(module)});
    await serveAt(${JSON.stringify(directory)}, { executable: false });
    process.stdout.write("started");
    throw new Error("it failed");`;
  const bench = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "ignore" });
  expect(await bench.stdout.text()).toBe("started");
  expect(await bench.exited).toBe(1);
  await eventually(async () => !isServed(directory));
  rmSync(folder, { recursive: true });
});
