/** What the doctor says where it is needed most: on a disk that is full or read-only, of a database that is damaged. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programCommand } from "../../scripts/chaos/victim.ts";
import { removeFolders, startServed, whyNoNamespaces } from "./served.ts";
import { isSkipped } from "../skipped.ts";
import { freePort } from "../../scripts/free-port.ts";

interface Finding {
  check: string;
  state: string;
  found: string;
  remedy: string | null;
}

let directory = "";

beforeAll(async () => {
  const served = await startServed();
  directory = served.directory;
  await served.deliver("kept");
  await served.holds(["kept"]);
  served.signal("SIGTERM");
  expect(await served.exited).toBe(0);
});
afterAll(removeFolders);

/** @remarks Takes what is done to the disk first, by a shell, among mounts of the doctor's own. */
function examine(dataDir: string, onDisk: string | null = null): { code: number; findings: Finding[] } {
  const doctor = [
    ...programCommand(null),
    "doctor",
    "--json",
    "--data-dir",
    dataDir,
    "--listen",
    // nobody listens there, and everybody may
    `127.0.0.1:${freePort()}`,
  ];
  const command =
    onDisk === null ? doctor : ["unshare", "-m", "sh", "-c", `${onDisk}\nexec "$@"`, "sh", ...doctor];
  const environment = { ...process.env, DATA: dataDir, SOURCE: directory };
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { env: environment });
  expect(stderr.toString()).toBe("");
  const { findings } = JSON.parse(stdout.toString()) as { findings: Finding[] };
  return { code: exitCode, findings };
}

const findingOf = (findings: Finding[], check: string) => findings.find((finding) => finding.check === check);

const PAGE = 4096;

describe("scoring doctor", () => {
  test.each([
    {
      what: "is another file",
      damage: (bytes: Buffer) => Buffer.from("no database ".repeat(bytes.length / 12)),
    },
    { what: "has lost its end", damage: (bytes: Buffer) => bytes.subarray(0, PAGE * 20) },
    { what: "has one page of noise", damage: (bytes: Buffer) => bytes.fill(0xa5, PAGE * 2, PAGE * 3) },
  ])("names a database that $what, and goes on with the rest", ({ what, damage }) => {
    const copy = `${directory}-${what.replaceAll(" ", "-")}`;
    cpSync(directory, copy, { recursive: true });
    const path = join(copy, "scoring.db");
    writeFileSync(path, damage(readFileSync(path)));
    const { code, findings } = examine(copy);
    expect(code).toBe(1);
    expect(findingOf(findings, "database")).toMatchObject({
      state: "fail",
      found: expect.stringContaining(`the database ${path} is damaged`),
      remedy: expect.stringContaining(`scoring rebuild --adopt --data-dir ${copy}`),
    });
    expect(findingOf(findings, "clock")?.state).toBe("ok");
    expect(findingOf(findings, "server")?.state).toBe("warn");
  });

  test("reads a whole one through", () => {
    const { findings } = examine(directory);
    expect(findingOf(findings, "database")).toMatchObject({ state: "ok" });
    expect(findings.filter(({ state }) => state === "fail")).toEqual([]);
  });
});

const obstacle = whyNoNamespaces();

describe.skipIf(isSkipped(obstacle === null, obstacle ?? ""))("scoring doctor on a disk of its own", () => {
  test("that is read-only says so, and goes on with the rest", () => {
    const { code, findings } = examine(
      directory,
      'set -e; mount --bind "$DATA" "$DATA"; mount -o remount,ro,bind "$DATA"',
    );
    expect(code).toBe(1);
    expect(findingOf(findings, "disk")).toMatchObject({
      state: "fail",
      found: `${directory} is on a disk that is mounted read-only`,
    });
    expect(findingOf(findings, "embedded files")?.found).toContain("not checked, for nothing can be written");
    expect(findingOf(findings, "server")?.state).toBe("warn");
  });

  test("that is full to the last byte says so, and goes on with the rest", () => {
    const { code, findings } = examine(
      `${directory}-full`,
      'set -e; mkdir -p "$DATA"; mount -t tmpfs -o size=48m none "$DATA"; cp -a "$SOURCE/." "$DATA"; ' +
        'cat /dev/zero > "$DATA/ballast" 2>/dev/null || true',
    );
    expect(code).toBe(1);
    expect(findingOf(findings, "disk")).toMatchObject({
      state: "fail",
      found: expect.stringMatching(/^\d+ B free;/),
      remedy: expect.stringContaining("free some space"),
    });
    expect(findingOf(findings, "server")?.state).toBe("warn");
  });
});
