import { afterAll, afterEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "../../src/database/open.ts";
import { programCommand } from "../../scripts/chaos/victim.ts";
import { eventually, refusalOf, removeFolders, type Served, startServed } from "./served.ts";

afterAll(removeFolders);

const running = new Set<Served>();

afterEach(async () => {
  for (const served of running) await served.end();
  running.clear();
});

async function start(options: Parameters<typeof startServed>[0] = {}): Promise<Served> {
  const served = await startServed(options);
  running.add(served);
  return served;
}

async function stop(served: Served): Promise<void> {
  served.signal("SIGTERM");
  expect(await served.exited).toBe(0);
}

/** Paths of the objects, the oldest first. */
function objectsIn(directory: string): string[] {
  const entries = readdirSync(join(directory, "objects"), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** A directory that was served and stopped, with these records, each in another object. */
async function servedBefore(...ids: string[]): Promise<{ directory: string; key: string }> {
  const served = await start();
  for (const id of ids) {
    await served.send(id);
    await served.holds([id]);
  }
  await stop(served);
  return served;
}

function run(directory: string, ...args: string[]): string {
  const ran = Bun.spawnSync([...programCommand(null), ...args, "--data-dir", directory]);
  if (!ran.success) throw new Error(`${args.join(" ")}: ${ran.exitCode} ${ran.stderr.toString()}`);
  return ran.stdout.toString();
}

/** Asks the database only; where the server listens is not said, so the exit code says nothing. */
function areBalanced(directory: string): boolean {
  const asked = Bun.spawnSync([...programCommand(null), "status", "--json", "--data-dir", directory]);
  return (JSON.parse(asked.stdout.toString()) as { books: { balanced: boolean } }).books.balanced;
}

describe("an object whose end is missing", () => {
  test("is reported, and everything else can be read", async () => {
    const { directory } = await servedBefore("first", "second", "torn");
    const [torn = ""] = objectsIn(directory).slice(-1);
    truncateSync(torn, statSync(torn).size - 5);
    const served = await start({ directory });
    await served.holds(["first", "second"]);
    expect((await served.send("after")).status).toBe(200);
    await served.holds(["first", "second", "after"]);
    expect(await served.read()).not.toContain("torn");
    await eventually(async () => (served.log().includes("records cannot be read any more") ? true : null));
    expect(served.log()).toContain("the object's file ends after");
    await eventually(async () => ((await served.isReady()) ? true : null));
  });
});

describe("an object with a corrupt frame", () => {
  test("is reported when it is read, and everything else can be read", async () => {
    const { directory } = await servedBefore("first", "corrupt", "third");
    const corrupt = objectsIn(directory)[1] ?? "";
    const bytes = readFileSync(corrupt);
    bytes.fill(0x55, 10, 60);
    writeFileSync(corrupt, bytes);
    const served = await start({ directory });
    await served.holds(["first", "third"]);
    expect(await served.read()).not.toContain("corrupt");
    await served.send("after");
    await served.holds(["first", "third", "after"]);
    await eventually(async () => ((await served.isReady()) ? true : null));
  });
});

describe("a database that was deleted", () => {
  test("keeps serve from starting, which names the way back; adopted, every record can be read", async () => {
    const { directory } = await servedBefore("first", "second");
    for (const name of ["scoring.db", "scoring.db-wal", "scoring.db-shm"])
      rmSync(join(directory, name), { force: true });
    const refusal = await refusalOf({ directory });
    expect(refusal).toContain("scoring rebuild --adopt");
    expect(refusal).toContain("keys, names and aliases come only from a backup");
    expect(objectsIn(directory)).toHaveLength(2);
    run(directory, "rebuild", "--adopt");
    const [, organization = ""] = /org=([^/]+)/.exec(objectsIn(directory)[0] ?? "") ?? [];
    const made = JSON.parse(run(directory, "keys", "create", "--org", organization, "--json")) as {
      key: string;
    };
    const served = await start({ directory, key: made.key });
    await served.holds(["first", "second"]);
    expect((await served.send("after")).status).toBe(200);
    await served.holds(["first", "second", "after"]);
    expect(areBalanced(directory)).toBe(true);
  });
});

/** Brings into the file what a stop may have left in the log next to it. */
async function writeBackLog(path: string): Promise<void> {
  const database = openDatabase(path, "write");
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
  await database.destroy();
}

describe("an older database", () => {
  test("takes in the objects that it does not know, and goes on without loss or doubles", async () => {
    const { directory } = await servedBefore("first", "second");
    const database = join(directory, "scoring.db");
    await writeBackLog(database);
    copyFileSync(database, `${database}.old`);
    const between = await start({ directory });
    await between.send("third");
    await between.holds(["third"]);
    await stop(between);
    for (const name of ["-wal", "-shm"]) rmSync(database + name, { force: true });
    copyFileSync(`${database}.old`, database);
    const served = await start({ directory });
    expect(served.log()).toContain("took in objects that the database did not list");
    await served.send("fourth");
    await served.holds(["first", "second", "third", "fourth"]);
    expect(areBalanced(directory)).toBe(true);
    await eventually(async () => ((await served.isReady()) ? true : null));
  });
});

describe("an older copy of the stream's folder", () => {
  test("is made anew behind what was written, so that no new record is taken for a written one", async () => {
    const { directory } = await servedBefore("first");
    const folder = join(directory, "nats");
    cpSync(folder, `${folder}.old`, { recursive: true });
    const between = await start({ directory });
    for (const id of ["second", "third", "fourth"]) {
      await between.send(id);
      await between.holds([id]);
    }
    await stop(between);
    rmSync(folder, { recursive: true });
    cpSync(`${folder}.old`, folder, { recursive: true });
    const served = await start({ directory });
    expect((await served.send("fifth")).status).toBe(200);
    await served.holds(["first", "second", "third", "fourth", "fifth"]);
    expect(areBalanced(directory)).toBe(true);
  });
});
