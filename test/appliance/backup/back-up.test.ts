import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BackedUp, backUp } from "../../../src/appliance/backup/back-up.ts";
import { isPartName } from "../../../src/appliance/backup/contents.ts";
import { readBackup } from "../../../src/appliance/backup/read-backup.ts";
import { restore } from "../../../src/appliance/backup/restore.ts";
import { readOutages } from "../../../src/appliance/outages.ts";
import { isBackedUp, lockForBackup } from "../../../src/database/lock.ts";
import { localStores, openObjectsOf } from "../../../src/stores.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { HOUR, MINUTE } from "../../../src/vocabulary/units.ts";
import { startTestAppliance, type OwnAppliance, type TestOrganization } from "../running.ts";

const QUIET = { clock: systemClock, report: () => {} };

// Source: POSIX.1-2017, pax, ustar interchange format: a long name begins in the prefix field.
const HEADER_BYTES = 512;
const PREFIX_AT = 345;

let appliance: OwnAppliance;
let organization: TestOrganization;
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "backups-"));
  appliance = await startTestAppliance();
  organization = await appliance.addOrganization();
  await say("first");
  await appliance.settled();
});
afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true, force: true });
});

function say(text: string): Promise<Response> {
  const logRecords = [{ timeUnixNano: `${systemClock()}000000`, body: { stringValue: text } }];
  return appliance.send("/v1/logs", { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }, organization.key);
}

const backUpTo = (name: string): Promise<BackedUp> =>
  backUp(localStores(appliance.directory), join(folder, name), QUIET);

/** Copies a backup, changed. */
function changed(name: string, change: (bytes: Buffer) => Buffer): string {
  const path = join(folder, `changed-${name}`);
  writeFileSync(path, change(readFileSync(join(folder, "whole.tar"))));
  return path;
}

async function problemOf(path: string): Promise<string> {
  const read = await readBackup(path);
  return read.ok ? "none" : read.problem.message;
}

describe("a backup that cannot be made", () => {
  test("says so when its folder does not exist", async () => {
    await expect(backUpTo("nowhere/a.tar")).rejects.toThrow("does not exist; create it first");
  });

  test("is refused inside the data directory", async () => {
    const path = join(appliance.directory, "scoring.db");
    await expect(backUp(localStores(appliance.directory), path, QUIET)).rejects.toThrow(
      "is in the data directory",
    );
  });

  test("is refused in the place of a folder", async () => {
    mkdirSync(join(folder, "taken"));
    await expect(backUpTo("taken")).rejects.toThrow("is no file; name the file");
  });

  test("is refused while another one is made, and leaves the file as it was", async () => {
    writeFileSync(join(folder, "earlier.tar"), "earlier");
    const hold = lockForBackup(appliance.directory);
    try {
      await expect(backUpTo("earlier.tar")).rejects.toThrow("another process is making a backup");
      expect(openObjectsOf(localStores(appliance.directory)).isHeld()).toBe(true);
    } finally {
      hold?.release();
    }
    expect(readFileSync(join(folder, "earlier.tar"), "utf8")).toBe("earlier");
  });
});

describe("a backup while a server runs", () => {
  test("holds what was answered with 200 before it, is whole, and leaves no other file", async () => {
    for (let number = 0; number < 50; number += 1) expect((await say(`said ${number}`)).status).toBe(200);
    const made = await backUpTo("whole.tar");
    const { logs = 0 } = await appliance.held(organization.id);
    expect(logs).toBe(51);
    expect(made.records).toBeGreaterThanOrEqual(51);
    expect(made).toMatchObject({ inStream: 0, missing: [] });
    expect(await readBackup(join(folder, "whole.tar"))).toMatchObject({
      ok: true,
      value: { header: { format: 1 }, manifest: { records: made.records, objects: made.objects } },
    });
    expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
    expect(isBackedUp(appliance.directory)).toBe(false);
  });

  test("is for its owner's eyes only, and replaces an earlier one", async () => {
    writeFileSync(join(folder, "open.tar"), "earlier", { mode: 0o644 });
    await backUpTo("open.tar");
    expect(statSync(join(folder, "open.tar")).mode & 0o777).toBe(0o600);
    expect(await problemOf(join(folder, "open.tar"))).toBe("none");
  });

  test("holds no key: neither the first ones, nor the judge model's, nor a key file", async () => {
    writeFileSync(join(appliance.directory, "integration-key"), "secret of integrations");
    writeFileSync(join(appliance.directory, "scoring.toml"), 'llm_api_key = "sk-secret"\nmax_items = 7\n');
    await backUpTo("secrets.tar");
    const texts: string[] = [];
    const names: string[] = [];
    await readBackup(join(folder, "secrets.tar"), async ({ name, bytes }) => {
      names.push(name);
      texts.push(bytes.toString("latin1"));
    });
    rmSync(join(appliance.directory, "scoring.toml"));
    expect(names).toContain("scoring.toml");
    expect(texts).toContain("max_items = 7\n");
    expect(names).not.toContain("first-keys");
    const { admin = "" } = appliance.firstKeys ?? {};
    for (const secret of ["secret of integrations", "sk-secret", admin])
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  });

  test("holds what is in quarantine, whatever it is called", async () => {
    const quarantine = join(appliance.directory, "quarantine");
    mkdirSync(quarantine, { recursive: true });
    writeFileSync(join(quarantine, "odd näme.request"), "kept whole");
    await backUpTo("quarantine.tar");
    const names: string[] = [];
    const read = await readBackup(join(folder, "quarantine.tar"), async ({ name }) => void names.push(name));
    rmSync(quarantine, { recursive: true });
    expect(read.ok).toBe(true);
    expect(names).toContain("quarantine/odd näme.request");
  });

  test("says which objects the directory has lost, and takes the rest", async () => {
    const objects = join(appliance.directory, "objects");
    const [lost = ""] = readdirSync(objects, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".zst"),
    );
    const bytes = readFileSync(join(objects, lost));
    rmSync(join(objects, lost));
    const made = await backUpTo("lossy.tar");
    writeFileSync(join(objects, lost), bytes);
    expect(made.missing).toEqual([lost]);
    expect(await problemOf(join(folder, "lossy.tar"))).toBe("none");
  });

  test("is reported by the status and the measurements, the last one that was made", async () => {
    const { madeAt, bytes, records } = await backUpTo("told.tar");
    await expect(backUpTo("nowhere/a.tar")).rejects.toThrow("does not exist");
    const status = await appliance.get("/v1/admin/status", organization.admin);
    expect(await status.json()).toMatchObject({ lastBackup: { madeAt, bytes, records, missingObjects: 0 } });
    const seconds = Math.floor(Date.parse(madeAt) / 1_000);
    const measured = await (await appliance.get("/metrics", organization.admin)).text();
    expect(measured).toContain(`scoring_last_backup_timestamp_seconds ${seconds}\n`);
  });

  test("holds what ingest nodes noted in a cluster, as outages of an appliance on one machine", async () => {
    const note = {
      runs: [
        { from: 0, to: MINUTE },
        { from: HOUR, to: HOUR + MINUTE },
      ],
      refused: [{ from: HOUR, to: HOUR + 1 }],
    };
    const file = join(folder, "of-nodes.tar");
    await backUp(localStores(appliance.directory), file, { ...QUIET, readOutageNotes: async () => [note] });
    const restored = join(folder, "of-nodes");
    await restore(restored, file, { clock: systemClock, purges: null, report: () => {} });
    const spans = readOutages(restored).map(({ from, to }) => [Date.parse(from), Date.parse(to)]);
    expect(spans).toEqual([
      [MINUTE, HOUR],
      [HOUR, HOUR + 1],
    ]);
  });

  test("holds no note of an earlier backup", async () => {
    await backUpTo("second.tar");
    const names: string[] = [];
    await readBackup(join(folder, "second.tar"), async ({ name }) => void names.push(name));
    expect(existsSync(join(appliance.directory, "last-backup.json"))).toBe(true);
    expect(names).not.toContain("last-backup.json");
  });

  test("deletes what a killed backup left next to the file an hour ago, and nothing younger", async () => {
    for (const name of ["old", "new"]) mkdirSync(join(folder, `left.tar.unfinished-${name}`));
    const later = { ...QUIET, clock: () => systemClock() + 2 * 3_600_000 };
    await backUpTo("left.tar");
    expect(existsSync(join(folder, "left.tar.unfinished-new"))).toBe(true);
    await backUp(localStores(appliance.directory), join(folder, "left.tar"), later);
    expect(existsSync(join(folder, "left.tar.unfinished-old"))).toBe(false);
  });
});

describe("the name of a part", () => {
  test("leads nowhere but into the folders and files of a data directory", () => {
    const names = [
      "objects/../../etc/passwd",
      "/etc/passwd",
      "objects//a",
      "objects/",
      "first-keys",
      "nats/nats.conf",
    ];
    expect(names.filter(isPartName)).toEqual([]);
    expect(["objects/org=a/b.zst", "nats/store/jetstream/$G/a", "purges.jsonl"].every(isPartName)).toBe(true);
  });
});

describe("a file that is no whole backup", () => {
  test("is distinguished from a backup", async () => {
    expect(await problemOf(join(folder, "none.tar"))).toEndWith("does not exist");
    expect(await problemOf(changed("text", () => Buffer.from("hello")))).toEndWith(
      "no backup that scoring made",
    );
    expect(await problemOf(changed("empty", () => Buffer.alloc(0)))).toEndWith("no backup that scoring made");
  });

  test("is recognised wherever it is cut", async () => {
    const { length } = readFileSync(join(folder, "whole.tar"));
    for (const left of [700, 2_000, Math.floor(length / 2), length - 2_000, length - 1_024, length - 1])
      expect(await problemOf(changed("cut", (bytes) => bytes.subarray(0, left)))).toContain(
        "cut off or damaged",
      );
  });

  test("is recognised by any changed byte of a part, and the part is named", async () => {
    const at = (bytes: Buffer, text: string): number => bytes.lastIndexOf(text);
    const object = changed("object", (bytes) => {
      const content = bytes.indexOf("objects/org=") - PREFIX_AT + HEADER_BYTES;
      bytes.writeUInt8(bytes.readUInt8(content + 20) ^ 1, content + 20);
      return bytes;
    });
    expect(await problemOf(object)).toMatch(
      /was changed after it was made: objects\/org=.* is not what it was/,
    );
    const manifest = changed("manifest", (bytes) => {
      bytes.write("9", at(bytes, '"records": ') + 11);
      return bytes;
    });
    expect(await problemOf(manifest)).toContain("its manifest is damaged");
  });

  test("is refused when a newer version made it", async () => {
    const newer = changed("newer", (bytes) => {
      bytes.write('{"format":7', bytes.indexOf('{"format":1'));
      return bytes;
    });
    expect(await problemOf(newer)).toContain("which is newer than this one; use that version");
  });
});
