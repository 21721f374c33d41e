/** `scoring export` run again: what is equal stays, what changed is replaced, what broke off goes on. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { eventually } from "../../eventually.ts";
import { promptLog } from "../../appliance/requests.ts";
import { UNFINISHED } from "../../../src/vocabulary/whole-file.ts";
import type { Manifest } from "../../../src/cli/export/manifest.ts";
import { startScoring } from "../command-line.ts";
import { scoring } from "../in-process.ts";
import { exportCommand, type ExportedWork, newFolder, startExportedWork } from "./exported-work.ts";

const NOVEMBER = ["--from", "2026-11-01", "--to", "2026-12-01"];

let work: ExportedWork;
const folders: string[] = [];
beforeAll(async () => {
  work = await startExportedWork();
});
afterAll(async () => {
  for (const made of folders) rmSync(made, { recursive: true });
  await work.appliance.stop();
});

function freshFolder(): string {
  const path = newFolder();
  folders.push(dirname(path));
  return path;
}

function manifestOf(folder: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest;
  } catch {
    return null;
  }
}

/** The files of an export's tables; a file that was written again is another one. */
function filesIn(folder: string): Map<string, number> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.includes("/"),
  );
  return new Map(paths.toSorted().map((path) => [path, statSync(join(folder, path)).ino]));
}

/** Checks each file against the manifest. */
function expectWhole(folder: string): void {
  const days = Object.entries(manifestOf(folder)?.days ?? {});
  const listed = days.flatMap(([date, tables]) =>
    Object.entries(tables).flatMap(([name, { csv, parquet }]) => [
      { path: join(name, `${date}.csv`), ...csv },
      { path: join(name, `${date}.parquet`), ...parquet },
    ]),
  );
  const found = listed.map(({ path }) => {
    const content = readFileSync(join(folder, path));
    return { path, bytes: content.byteLength, sha256: Bun.SHA256.hash(content, "hex") };
  });
  expect(found).toEqual(listed);
  expect([...filesIn(folder).keys()]).toEqual(listed.map(({ path }) => path).toSorted());
}

describe("an export that is run again", () => {
  test("changes nothing where nothing changed", async () => {
    const folder = freshFolder();
    await work.run(folder, ...NOVEMBER);
    const before = filesIn(folder);
    const again = await work.run(folder, ...NOVEMBER);
    expect(again.days).toEqual({ written: 0, replaced: 0, unchanged: 4, removed: 0, empty: 26 });
    expect(filesIn(folder)).toEqual(before);
    expectWhole(folder);
  });

  test("replaces the day that changed, adds new ones, and leaves those outside its window", async () => {
    const folder = freshFolder();
    await work.run(folder, "--from", "2026-11-16", "--to", "2026-11-18");
    const before = filesIn(folder);
    const attributes = { "user.email": "late@example.test" };
    const prompt = promptLog({ session: "late", at: "2026-11-17T21:00:00Z", attributes });
    await work.appliance.send("/v1/logs", prompt, work.organization.key);
    await work.appliance.settled();
    const again = await work.run(folder, "--from", "2026-11-17", "--to", "2026-11-19");
    expect(again.days).toEqual({ written: 1, replaced: 1, unchanged: 0, removed: 0, empty: 0 });
    const after = filesIn(folder);
    expect(after.get("turns/2026-11-16.csv")).toBe(before.get("turns/2026-11-16.csv") ?? 0);
    expect(after.get("turns/2026-11-17.csv")).not.toBe(before.get("turns/2026-11-17.csv") ?? 0);
    expectWhole(folder);
  });

  test("removes the day of somebody who was purged", async () => {
    const attributes = { "user.email": "gone@example.test" };
    const prompt = promptLog({ session: "gone", at: "2026-11-10T10:00:00Z", attributes });
    await work.appliance.send("/v1/logs", prompt, work.organization.key);
    await work.appliance.settled();
    const folder = freshFolder();
    const window = ["--from", "2026-11-10", "--to", "2026-11-11"];
    expect((await work.run(folder, ...window)).days["written"]).toBe(1);
    const of = ["--data-dir", work.appliance.directory, "--org", work.organization.id];
    const purged = await scoring(["purge", ...of, "--developer", "gone@example.test"]);
    expect(purged.code).toBe(0);
    expect((await work.run(folder, ...window)).days["removed"]).toBe(1);
    expect(filesIn(folder).size).toBe(0);
    expectWhole(folder);
  });

  test("writes a file again that somebody removed", async () => {
    const folder = freshFolder();
    await work.run(folder, ...NOVEMBER);
    rmSync(join(folder, "turns/2026-11-16.parquet"));
    expect((await work.run(folder, ...NOVEMBER)).days["replaced"]).toBe(1);
    expectWhole(folder);
  });
});

test("a second export into the folder of one that runs is refused, and leaves it whole", async () => {
  const folder = freshFolder();
  const command = exportCommand(work.appliance, work.organization, folder);
  const window = ["--from", "2026-11-01", "--to", "2027-11-01"];
  const child = startScoring([...command, ...window]);
  await eventually(() => Promise.resolve(manifestOf(folder)?.run.next != null));
  const second = await scoring([...command, ...NOVEMBER]);
  expect([second.code, second.err]).toEqual([
    1,
    expect.stringContaining("another scoring export is writing"),
  ]);
  expect(second.err).toContain(folder);
  child.kill("SIGKILL");
  await child.exited;
  // what was killed holds nothing any more
  await work.run(folder, ...NOVEMBER);
  expectWhole(folder);
});

test("an export that was killed goes on at its day, and no file is half", async () => {
  const folder = freshFolder();
  // a year without work keeps it busy behind the days with work
  const window = ["--from", "2026-11-01", "--to", "2027-11-01"];
  const command = [...exportCommand(work.appliance, work.organization, folder), ...window];
  const child = startScoring(command);
  await eventually(() => Promise.resolve((manifestOf(folder)?.run.next ?? "") > "2026-11-18"));
  child.kill("SIGKILL");
  await child.exited;
  const next = manifestOf(folder)?.run.next ?? "";
  expect(next > "2026-11-18").toBe(true);
  const before = [...filesIn(folder)].filter(([path]) => !path.endsWith(UNFINISHED));
  const rest = await work.run(folder, ...window);
  const looked = Object.values(rest.days).reduce((sum, days) => sum + days, 0);
  expect(looked).toBe((Date.parse("2027-11-01") - Date.parse(next)) / 86_400_000);
  expect([...filesIn(folder)].filter(([path]) => before.some(([known]) => known === path))).toEqual(before);
  expectWhole(folder);
  expect(manifestOf(folder)?.run.next).toBeNull();
});
