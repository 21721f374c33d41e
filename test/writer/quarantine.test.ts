import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/database/open.ts";
import { openPrepared } from "../database/prepared.ts";
import { openFileStore } from "../../src/objects/file-store.ts";
import { createRedactor } from "../../src/privacy/redactor.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import type { Batch } from "../../src/stream/consume.ts";
import type { StreamRequest } from "../../src/stream/request.ts";
import { balance, describeDifferences } from "../../src/books/books.ts";
import { readFigures } from "../../src/books/books-table.ts";
import { readHashes, readPosition } from "../../src/books/progress-table.ts";
import { RecentHashes } from "../../src/writer/recent-hashes.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { ClockWatch } from "../../src/writer/arrivals/clock-watch.ts";
import { writeBatch, type Written } from "../../src/writer/write-batch.ts";
import { frameOf } from "../stream/frames.ts";

const POISON = frameOf("no JSON at all", 2);
const BATCH: Batch = {
  deliveries: [
    {
      sequence: 7,
      publisher: "p",
      totals: { frames: 3, records: 4 },
      requests: [good("one"), POISON, good("two")],
    },
    { sequence: 9, publisher: "p", totals: { frames: 8, records: 14 }, requests: [good("three")] },
  ],
  broken: [
    {
      kind: "unreadable",
      sequence: 8,
      bytes: Buffer.from("half a message"),
      reason: "it is cut",
      counts: { publisher: "p", totals: { frames: 7, records: 13 }, counted: { frames: 4, records: 9 } },
    },
    { kind: "unreadable", sequence: 10, bytes: Buffer.from("foreign"), reason: "strange", counts: null },
  ],
  acknowledge: async () => {},
};

function good(text: string): StreamRequest {
  const logRecords = [{ body: { stringValue: text } }];
  return frameOf(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }), 1);
}

let directory = "";
let database: Database;

beforeEach(() => open(mkdtempSync(join(tmpdir(), "quarantine-"))));
afterEach(close);

async function open(folder: string): Promise<void> {
  directory = folder;
  database = await openPrepared(join(directory, "scoring.db"));
}

async function close(): Promise<void> {
  await database.destroy();
  rmSync(directory, { recursive: true, force: true });
}

async function write(batch = BATCH): Promise<Written | null> {
  const parts = {
    database,
    objects: openFileStore(join(directory, "objects")),
    quarantine: openFileStore(join(directory, "quarantine")),
    redactor: createRedactor(SETTINGS.parse({})),
    recent: new RecentHashes(await readHashes(database)),
    clockWatch: new ClockWatch({ builtAt: null, log: silentLog }),
    streamCreatedAt: "now",
  };
  return writeBatch(parts, batch, (await readPosition(database, "writer"))?.sequence ?? 0);
}

function setAside(): Record<string, string> {
  const names = readdirSync(join(directory, "quarantine")).sort();
  return Object.fromEntries(names.map((name) => [name, textIn(name)]));
}

function textIn(name: string): string {
  return readFileSync(join(directory, "quarantine", name), "utf8");
}

const KEPT = {
  "0000000000000007-1.request": `${JSON.stringify(POISON.header)}\nno JSON at all`,
  "0000000000000008.message": "half a message",
  "0000000000000010.message": "foreign",
};

async function expectSettled(): Promise<void> {
  const figures = await readFigures(database);
  expect(figures.persisted).toEqual({ frames: 3, records: 3 });
  expect(figures.quarantined).toEqual({ frames: 5, records: 11 });
  expect(describeDifferences(balance(figures, null))).toEqual([]);
  expect((await readPosition(database, "writer"))?.sequence).toBe(10);
  expect(setAside()).toEqual(KEPT);
}

describe("what cannot become records", () => {
  test("is kept whole for its owner only, counted, and does not hold up the rest of its batch", async () => {
    const written = await write();
    await expectSettled();
    expect(statSync(join(directory, "quarantine", "0000000000000010.message")).mode & 0o777).toBe(0o600);
    expect(written?.setAside.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("JSON"),
      "it is cut",
      "strange",
    ]);
  });

  test("is kept when nothing else comes", async () => {
    await write({ ...BATCH, deliveries: [] });
    expect(Object.keys(setAside())).toEqual(["0000000000000008.message", "0000000000000010.message"]);
    const { published, quarantined } = await readFigures(database);
    expect(published).toEqual({ frames: 7, records: 13 });
    expect(quarantined).toEqual({ frames: 4, records: 9 });
    expect((await readPosition(database, "writer"))?.sequence).toBe(10);
  });

  test("is counted once when a crash comes after its files and before the commit", async () => {
    const before = mkdtempSync(join(tmpdir(), "quarantine-"));
    cpSync(directory, before, { recursive: true });
    await write();
    cpSync(join(directory, "quarantine"), join(before, "quarantine"), { recursive: true });
    await close();
    await open(before);
    expect(setAside()).toEqual(KEPT);
    await write();
    await expectSettled();
  });

  test("is counted once when a crash comes before the acknowledgement", async () => {
    const lost = { ...BATCH, acknowledge: () => Promise.reject(new Error("the power is gone")) };
    expect(write(lost)).rejects.toThrow("the power is gone");
    await write(lost).catch(() => {});
    expect(await write()).toBeNull();
    await expectSettled();
  });

  test("is a retry when a client sends it again", async () => {
    await write();
    const totals = { frames: 9, records: 16 };
    await write({
      ...BATCH,
      broken: [],
      deliveries: [{ sequence: 11, publisher: "p", totals, requests: [POISON] }],
    });
    const figures = await readFigures(database);
    expect(figures.duplicate).toEqual({ frames: 1, records: 2 });
    expect(describeDifferences(balance(figures, null))).toEqual([]);
    expect(setAside()).toEqual(KEPT);
  });
});
