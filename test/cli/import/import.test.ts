import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selectEntriesAfter } from "../../../src/audit/audit-table.ts";
import type { Imported } from "../../../src/cli/import/import-files.ts";
import { startTestAppliance, type TestAppliance, type TestOrganization } from "../../appliance/running.ts";
import { run } from "../in-process.ts";

let folder = "";
let appliance: TestAppliance;
let organization: TestOrganization;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "import-"));
  appliance = await startTestAppliance({ settings: { bodyLimitBytes: 100_000 } });
  organization = await appliance.addOrganization();
});
afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true, force: true });
});

function logLine(text: string): string {
  const logRecords = [{ timeUnixNano: "1790000000000000000", body: { stringValue: text } }];
  return JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
}

const SPAN = JSON.stringify({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: "0af7651916cd43dd8448eb211c80319c",
              spanId: "b7ad6b7169203331",
              name: "s",
              startTimeUnixNano: "1790000000000000000",
              endTimeUnixNano: "1790000000000000001",
            },
          ],
        },
      ],
    },
  ],
});

const linesNamed = (name: string, total: number): string =>
  Array.from({ length: total }, (_, number) => `${logLine(`${name} ${number}`)}\n`).join("");

function save(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function runImport(path: string, ...more: string[]) {
  const where = ["--data-dir", appliance.directory, "--listen", `127.0.0.1:${appliance.port}`];
  return run(["import", path, ...where, "--body-limit-bytes", "100000", ...more]);
}

async function importing(path: string): Promise<Imported & { code: number }> {
  const { code, out } = await runImport(path, "--key", organization.key, "--json");
  return { code, ...(JSON.parse(out) as Imported) };
}

async function heldLogs(): Promise<number> {
  await appliance.written();
  return (await appliance.held(organization.id)).logs ?? 0;
}

describe("an import that cannot be", () => {
  test("says what is missing: the key, the file, the server, or that the key is unknown", async () => {
    const path = save("one.json", logLine("never sent"));
    expect((await runImport(path)).err).toContain("the key is missing that says whose records these are");
    expect((await runImport(join(folder, "none"), "--key", "k")).err).toContain("none does not exist");
    expect((await runImport(path, "--key", "k")).err).toContain("this data directory does not know the key");
    const elsewhere = ["import", path, "--data-dir", appliance.directory, "--listen", "127.0.0.1:9"];
    expect((await run([...elsewhere, "--key", organization.key])).err).toContain(
      "The server must be running",
    );
  });
});

describe("an import", () => {
  test("takes plain, gzip and zstd files and what the exporter compresses itself, in each signal", async () => {
    const before = await heldLogs();
    mkdirSync(join(folder, "many"));
    save("many/a.json", linesNamed("plain", 40));
    save("many/b.json.gz", Bun.gzipSync(linesNamed("gzip", 40)));
    const frames = [
      await Bun.zstdCompress(linesNamed("zstd", 20)),
      await Bun.zstdCompress(linesNamed("more", 20)),
    ];
    save("many/c.jsonl.zst", Buffer.concat(frames));
    const message = await Bun.zstdCompress(logLine("by itself"));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(message.length);
    save("many/d.json", Buffer.concat([length, message, length, message]));
    save("many/e.json", SPAN);
    const imported = await importing(join(folder, "many"));
    expect(imported).toEqual({ code: 0, files: 5, lines: 122, known: 1, rejected: 0, flaws: [] });
    expect((await heldLogs()) - before).toBe(121);
    expect((await appliance.held(organization.id)).traces).toBe(1);
  });

  test("imports nothing twice when it is run again, also of a file that has grown", async () => {
    const path = save("grows.json", linesNamed("grows", 50));
    expect(await importing(path)).toMatchObject({ lines: 50, known: 0 });
    const before = await heldLogs();
    expect(await importing(path)).toMatchObject({ code: 0, lines: 0, known: 50 });
    save("grows.json", linesNamed("grows", 60));
    expect(await importing(path)).toMatchObject({ lines: 10, known: 50 });
    expect((await heldLogs()) - before).toBe(10);
  });

  test("is in the audit log with how many lines it sent", async () => {
    await importing(save("recorded.jsonl", linesNamed("recorded", 3)));
    const all = { organization: organization.id, after: 0, limit: 1_000 };
    const last = (await selectEntriesAfter(appliance.database, all)).at(-1);
    expect(last).toMatchObject({ actorKind: "command_line", action: "records_imported" });
    expect(JSON.parse(last?.details ?? "")).toEqual({ files: 1, lines: 3 });
  });

  test("reports broken lines with file and line, and goes on", async () => {
    const long = logLine("x".repeat(200_000));
    const lines = [
      logLine("good 1"),
      "{broken",
      '{"hello":1}',
      '{"resourceLogs":7}',
      long,
      logLine("good 2"),
    ];
    const path = save("broken.json", lines.join("\n"));
    const imported = await importing(path);
    expect(imported).toMatchObject({ code: 1, lines: 2 });
    expect(imported.flaws.map(({ line, reason }) => [line, reason.split(":")[0]]).toSorted()).toEqual([
      [2, "is no JSON"],
      [3, "holds no resourceLogs, resourceSpans or resourceMetrics"],
      [4, "was refused"],
      [5, "is longer than body_limit_bytes, the largest body that is taken"],
    ]);
    const { out } = await runImport(path, "--key", organization.key);
    expect(out).toContain("2 lines had been imported before");
    expect(out).toContain("broken.json:2 is no JSON");
  });

  test("says where a packed file is cut, and takes what comes before", async () => {
    const whole = Bun.gzipSync(linesNamed("cut", 5_000));
    const imported = await importing(save("cut.json.gz", whole.subarray(0, whole.length / 2)));
    expect(imported.code).toBe(1);
    expect(imported.lines).toBeGreaterThan(100);
    const [flaw] = imported.flaws;
    expect(flaw?.reason).toContain("cannot be read, nor what comes after it");
  });
});
