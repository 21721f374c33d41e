/** A person with hundreds of megabytes of records is exported in little more memory than one with a few. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestAppliance } from "../appliance/running.ts";
import { logs } from "../ingest/bodies.ts";
import { unzipped } from "../unzipped.ts";

const MEGABYTE = 1024 * 1024;
/** Many times what exporting may take. */
const REQUESTS = 35;
const REQUEST = 6 * MEGABYTE;
const MOST_MORE = 120 * MEGABYTE;

const folder = mkdtempSync(join(tmpdir(), "large-export-"));
const directory = join(folder, "data");
let organization = "";

beforeAll(async () => {
  const appliance = await startTestAppliance({ directory });
  const made = await appliance.addOrganization();
  organization = made.id;
  for (const [name, requests] of [
    ["small", 1],
    ["large", REQUESTS],
  ] as const) {
    const { key } = await made.addKey({ developer: `${name}@example.test` });
    for (let number = 0; number < requests; number += 1) {
      const bodies = Array.from({ length: 24 }, (_, place) => `${name} ${number} ${place} `);
      const records = bodies.map((text) => ({
        body: { stringValue: text.repeat(REQUEST / bodies.length / text.length) },
      }));
      expect((await appliance.send("/v1/logs", logs(...records), key)).status).toBe(200);
      await appliance.written();
    }
  }
  await appliance.settled();
  await appliance.stop();
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function memoryFor(name: string): number {
  const program = join(import.meta.dir, "export-memory.ts");
  const where = [directory, organization, `${name}@example.test`, join(folder, `${name}.zip`)];
  const { stdout, stderr } = Bun.spawnSync(["bun", program, ...where]);
  expect(stderr.toString()).toBe("");
  return (JSON.parse(stdout.toString()) as { kilobytes: number }).kilobytes * 1_024;
}

describe("an export of a large person", () => {
  test("is whole, in little more memory than that of a small one", async () => {
    const [small, large] = [memoryFor("small"), memoryFor("large")];
    expect(large - small).toBeLessThan(MOST_MORE);
    const records = (await unzipped(readFileSync(join(folder, "large.zip")))).get("records/logs.jsonl") ?? "";
    expect(records.length).toBeGreaterThan(0.9 * REQUESTS * REQUEST);
    for (const number of [0, REQUESTS - 1]) expect(records).toContain(`large ${number} 23 `);
  }, 600_000);
});
