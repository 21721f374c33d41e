import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { HOSTILE_SHAPES } from "../../scripts/bench/hostile-bodies.ts";
import { type Account, type Amount, readBooks } from "../../src/books/progress-table.ts";
import { openDatabase } from "../../src/database/open.ts";
import { countAside, readSetAside } from "../../src/normaliser/set-aside.ts";
import { makeMemoryGroup, type MemoryGroup, whyNoMemoryGroups } from "./memory-group.ts";
import { eventually, removeFolders, type Served, startServed } from "./served.ts";
import { isSkipped } from "../skipped.ts";

const MEGABYTE = 1_000_000;
const BODY_BYTES = 20 * 1024 * 1024;
const LIMIT_MS = 600_000;
/** Enough to start; the most expensive body takes over 200 MB. */
const ABOVE_IDLE_BYTES = 60 * MEGABYTE;
const OBJECTS_OF_THEIR_OWN = 'mkdir -p "$DATA/objects"; mount --bind "$DATA/objects" "$DATA/objects"';

const whyNot = whyNoMemoryGroups();

const groups: MemoryGroup[] = [];

afterAll(async () => {
  await removeFolders();
  for (const group of groups) await eventually(async () => removed(group));
});

/** The stream's server outlives the program by a moment. */
function removed(group: MemoryGroup): true | null {
  try {
    group.remove();
    return true;
  } catch {
    return null;
  }
}

function groupOf(bytes: number): MemoryGroup {
  const group = makeMemoryGroup(bytes);
  groups.push(group);
  return group;
}

function bodyOf(name: string): Uint8Array<ArrayBuffer> {
  const shape = HOSTILE_SHAPES.find((candidate) => candidate.name === `accepted: ${name}`);
  if (shape === undefined) throw new Error(`there is no hostile body of ${name}`);
  return gzipSync(shape.make(BODY_BYTES));
}

async function sendBody({ url, key }: Served, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const type = { "content-type": "application/json", "content-encoding": "gzip" };
  const headers = { authorization: `Bearer ${key}`, ...type };
  const answer = await fetch(`${url}/v1/logs`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

async function booksIn(directory: string): Promise<{ books: Record<Account, Amount>; framesAside: number }> {
  const database = openDatabase(join(directory, "scoring.db"), "read");
  try {
    return {
      books: await readBooks(database),
      framesAside: countAside(await readSetAside(database), "frames"),
    };
  } finally {
    await database.destroy();
  }
}

/** Returns when so many requests were written and all that they hold is examined. */
function untilExamined(directory: string, requests: number): Promise<true> {
  return eventually(async () => {
    const { books } = await booksIn(directory);
    return isExamined(books, requests) ? true : null;
  });
}

function isExamined({ persisted, examined }: Record<Account, Amount>, requests: number): boolean {
  return persisted.frames >= requests && examined.records === persisted.records;
}

/** Starts it under the limit until it stays: until what it dies of is set aside. */
async function startUntilItStays(directory: string, { join: inNamespace, killed }: MemoryGroup, key: string) {
  for (let start = 0; start < 12; start += 1) {
    const before = killed();
    const served = await startServed({ directory, key, inNamespace }).catch(() => null);
    if (served === null) continue;
    const state = await eventually(async () => {
      if (killed() > before) return "killed";
      const { books, framesAside } = await booksIn(directory);
      if (books.quarantined.frames + framesAside > 0) return "set aside";
      return isExamined(books, 2) ? "examined" : null;
    });
    if (state === "set aside") return served;
    await served.end();
    if (state === "examined") throw new Error("the limit leaves enough memory for the message");
  }
  throw new Error("it was killed again and again");
}

describe.skipIf(isSkipped(whyNot === null, whyNot ?? ""))("with a memory limit on its processes", () => {
  test(
    "the most expensive bodies that are accepted are examined, and nothing is killed",
    async () => {
      const group = groupOf(800 * MEGABYTE);
      const served = await startServed({ inNamespace: group.join });
      const names = ["records of text", "sessions", "resources of a session", "unknown objects"];
      for (const [place, name] of [...names, "agents' records"].entries()) {
        expect(await sendBody(served, bodyOf(name))).toBe(200);
        await untilExamined(served.directory, place + 1);
      }
      expect(group.killed()).toBe(0);
      await eventually(async () => ((await served.isReady()) ? true : null));
      await served.end();
    },
    LIMIT_MS,
  );

  test(
    "large bodies that come together are taken one after another, and nothing is killed",
    async () => {
      const group = groupOf(800 * MEGABYTE);
      const served = await startServed({ inNamespace: group.join });
      const body = bodyOf("unknown objects");
      const statuses = await Promise.all(Array.from({ length: 4 }, () => sendBody(served, body)));
      expect(statuses).toContain(200);
      // who would have waited too long is asked to come again
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      await untilExamined(served.directory, 1);
      expect(group.killed()).toBe(0);
      await served.end();
    },
    LIMIT_MS,
  );

  test(
    "a message that needs more than there is is set aside, and the rest goes on",
    async () => {
      const group = groupOf(2_000 * MEGABYTE);
      const first = await startServed({ inNamespace: `${group.join}; ${OBJECTS_OF_THEIR_OWN}` });
      const { directory, key } = first;
      await first.deliver("before");
      await untilExamined(directory, 1);
      // the first one must not get the message done before it ends
      first.run('mount -o remount,ro,bind "$DATA/objects"');
      const idleBytes = group.residentBytes();
      expect(await sendBody(first, bodyOf("unknown objects"))).toBe(200);
      await first.end();
      await eventually(async () => (group.residentBytes() < idleBytes / 2 ? true : null));
      group.limit(idleBytes + ABOVE_IDLE_BYTES);
      const served = await startUntilItStays(directory, group, key);
      // the end of the first one may have been the first of the two deaths
      expect(group.killed()).toBeGreaterThanOrEqual(1);
      await served.deliver("after");
      await served.holds(["before", "after"]);
      await served.end();
    },
    LIMIT_MS,
  );
});
