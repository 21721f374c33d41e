import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
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
import { scoring } from "../cli/in-process.ts";
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

/** Sends records, each into an object of its own. */
async function sendEach(served: Served, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await served.deliver(id);
    await served.holds([id]);
  }
}

const IDS = ["first", "second", "third"];
const LATER_IDS = ["fourth", "fifth"];

/** A directory that was served and stopped, with three records; the same one after two more. */
let before = "";
let later = "";
let key = "";

beforeAll(async () => {
  const first = await start();
  await sendEach(first, IDS);
  await stop(first);
  await writeBackLog(join(first.directory, "scoring.db"));
  ({ directory: later, key } = first);
  before = copyOf(later, "before");
  const second = await start({ directory: later, key });
  await sendEach(second, LATER_IDS);
  await stop(second);
});

function copyOf(directory: string, name: string): string {
  const copy = `${later}-${name}`;
  cpSync(directory, copy, { recursive: true });
  return copy;
}

/** Brings into the file what a stop may have left in the log next to it. */
async function writeBackLog(path: string): Promise<void> {
  const database = openDatabase(path, "write");
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
  await database.destroy();
}

async function run(directory: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await scoring([...args, "--data-dir", directory]);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${code} ${err}`);
  return out;
}

/** Asks the database only; where the server listens is not said, so the exit code says nothing. */
async function areBalanced(directory: string): Promise<boolean> {
  const { out } = await scoring(["status", "--json", "--data-dir", directory]);
  return (JSON.parse(out) as { books: { balanced: boolean } }).books.balanced;
}

describe("objects of which one has lost its end and one has a corrupt frame", () => {
  test("are reported, and everything else can be read", async () => {
    const directory = copyOf(before, "objects");
    const [, corrupt = "", torn = ""] = objectsIn(directory);
    truncateSync(torn, statSync(torn).size - 5);
    writeFileSync(corrupt, readFileSync(corrupt).fill(0x55, 10, 60));
    const served = await start({ directory, key });
    await served.holds(["first"]);
    await served.deliver("after");
    await served.holds(["first", "after"]);
    expect((await served.read()).toSorted()).toEqual(["after", "first"]);
    await eventually(async () => (served.log().includes("records cannot be read any more") ? true : null));
    expect(served.log()).toContain("the object's file ends after");
    await eventually(async () => ((await served.isReady()) ? true : null));
  });
});

describe("a database that was deleted", () => {
  test("keeps serve from starting, which names the way back; adopted, every record can be read", async () => {
    const directory = copyOf(before, "deleted");
    for (const name of ["scoring.db", "scoring.db-wal", "scoring.db-shm"])
      rmSync(join(directory, name), { force: true });
    const refusal = await refusalOf({ directory });
    expect(refusal).toContain("scoring rebuild --adopt");
    expect(refusal).toContain("keys, names and aliases come only from a backup");
    expect(objectsIn(directory)).toHaveLength(IDS.length);
    await run(directory, "rebuild", "--adopt");
    const [, organization = ""] = /org=([^/]+)/.exec(objectsIn(directory)[0] ?? "") ?? [];
    const made = await run(directory, "keys", "create", "--org", organization, "--reads-all", "--json");
    const served = await start({ directory, key: (JSON.parse(made) as { key: string }).key });
    await served.holds(IDS);
    await served.deliver("after");
    await served.holds([...IDS, "after"]);
    expect(await areBalanced(directory)).toBe(true);
  });
});

describe("an older database", () => {
  test("takes in the objects that it does not know, and goes on without loss or doubles", async () => {
    const directory = copyOf(later, "older-database");
    const database = join(directory, "scoring.db");
    for (const name of ["-wal", "-shm"]) rmSync(database + name, { force: true });
    copyFileSync(join(before, "scoring.db"), database);
    const served = await start({ directory, key });
    expect(served.log()).toContain("took in objects that the database did not list");
    await served.deliver("after");
    await served.holds([...IDS, ...LATER_IDS, "after"]);
    expect(await areBalanced(directory)).toBe(true);
    await eventually(async () => ((await served.isReady()) ? true : null));
  });
});

describe("an older copy of the stream's folder", () => {
  test("is made anew behind what was written, so that no new record is taken for a written one", async () => {
    const directory = copyOf(later, "older-stream");
    rmSync(join(directory, "nats"), { recursive: true });
    cpSync(join(before, "nats"), join(directory, "nats"), { recursive: true });
    const served = await start({ directory, key });
    await served.deliver("after");
    await served.holds([...IDS, ...LATER_IDS, "after"]);
    expect(await areBalanced(directory)).toBe(true);
  });
});
