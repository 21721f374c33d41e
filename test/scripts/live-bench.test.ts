/** What the measure of live work reads from the kernel and from the database's files. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveAt } from "../../scripts/bench/appliance.ts";
import { bodiesOfSession } from "../../scripts/bench/live/agents.ts";
import { LogFrames } from "../../scripts/bench/live/log-frames.ts";
import { highestRate } from "../../scripts/bench/live/highest-rate.ts";
import { writesByTable } from "../../scripts/bench/live/table-writes.ts";
import { ThreadWatch } from "../../scripts/bench/live/threads.ts";
import { AGENTS } from "../../src/normaliser/dialects/agents.ts";
import { ofKind, recordsOfBody, settle } from "../normaliser/captured.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "live-bench-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("the pages that are written", () => {
  /** A database whose log is written back only when a test says so. */
  function openLogged(path: string): Database {
    const database = new Database(path);
    database.run("pragma journal_mode = wal");
    database.run("pragma wal_autocheckpoint = 0");
    database.run("create table songs (id integer primary key, title text)");
    database.run("create index songs_by_title on songs (title)");
    database.run("create table singers (id integer primary key)");
    return database;
  }

  test("belong to tables and indexes", () => {
    const path = join(folder, "some.db");
    const database = openLogged(path);
    const frames = new LogFrames(`${path}-wal`);
    database.run("insert into songs (title) values ('one')");
    database.run("insert into songs (title) values ('two')");
    const log = frames.stop();
    database.close();
    const written = writesByTable(path, log).filter(({ loggedBytes }) => loggedBytes > 0);
    const page = log.pageBytes;
    expect(written.toSorted((left, right) => (left.name < right.name ? -1 : 1))).toMatchObject([
      { name: "songs", loggedBytes: 2 * page, writtenBackBytes: page, sizeBytes: page },
      { name: "songs: songs_by_title", loggedBytes: 2 * page, writtenBackBytes: page, sizeBytes: page },
    ]);
    expect(log.missedRounds).toBe(0);
  });

  test("are counted on when the log begins again", () => {
    const path = join(folder, "some.db");
    const database = openLogged(path);
    const frames = new LogFrames(`${path}-wal`);
    database.run("insert into singers values (1)");
    database.run("pragma wal_checkpoint(restart)");
    database.run("insert into singers values (2)");
    const log = frames.stop();
    database.close();
    const singers = writesByTable(path, log).find(({ name }) => name === "singers");
    expect(singers).toMatchObject({ loggedBytes: 2 * log.pageBytes, writtenBackBytes: 2 * log.pageBytes });
    expect(log.missedRounds).toBe(0);
  });
});

describe("long sessions", () => {
  test.each(AGENTS)("of %s are one session with all its work", async (agent) => {
    const bodies = [...(await bodiesOfSession(agent, 100, "long"))];
    const records = bodies.flatMap(({ text }, index) => recordsOfBody(JSON.parse(text), index + 1));
    expect(records.length).toBeGreaterThanOrEqual(100);
    const [session, ...others] = [...settle(records).values()];
    expect(others).toEqual([]);
    expect(session?.agent).toBe(agent);
    const prompts = ofKind(session?.events ?? [], "prompt");
    expect(prompts.length).toBeGreaterThan(3);
    expect(new Set(prompts.map(({ id }) => id)).size).toBe(prompts.length);
    expect(ofKind(session?.events ?? [], "model_call").length).toBeGreaterThanOrEqual(prompts.length);
  });
});

test("the highest rate in time is found by trying", async () => {
  const tried: number[] = [];
  const found = await highestRate(async (rate) => {
    tried.push(rate);
    return rate > 200 ? 3.1 : 0.5;
  });
  expect(found).toBeGreaterThan(185);
  expect(found).toBeLessThanOrEqual(200);
  expect(tried.slice(0, 5)).toEqual([50, 75, 112.5, 168.75, 253.125]);
});

test.skipIf(!existsSync("/proc/self/schedstat"))(
  "the program's threads have the names of what they are for",
  async () => {
    const appliance = await serveAt(join(folder, "data"), { executable: false });
    const use = new ThreadWatch(appliance.pid).use();
    await appliance.stop();
    for (const part of ["main thread", "engine", "keys worker", "compilers", "stream server"] as const)
      expect(use[part].cpuMs, part).toBeGreaterThan(0);
    expect(use.engine.writtenBytes).toBeGreaterThan(0);
    expect(use["read workers"].cpuMs).toBeLessThan(use.engine.cpuMs);
  },
);
