/** A backup made under load, restored and served: every count is what it was, and the answers are the same. */
import { localStores } from "../../../src/stores.ts";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveWriter } from "../../../src/appliance/backup/archive.ts";
import { type BackedUp, backUp } from "../../../src/appliance/backup/back-up.ts";
import { type Restored, restore, type Restoring } from "../../../src/appliance/backup/restore.ts";
import { FORMAT, requireFormat } from "../../../src/appliance/directory.ts";
import { formatPath, purgesPath } from "../../../src/appliance/layout.ts";
import { balance, describeDifferences } from "../../../src/books/books.ts";
import { readFigures } from "../../../src/books/books-table.ts";
import { lockDirectory } from "../../../src/database/lock.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { scoring } from "../../cli/in-process.ts";
import { readRun, sendAsCaptured } from "../captured-runs.ts";
import { startTestAppliance, type TestAppliance, type TestOrganization } from "../running.ts";

const QUIET: Restoring = { clock: systemClock, purges: null, report: () => {} };
const EVER = "from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z&limit=500";

let folder = "";
let appliance: TestAppliance;
let organization: TestOrganization;
let ann = "";
let bob = "";
let backedUp: BackedUp;
let answers: unknown[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "restores-"));
  appliance = await startTestAppliance({ directory: join(folder, "data") });
  organization = await appliance.addOrganization();
  ann = (await organization.addKey({ developer: "ann@example.com" })).key;
  bob = (await organization.addKey({ developer: "bob@example.com" })).key;
  for (const request of await readRun("codex-tool")) await sendAsCaptured(appliance, request, ann);
  for (const request of await readRun("gemini-tool")) await sendAsCaptured(appliance, request, bob);
  await appliance.settled();
  answers = await answersOf(appliance);
  backedUp = await backUpTo("whole.tar");
});
afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true, force: true });
});

const backUpTo = (name: string): Promise<BackedUp> =>
  backUp(localStores(appliance.directory), join(folder, name), { clock: systemClock, report: () => {} });

/** Restores the backup of that name into a directory of that name. */
function restoreTo(
  directory: string,
  name = "whole.tar",
  changes: Partial<Restoring> = {},
): Promise<Restored> {
  return restore(join(folder, directory), join(folder, name), { ...QUIET, ...changes });
}

async function answersOf({ get }: TestAppliance): Promise<unknown[]> {
  const paths = ["/scoring/metrics", "/scoring/scores", "/v1/telemetry/logs", "/scoring/spend"];
  return Promise.all(
    paths.map(async (path) => {
      const answer = await get(`${path}?${EVER}`, organization.admin);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.json();
    }),
  );
}

async function serving<Value>(
  directory: string,
  work: (served: TestAppliance) => Promise<Value>,
): Promise<Value> {
  const served = await startTestAppliance({ directory: join(folder, directory) });
  try {
    return await work(served);
  } finally {
    await served.stop();
  }
}

describe("a restore that cannot be", () => {
  test("is refused into a directory that holds something, which stays as it is", async () => {
    mkdirSync(join(folder, "taken"));
    writeFileSync(join(folder, "taken/mine"), "mine");
    await expect(restoreTo("taken")).rejects.toThrow("is not empty, and a restore writes over nothing");
    expect(readdirSync(join(folder, "taken"))).toEqual(["mine"]);
    await expect(restoreTo("data")).rejects.toThrow("is not empty");
  });

  test("is refused of a file that is cut or changed, and makes no directory", async () => {
    const whole = await Bun.file(join(folder, "whole.tar")).bytes();
    writeFileSync(join(folder, "cut.tar"), whole.subarray(0, whole.length / 2));
    await expect(restoreTo("of-cut", "cut.tar")).rejects.toThrow("is cut off or damaged");
    await expect(restoreTo("of-none", "none.tar")).rejects.toThrow("does not exist");
    expect(existsSync(join(folder, "of-cut"))).toBe(false);
    expect(existsSync(join(folder, "of-none"))).toBe(false);
  });

  test("is refused into a directory that another process works on", async () => {
    mkdirSync(join(folder, "busy"));
    const lock = lockDirectory(join(folder, "busy"));
    await expect(restoreTo("busy")).rejects.toThrow("another process works on");
    if (lock.ok) lock.value.release();
  });

  test("leaves the directory empty when it fails on the way", async () => {
    const path = join(folder, "odd.tar");
    const archive = await ArchiveWriter.open(path, systemClock());
    const header = { format: 1, version: "0.1.0", madeAt: "2026-11-22T00:00:00Z", directoryFormat: FORMAT };
    await archive.add("backup.json", JSON.stringify(header));
    await archive.add("objects/org=a/one", "one");
    await archive.add("database/00000001.zst", await Bun.zstdCompress("no database"));
    await archive.finish({ objects: 1, records: 1, organizations: 1, missing: [], audit: [] });
    await archive.close();
    await expect(restoreTo("failed", "odd.tar")).rejects.toThrow(
      "its database is damaged, or not a database",
    );
    expect(readdirSync(join(folder, "failed"))).not.toContain("objects");
    await restoreTo("failed");
  });
});

describe("a restored backup", () => {
  test("serves the same answers to the same keys, and its books balance", async () => {
    expect(await restoreTo("same")).toMatchObject({
      records: backedUp.records,
      objects: backedUp.objects,
      purges: 0,
    });
    const mode = (path: string): number => statSync(path).mode & 0o777;
    expect([mode(join(folder, "same")), mode(join(folder, "same/scoring.db"))]).toEqual([0o700, 0o600]);
    await serving("same", async (served) => {
      expect(await answersOf(served)).toEqual(answers);
      expect(describeDifferences(balance(await readFigures(served.database), null))).toEqual([]);
      for (const request of await readRun("qwen-tool")) await sendAsCaptured(served, request, ann);
      await served.settled();
    });
  });

  test("is found sound by scoring verify", async () => {
    await restoreTo("sound");
    const { code, out } = await scoring(["verify", "--data-dir", join(folder, "sound"), "--json"]);
    expect([code, out]).toEqual([0, expect.stringContaining("files and catalogue agree")]);
  });

  test("made under load holds each record that was answered with 200 before it, once, and no other twice", async () => {
    const acknowledged: string[] = [];
    let stopped = false;
    const senders = [1, 2, 3].map(async (sender) => {
      for (let number = 0; !stopped; number += 1) {
        const id = `load ${sender} ${number}`;
        if ((await say(id)).status === 200) acknowledged.push(id);
      }
    });
    while (acknowledged.length < 200) await Bun.sleep(1);
    const before = [...acknowledged];
    const made = await backUpTo("load.tar");
    stopped = true;
    await Promise.all(senders);
    expect(acknowledged.length).toBeGreaterThan(before.length);
    await restoreTo("load", "load.tar");
    await serving("load", async (served) => {
      const { held, published, persisted } = await readFigures(served.database);
      expect([held.records, published.records]).toEqual([made.records, persisted.records]);
      await served.settled();
      const found = await textsOf(served);
      const loaded = found.filter((text) => text.startsWith("load "));
      expect(new Set(loaded).size).toBe(loaded.length);
      expect(before.filter((id) => !loaded.includes(id))).toEqual([]);
      expect(describeDifferences(balance(await readFigures(served.database), null))).toEqual([]);
    });
  });

  test("takes in the newer objects of a directory whose database is lost", async () => {
    expect((await say("newer than the backup")).status).toBe(200);
    await appliance.settled();
    await restoreTo("newer");
    cpSync(join(appliance.directory, "objects"), join(folder, "newer/objects"), { recursive: true });
    await serving("newer", async (served) => {
      expect(await textsOf(served)).toContain("newer than the backup");
      expect(describeDifferences(balance(await readFigures(served.database), null))).toEqual([]);
    });
  });

  test("purges again whom the newer journal names", async () => {
    await backUpTo("before-purge.tar");
    const purge = ["purge", "--data-dir", appliance.directory, "--org", organization.id];
    expect((await scoring([...purge, "--developer", "ann@example.com"])).code).toBe(0);
    const restored = await restoreTo("purged", "before-purge.tar", {
      purges: purgesPath(appliance.directory),
    });
    expect(restored.purges).toBe(1);
    await serving("purged", async (served) => {
      const metrics = await served.metrics(organization.admin);
      expect(metrics).not.toBeEmpty();
      expect(JSON.stringify([metrics, await textsOf(served)])).not.toContain("ann@example.com");
      expect((await served.get("/scoring/metrics", ann)).status).toBe(401);
      expect(describeDifferences(balance(await readFigures(served.database), null))).toEqual([]);
    });
  });
});

describe("a restore that was broken off", () => {
  test("leaves a directory that nothing but a restore takes, which begins anew", async () => {
    const half = join(folder, "half");
    mkdirSync(join(half, "objects/org=a"), { recursive: true });
    writeFileSync(join(half, "objects/org=a/half"), "half");
    writeFileSync(formatPath(half), "restoring\n");
    expect(() => requireFormat(half)).toThrow("holds half of a backup");
    await expect(startTestAppliance({ directory: half })).rejects.toThrow("holds half of a backup");
    await restoreTo("half");
    expect(existsSync(join(half, "objects/org=a"))).toBe(false);
    expect(await serving("half", answersOf)).toHaveLength(answers.length);
  });
});

function say(text: string): Promise<Response> {
  const logRecords = [{ timeUnixNano: `${systemClock()}000000`, body: { stringValue: text } }];
  return appliance.send("/v1/logs", { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }, organization.key);
}

async function textsOf({ get }: TestAppliance): Promise<string[]> {
  const texts: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const more = cursor === "" ? "" : `&cursor=${cursor}`;
    const answer = await get(`/v1/telemetry/logs?${EVER}${more}`, organization.admin);
    const page = (await answer.json()) as { logs: { body: unknown }[]; nextCursor: string | null };
    texts.push(...page.logs.map((log) => (typeof log.body === "string" ? log.body : JSON.stringify(log))));
    cursor = page.nextCursor;
  }
  return texts;
}
