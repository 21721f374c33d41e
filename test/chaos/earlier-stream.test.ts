import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BooksStatus } from "../../src/http/self/status-answer.ts";
import { connectTo, type StreamConnection } from "../../src/stream/connection.ts";
import type { StreamRequest } from "../../src/stream/request.ts";
import { packFrames } from "../../src/stream/message.ts";
import { EmbeddedServer } from "../../src/stream/server/server.ts";
import { SUBJECT } from "../../src/stream/telemetry-stream.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { frameOf } from "../stream/frames.ts";
import { adminKeyIn, eventually, removeFolders, startServed, unusedDirectory } from "./served.ts";

afterAll(removeFolders);

const MIB = 1024 * 1024;

/** The stream as versions before named publishers made it: one subject for all. */
async function makeEarlierStream(connection: StreamConnection): Promise<void> {
  await connection.manager.streams.add({
    name: "telemetry",
    subjects: ["telemetry"],
    storage: "file",
    retention: "workqueue",
    discard: "new",
    max_bytes: 2048 * MIB,
    duplicate_window: 600_000_000_000,
    allow_direct: true,
  });
}

/** A message of those versions: its header names nobody, and counts what all of them ever published. */
async function earlierMessage(request: StreamRequest, frames: number): Promise<Uint8Array> {
  const { compressed, counted } = await packFrames([request]);
  const header = Buffer.from(JSON.stringify({ totals: { frames, records: frames }, counted }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([Buffer.from("SCR1"), length, header, compressed]);
}

function logFrame(text: string): StreamRequest {
  const logRecords = [{ timeUnixNano: "1760000000000000000", body: { stringValue: text } }];
  const body = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  const { header } = frameOf("");
  return { header: { ...header, organization: "default", bytes: Buffer.byteLength(body) }, body };
}

/**
 * A data directory in whose stream such messages wait.
 *
 * @remarks Takes how many of them were acknowledged.
 */
async function earlierDirectory(waiting: number, acknowledged: number): Promise<string> {
  const directory = unusedDirectory();
  mkdirSync(directory, { mode: 0o700 });
  const server = await EmbeddedServer.start(join(directory, "nats"), 2304 * MIB, silentLog);
  const connection = await connectTo(server.address, "earlier version");
  await makeEarlierStream(connection);
  for (let number = 1; number <= waiting; number += 1) {
    const message = await earlierMessage(logFrame(`earlier ${number}`), number);
    await connection.client.publish(SUBJECT, message, { msgID: `earlier ${number}` });
  }
  await connection.close();
  await server.stop();
  const amount = (frames: number) => ({ frames, records: frames });
  const note = { acknowledged: amount(acknowledged), lost: amount(0), lostAt: null };
  writeFileSync(join(directory, "acknowledged.json"), JSON.stringify(note).padEnd(255).concat("\n"));
  return directory;
}

async function booksOf(url: string, directory: string): Promise<BooksStatus> {
  const headers = { authorization: `Bearer ${adminKeyIn(directory)}` };
  return eventually(async () => {
    const answer = await fetch(`${url}/v1/admin/status`, { headers });
    const { books } = (await answer.json()) as { books: BooksStatus };
    return books.watch === null || books.inStream?.records !== 0 ? null : books;
  });
}

describe("a stream that an earlier version left, in whose messages no publisher is named", () => {
  test("is written to its end, and its books balance with what is published now", async () => {
    const directory = await earlierDirectory(5, 5);
    const served = await startServed({ directory });
    for (const id of ["new 1", "new 2"]) expect((await served.send(id)).status).toBe(200);
    await served.holds(["new 1", "new 2"]);
    const books = await booksOf(served.url, directory);
    expect(books).toMatchObject({
      balanced: true,
      published: { requests: 7, records: 7 },
      persisted: { requests: 7, records: 7 },
      lost: { requests: 0, records: 0 },
      watch: { differences: [] },
    });
    await served.end();
  });

  test("still says what it lost", async () => {
    const directory = await earlierDirectory(3, 5);
    const served = await startServed({ directory });
    await served.send("new");
    await served.holds(["new"]);
    const books = await booksOf(served.url, directory);
    expect(books).toMatchObject({
      balanced: true,
      published: { requests: 4 },
      lost: { requests: 2, records: 2 },
    });
    expect(served.log()).toContain("the stream lost");
    await served.end();
  });
});
