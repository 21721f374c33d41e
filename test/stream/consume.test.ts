import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTo, type StreamConnection } from "../../src/stream/connection.ts";
import { type Batch, StreamReader } from "../../src/stream/consume.ts";
import { finishMessage } from "../../src/stream/message.ts";
import { Publisher } from "../../src/stream/publish.ts";
import { EmbeddedServer } from "../../src/stream/server/server.ts";
import { prepareStream, readStreamState, subjectOf } from "../../src/stream/telemetry-stream.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { frameOf, packAlone, PATIENT } from "./frames.ts";

const MIB = 1024 * 1024;
const SOON = { bytes: 8 * MIB, waitMs: 50 };

let directory = "";
let server: EmbeddedServer;
let ingest: StreamConnection;
let publisher: Publisher;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "stream-"));
  server = await EmbeddedServer.start(directory, 256 * MIB, silentLog);
  ingest = await connectTo(server.address, "ingest");
  await prepareStream(ingest, { maxBytes: 64 * MIB, firstSequence: 1 });
  publisher = new Publisher(ingest, PATIENT);
});

afterEach(async () => {
  await publisher.stop();
  await ingest.close();
  await server.stop();
  rmSync(directory, { recursive: true });
});

async function publish(...texts: string[]): Promise<void> {
  for (const text of texts) expect((await publisher.publish(frameOf(text))).ok).toBe(true);
}

function textsOf(batch: Batch | null): string[] {
  const requests = (batch?.deliveries ?? []).flatMap((delivery) => delivery.requests);
  return requests.map(({ body }) => body);
}

async function readTexts(reader: StreamReader, count: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < count) texts.push(...textsOf(await reader.next()));
  return texts;
}

describe("a reader of the stream", () => {
  test("begins with what an earlier reader took and never acknowledged, before anything newer", async () => {
    const engine = await connectTo(server.address, "engine");
    const killed = StreamReader.open(engine, SOON, silentLog);
    await publish("one", "two");
    expect(await readTexts(killed, 2)).toEqual(["one", "two"]);
    await engine.close(); // as when the thread breaks: nothing is said to the server
    await publish("three");
    const next = StreamReader.open(ingest, SOON, silentLog);
    expect(await readTexts(next, 3)).toEqual(["one", "two", "three"]);
    next.close();
  });

  test("begins again with what is not acknowledged when the server comes back", async () => {
    const reader = StreamReader.open(ingest, SOON, silentLog);
    await publish("one", "two");
    const lost = await reader.next();
    await server.kill();
    await publish("three");
    expect((await readTexts(reader, 3)).toSorted()).toEqual(["one", "three", "two"]);
    await lost?.acknowledge(); // of a consumer that is gone: says nothing, fails nothing
    expect((await readStreamState(ingest)).messages).toBe(3);
    reader.close();
  });

  test("begins again when the server does not answer an acknowledgement", async () => {
    const reader = StreamReader.open(ingest, SOON, silentLog);
    await publish("one");
    const batch = await reader.next();
    process.kill(server.pid ?? 0, "SIGSTOP");
    await batch?.acknowledge();
    process.kill(server.pid ?? 0, "SIGCONT");
    await publish("two");
    for (let texts: string[] = []; !texts.includes("two");) {
      const next = await reader.next();
      texts = textsOf(next);
      await next?.acknowledge();
    }
    expect((await readStreamState(ingest)).messages).toBe(0);
    reader.close();
  });

  test("gives what it cannot unpack as it came, and goes on", async () => {
    await publish("one");
    await ingest.client.publish(subjectOf(ingest, "foreign"), "foreign");
    await ingest.client.publish(subjectOf(ingest, "foreign"), "SCR1 only begins like one");
    const packed = finishMessage(await packAlone(frameOf("two", 3)), {
      publisher: "another",
      totals: { frames: 2, records: 4 },
    });
    await ingest.client.publish(subjectOf(ingest, "foreign"), packed.subarray(0, -1));
    const headers = new Publisher(ingest, PATIENT);
    const strange = frameOf("three");
    const wrong = { ...strange, header: { ...strange.header, receivedAtUnixNano: "noon" } };
    expect((await headers.publish(wrong)).ok).toBe(true);
    expect((await headers.publish(frameOf("four"))).ok).toBe(true);
    const reader = StreamReader.open(ingest, SOON, silentLog);
    const batch = await reader.next();
    expect(textsOf(batch)).toEqual(["one", "four"]);
    expect(batch?.broken.map(({ sequence, counts }) => ({ sequence, counts }))).toEqual([
      { sequence: 2, counts: null },
      { sequence: 3, counts: null },
      {
        sequence: 4,
        counts: {
          publisher: "another",
          totals: { frames: 2, records: 4 },
          counted: { frames: 1, records: 3 },
        },
      },
      {
        sequence: 5,
        counts: {
          publisher: expect.stringMatching(/^[0-9a-f]{16}-1$/),
          totals: { frames: 1, records: 1 },
          counted: { frames: 1, records: 1 },
        },
      },
    ]);
    expect(Buffer.from(batch?.broken[0]?.bytes ?? []).toString()).toBe("foreign");
    await batch?.acknowledge();
    expect((await readStreamState(ingest)).messages).toBe(0);
    reader.close();
    await headers.stop();
  });

  test("gives sequences that rise, whatever happens to the server meanwhile", async () => {
    const reader = StreamReader.open(ingest, SOON, silentLog);
    const written = new Map<number, string>();
    let position = 0;
    const writing = (async () => {
      for (let batch = await reader.next(); batch !== null; batch = await reader.next()) {
        for (const { sequence, requests } of batch.deliveries) {
          if (sequence <= position) continue;
          position = sequence;
          written.set(sequence, requests[0]?.body ?? "");
        }
        await batch.acknowledge();
      }
    })();
    const texts = Array.from({ length: 60 }, (_, number) => `text ${number}`);
    for (const [number, text] of texts.entries()) {
      if (number % 20 === 10) await server.kill();
      await publish(text);
    }
    while (written.size < texts.length || (await readStreamState(ingest)).messages > 0) await Bun.sleep(20);
    expect([...written.values()]).toEqual(texts);
    reader.close();
    await writing;
  });
});
