import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ALL_TABLES } from "../../../src/appliance/tables.ts";
import { watchBooks } from "../../../src/appliance/observe/watch-books.ts";
import { type Database, openDatabase } from "../../../src/database/open.ts";
import { prepareTables } from "../../../src/database/prepare.ts";
import { examineNext } from "../../../src/normaliser/keep.ts";
import { openFileStore } from "../../../src/objects/file-store.ts";
import type { ObjectStore } from "../../../src/objects/object-store.ts";
import { createRedactor } from "../../../src/privacy/redactor.ts";
import { SETTINGS } from "../../../src/settings/schema.ts";
import { connectTo, type StreamConnection } from "../../../src/stream/connection.ts";
import { StreamReader } from "../../../src/stream/consume.ts";
import type { StreamRequest } from "../../../src/stream/request.ts";
import { finishMessage, type Statement } from "../../../src/stream/message.ts";
import { Publisher } from "../../../src/stream/publish.ts";
import { EmbeddedServer } from "../../../src/stream/server/server.ts";
import {
  prepareStream,
  readNewestTotals,
  streamNameOf,
  subjectOf,
} from "../../../src/stream/telemetry-stream.ts";
import { createLog, silentLog } from "../../../src/vocabulary/log.ts";
import { readFigures } from "../../../src/books/books-table.ts";
import { runStages } from "../../../src/supervise/run-stages.ts";
import { UNHURRIED } from "../../../src/vocabulary/stage.ts";
import { ClockWatch } from "../../../src/writer/arrivals/clock-watch.ts";
import { writingStage } from "../../../src/writer/keep.ts";
import { savePosition, setInBooks } from "../../../src/books/progress-table.ts";
import { frameOf, packAlone, PATIENT } from "../../stream/frames.ts";
import { eventually } from "../running.ts";
import { wholeSchema } from "../../whole-schema.ts";

const MIB = 1024 * 1024;

let directory = "";
let server: EmbeddedServer;
let connection: StreamConnection;
let publisher: Publisher;
let database: Database;
let objects: ObjectStore;
let published = 0;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "books-"));
  server = await EmbeddedServer.start(directory, 256 * MIB, silentLog);
  connection = await connectTo(server.address, "test");
  await prepareStream(connection, { maxBytes: 16 * MIB, firstSequence: 1 });
  publisher = new Publisher(connection, PATIENT);
  database = openDatabase(join(directory, "scoring.db"), "write");
  await prepareTables(database, ALL_TABLES);
  objects = openFileStore(join(directory, "objects"));
});

afterEach(async () => {
  await publisher.stop();
  await connection.close();
  await server.stop();
  await database.destroy();
  rmSync(directory, { recursive: true });
});

/** A request with three log records, byte for byte different from every other. */
function request(): StreamRequest {
  published += 1;
  const logRecords = [1, 2, 3].map(() => ({ body: { stringValue: `request ${published}` } }));
  const body = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  const { header } = frameOf("", 3);
  return { header: { ...header, bytes: Buffer.byteLength(body) }, body };
}

/** What a message of another program says. */
function told(frames: number, records: number): Statement {
  return { publisher: "foreign", totals: { frames, records } };
}

async function publish(requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent += 1) expect((await publisher.publish(request())).ok).toBe(true);
}

/** Lets the writer take everything up to the sequence, and the normaliser all of that. */
async function writeUpTo(sequence: number): Promise<void> {
  const engine = await connectTo(server.address, "engine");
  const reader = StreamReader.open(engine, { bytes: MIB, waitMs: 20 }, silentLog);
  const writing = writingStage({
    database,
    objects,
    quarantine: openFileStore(join(directory, "quarantine")),
    reader,
    clockWatch: new ClockWatch({ builtAt: null, log: silentLog }),
    streamCreatedAt: "now",
    log: silentLog,
    redactor: createRedactor(SETTINGS.parse({})),
    written: (outcome) => outcome.sequence >= sequence && reader.close(),
  });
  while (!reader.isClosed()) await writing.step(UNHURRIED);
  await engine.close();
  while ((await examineNext({ database, objects, streamCreatedAt: "now" })) !== null);
}

/** What the watch finds, and the alarms that it writes meanwhile. */
async function look(): Promise<{ differences: string[]; alarms: string[] }> {
  const alarms: string[] = [];
  const log = createLog("json", (line) => void (line.includes('"error"') && alarms.push(line)));
  const watch = watchBooks(
    { database, connection, acknowledged: { read: async () => null, forget: async () => {} } },
    { clock: () => 0, log },
    { everyMs: 1, confirmAfterMs: 1 },
  );
  const stages = runStages([watch.stage], { clock: () => 0, log, holdBack: async () => {} });
  await eventually(async () => watch.verdict() !== null);
  expect(await stages.stop(60_000)).toEqual([]);
  return { differences: watch.verdict()?.differences ?? [], alarms };
}

describe("the books", () => {
  test("balance while messages wait in the stream", async () => {
    await publish(3);
    expect(await look()).toEqual({ differences: [], alarms: [] });
  });

  test("balance over two publishers, before and after everything is written", async () => {
    const other = new Publisher(connection, PATIENT);
    for (const _ of [1, 2]) {
      await publish(2);
      expect((await other.publish(request())).ok).toBe(true);
    }
    expect(await look()).toEqual({ differences: [], alarms: [] });
    await writeUpTo(3);
    await publish(1);
    await other.stop();
    expect(await look()).toEqual({ differences: [], alarms: [] });
    await writeUpTo(7);
    expect(await look()).toEqual({ differences: [], alarms: [] });
    expect((await readFigures(database)).published).toEqual({ frames: 7, records: 21 });
  });

  test("balance when everything is written, with a retry among it", async () => {
    const retried = request();
    for (const _ of [1, 2]) expect((await publisher.publish(retried)).ok).toBe(true);
    await publish(2);
    await writeUpTo(4);
    expect(await look()).toEqual({ differences: [], alarms: [] });
  });

  test("balance when a foreign message, a broken one and a broken body had to be set aside", async () => {
    await publish(1);
    const packed = finishMessage(await packAlone(request()), told(1, 3));
    await connection.client.publish(subjectOf(connection, "foreign"), packed.fill(0, packed.length - 40));
    await connection.client.publish(subjectOf(connection, "foreign"), "what is this?");
    await publisher.stop();
    publisher = new Publisher(connection, PATIENT);
    const { header } = request();
    for (const _ of ["once", "and its retry"])
      expect((await publisher.publish({ header: { ...header, bytes: 1 }, body: "{" })).ok).toBe(true);
    await publish(1);
    await writeUpTo(6);
    expect(await look()).toEqual({ differences: [], alarms: [] });
    expect((await readFigures(database)).quarantined).toEqual({ frames: 2, records: 6 });
    const quarantine = openFileStore(join(directory, "quarantine"));
    expect((await quarantine.list("")).map(({ key }) => key)).toEqual([
      "0000000000000002.message",
      "0000000000000003.message",
      "0000000000000004-0.request",
    ]);
  });

  test("balance while batches wait for the normaliser", async () => {
    await publish(2);
    await writeUpTo(2);
    await savePosition(database, "normaliser", { streamCreatedAt: "now", sequence: 0 });
    await setInBooks(database, "examined", { frames: 0, records: 0 });
    expect((await look()).differences).toEqual([]);
  });
});

describe("the alarm", () => {
  test("reports a message that is gone from the stream before anybody read it", async () => {
    await publish(3);
    await connection.manager.streams.deleteMessage(streamNameOf(connection), 3);
    const { differences, alarms } = await look();
    expect(differences).toEqual(["messages in the stream >= sequences after the writer's: 2 against 3"]);
    expect(alarms[0]).toContain("the books do not balance");
  });

  test("reports a message that is gone once the writer has passed its place", async () => {
    await publish(3);
    await connection.manager.streams.deleteMessage(streamNameOf(connection), 2);
    await writeUpTo(3);
    expect((await look()).differences).toEqual([
      "requests published = persisted + duplicate + quarantined: 3 against 2",
      "records published = persisted + duplicate + quarantined: 9 against 6",
    ]);
  });

  test("reports a forged count", async () => {
    await publish(1);
    const forged = finishMessage(await packAlone(request()), told(1, 4));
    await connection.client.publish(subjectOf(connection, "foreign"), forged);
    await writeUpTo(2);
    expect((await look()).differences).toEqual([
      "records published = persisted + duplicate + quarantined: 7 against 6",
    ]);
  });

  test("reports a count forged in a publisher's own name, whichever of several it is", async () => {
    const other = new Publisher(connection, PATIENT);
    await publish(2);
    expect((await other.publish(request())).ok).toBe(true);
    await other.stop();
    const [[publisher] = ["none"]] = [...(await readNewestTotals(connection))];
    const forged = finishMessage(await packAlone(request()), { ...told(9, 27), publisher });
    await connection.client.publish(subjectOf(connection, publisher), forged);
    await publish(1);
    await writeUpTo(5);
    expect((await look()).differences).toHaveLength(2);
  });

  test("reports a message of one publisher that is gone, although the other's are all there", async () => {
    const other = new Publisher(connection, PATIENT);
    await publish(1);
    for (const _ of [2, 3, 4]) expect((await other.publish(request())).ok).toBe(true);
    await publish(1);
    await other.stop();
    await connection.manager.streams.deleteMessage(streamNameOf(connection), 3);
    await writeUpTo(5);
    expect((await look()).differences).toEqual([
      "requests published = persisted + duplicate + quarantined: 5 against 4",
      "records published = persisted + duplicate + quarantined: 15 against 12",
    ]);
  });

  test("reports an object that is gone from the catalogue", async () => {
    await publish(2);
    await writeUpTo(2);
    await wholeSchema(database).deleteFrom("objects").execute();
    expect((await look()).differences).toEqual(["records held = persisted - expired - purged: 0 against 6"]);
  });

  test("reports records that the normaliser did not come to", async () => {
    await publish(1);
    await writeUpTo(1);
    await setInBooks(database, "examined", { frames: 0, records: 2 });
    expect((await look()).differences).toEqual(["records persisted = examined + pending: 3 against 2"]);
  });
});
