import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BooksStatus } from "../../src/http/self/status-answer.ts";
import { scoring } from "../cli/in-process.ts";
import { adminKeyIn, eventually, removeFolders, type Served, startServed } from "./served.ts";

afterAll(removeFolders);

const REQUESTS = 60;
/** So that what is acknowledged waits in the stream. */
const SLOW_WRITER = { SCORING_BATCH_MAX_MS: "60000" };

/** Was served, left a backlog in the stream, and was killed. */
let killed: Served;
/** Requests in that backlog: on a busy machine one more for each that was sent again and had been taken. */
let published = 0;

beforeAll(async () => {
  killed = await startServed({ environment: SLOW_WRITER });
  await killed.deliver("written before");
  for (let sent = 1; sent < REQUESTS; sent += 1) await killed.deliver(`request ${sent}`);
  published = await eventually(async () => {
    const requests = (await booksOf(killed)).published?.requests ?? 0;
    return requests >= REQUESTS ? requests : null;
  });
  // with its server, whose index would otherwise vouch for the files
  process.kill(killed.streamPid(), "SIGKILL");
  await killed.end();
});

/** Returns a copy of the directory, and the key to it. */
function killedWithBacklog(name: string): { directory: string; key: string } {
  const directory = `${killed.directory}-${name}`;
  cpSync(killed.directory, directory, { recursive: true });
  return { directory, key: killed.key };
}

/** Flips one bit in the middle of what the stream holds. */
function damageStream(directory: string): void {
  const folder = join(directory, "nats/store");
  const names = readdirSync(folder, { recursive: true }).map(String);
  const block = names.find((name) => name.endsWith(".blk"));
  const path = join(folder, block ?? "there is no block");
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = bytes.readUInt8(middle) ^ 1;
  writeFileSync(path, bytes);
}

async function booksOf({ url, directory }: Served): Promise<BooksStatus> {
  const headers = { authorization: `Bearer ${adminKeyIn(directory)}` };
  return eventually(async () => {
    const status = await fetch(`${url}/v1/admin/status`, { headers });
    // left out while the database is slow to answer
    return ((await status.json()) as { books: BooksStatus | null }).books;
  });
}

describe("a damaged stream", () => {
  test("says how many acknowledged records it lost", async () => {
    const { directory, key } = killedWithBacklog("damaged");
    damageStream(directory);
    const served = await startServed({ directory, key });
    await served.deliver("after the damage");
    await served.holds(["after the damage"]);
    const kept = new Set(await served.read()).size - 1;
    const books = await booksOf(served);
    const lost = published - kept - books.duplicate.requests;
    expect(lost).toBeGreaterThan(1);
    expect(books.lost).toMatchObject({ requests: lost, records: lost });
    expect(books.balanced).toBe(true);
    expect(served.log()).toContain(`"requests":${lost},"records":${lost}`);
    const readiness = await (await fetch(`${served.url}/readyz`)).text();
    expect(readiness).toContain(`the stream lost ${lost} records that were acknowledged`);
    const doctor = await scoring(["doctor", "--data-dir", directory, "--listen", "127.0.0.1:0"]);
    expect(doctor.out).toContain(`the stream lost ${lost} records in ${lost} requests`);
    await served.end();
  });

  test("that lost its folder says that all of it is lost, once", async () => {
    const { directory, key } = killedWithBacklog("lost");
    rmSync(join(directory, "nats"), { recursive: true });
    const first = await startServed({ directory, key });
    expect((await booksOf(first)).lost).toMatchObject({ requests: published });
    await first.deliver("after the loss");
    await first.holds(["after the loss"]);
    await first.end();
    const second = await startServed({ directory, key });
    const books = await eventually(async () => {
      const told = await booksOf(second);
      return told.watch === null ? null : told;
    });
    expect(books).toMatchObject({
      balanced: true,
      lost: { requests: published },
      watch: { differences: [] },
    });
    expect(second.log()).not.toContain("the stream lost");
    await second.end();
  });
});

describe("a stream that was killed and not damaged", () => {
  test("has lost nothing", async () => {
    const { directory, key } = killedWithBacklog("whole");
    const served = await startServed({ directory, key });
    await served.deliver("after the kill");
    await served.holds(["written before", `request ${REQUESTS - 1}`, "after the kill"]);
    const { lost, balanced } = await booksOf(served);
    expect({ lost, balanced }).toEqual({
      lost: { requests: 0, records: 0, noticedAt: null },
      balanced: true,
    });
    await served.end();
  });
});
