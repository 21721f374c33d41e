/** Files that were made to take memory: the command leaves them out, and stays small. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programCommand } from "../../../scripts/chaos/victim.ts";
import { joinTestAppliance, type TestAppliance, type TestOrganization } from "../../appliance/running.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const folder = mkdtempSync(join(tmpdir(), "hostile-import-"));
let appliance: TestAppliance;
let organization: TestOrganization;

beforeAll(async () => {
  appliance = await joinTestAppliance();
  organization = await appliance.addOrganization();
});
afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true, force: true });
});

const LINE = JSON.stringify({
  resourceLogs: [
    {
      scopeLogs: [
        { logRecords: [{ timeUnixNano: "1790000000000000000", body: { stringValue: "in between" } }] },
      ],
    },
  ],
});

/**
 * Imports it in another process.
 *
 * @returns What it said, and the most memory that it took.
 */
async function importIt(path: string) {
  const where = ["--data-dir", appliance.directory, "--listen", `127.0.0.1:${appliance.port}`];
  const command = [...programCommand(null), "import", path, ...where, "--key", organization.key, "--json"];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const out = new Response(child.stdout).text();
  let most = 0;
  // what the kernel says once it has ended counts the memory of the test, too, which started it
  while (child.exitCode === null) {
    most = Math.max(most, highWaterOf(child.pid));
    await Promise.race([child.exited, Bun.sleep(20)]);
  }
  return { said: JSON.parse(await out) as { lines: number; flaws: { reason: string }[] }, most };
}

/** The most memory that a process has taken so far; 0 where only Linux would say it, or it has just ended. */
function highWaterOf(pid: number): number {
  const path = `/proc/${pid}/status`;
  try {
    return 1_024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(path, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

describe("an import", () => {
  test("of packed gigabytes and of a line of brackets takes the rest, and little memory", async () => {
    const files = join(folder, "files");
    mkdirSync(files);
    const frame = await Bun.zstdCompress(Buffer.alloc(128 * MIB));
    const bomb = Buffer.concat(Array.from({ length: (2 * GIB) / (128 * MIB) }, () => frame));
    writeFileSync(join(files, "1-bomb.zst"), bomb);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bomb.length);
    writeFileSync(join(files, "2-message"), Buffer.concat([length, bomb]));
    writeFileSync(join(files, "3-brackets"), `{"resourceLogs":${"[".repeat(15 * MIB)}\n${LINE}\n`);
    writeFileSync(join(files, "4-lists"), `${"[[],".repeat(3 * MIB)}\n`);
    writeFileSync(join(files, "5-good"), `${LINE.replace("in between", "good")}\n`);
    const { said, most } = await importIt(files);
    expect(said.lines).toBe(2);
    expect(said.flaws.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("longer than body_limit_bytes"),
      expect.stringContaining("longer than body_limit_bytes"),
      expect.stringContaining("was refused"),
      expect.stringContaining("holds no resourceLogs"),
    ]);
    if (process.platform === "linux") expect(most).toBeGreaterThan(10 * MIB);
    expect(most).toBeLessThan(450 * MIB);
  });
});
