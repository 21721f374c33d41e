/** Notes of ingest nodes, over a real server. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noteOutages, OUTAGES_BUCKET, readOutageNotesIn } from "../../../src/appliance/notes/node-outages.ts";
import { followRefused, joinRefused, noteRefused } from "../../../src/appliance/notes/node-refused.ts";
import { outagesBy } from "../../../src/appliance/notes/outage-note.ts";
import { outagesOf } from "../../../src/appliance/notes/outages-of.ts";
import { connectTo, type StreamConnection } from "../../../src/stream/connection.ts";
import { openBucket } from "../../../src/stream/notes/bucket.ts";
import { EmbeddedServer } from "../../../src/stream/server/server.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { silentLog } from "../../../src/vocabulary/log.ts";
import { DAY, MINUTE } from "../../../src/vocabulary/units.ts";
import { eventually } from "../../eventually.ts";

const directory = mkdtempSync(join(tmpdir(), "node-notes-"));
let server: EmbeddedServer;
const connections: StreamConnection[] = [];

beforeAll(async () => {
  server = await EmbeddedServer.start(directory, 512 * 1024 * 1024, silentLog);
});

afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function connect(): Promise<StreamConnection> {
  const connection = await connectTo(server.address, "test");
  connections.push(connection);
  return connection;
}

describe("what ingest nodes note for engines", () => {
  test("is when none of them ran, also across starts of the same node, and when one refused", async () => {
    let ahead = -10 * MINUTE;
    const clock = (): number => systemClock() + ahead;
    const before = noteOutages({ connected: connect(), node: "a", clock });
    await before.refused();
    await before.stop(10_000);
    ahead = 0;
    const after = noteOutages({ connected: connect(), node: "a", clock });
    await after.stop(10_000);
    const engine = await connect();
    const outages = outagesOf({ dataDir: directory, natsUrl: ["nats://any"] }, engine, silentLog);
    await eventually(async () => outages().length === 2);
    const [down, refused] = outages();
    expect((down?.end ?? 0) - (down?.start ?? 0)).toBeGreaterThan(9 * MINUTE);
    expect(refused?.end).toBe(refused?.start ?? 0);
    expect(outagesBy(await readOutageNotesIn(engine))).toEqual([...outages()]);
  });

  test("is noted by the next node when one is gone, whose own note goes", async () => {
    let ahead = -3 * DAY;
    const clock = (): number => systemClock() + ahead;
    for (const node of ["gone-1", "gone-2"]) {
      await noteOutages({ connected: connect(), node, clock }).stop(10_000);
      ahead += 10 * MINUTE;
    }
    const engine = await connect();
    const bucket = await openBucket(engine, OUTAGES_BUCKET);
    const noted = async () => outagesBy(await readOutageNotesIn(engine));
    const [before, names] = [await noted(), await bucket.keys()];
    ahead = 0;
    await noteOutages({ connected: connect(), node: "next", clock }).stop(10_000);
    expect(names).toEqual(expect.arrayContaining(["gone-1", "gone-2"]));
    expect((await bucket.keys()).toSorted()).toEqual(["a", "next"]);
    // and when it began the time between counts too
    expect(await noted()).toEqual(expect.arrayContaining(before.slice(0, 1)));
  });

  test("is whom they refused, counted together", async () => {
    const request = new Request("http://h/v1/logs", { headers: { "user-agent": "OTel-OTLP-Exporter-Go/1" } });
    const nodes = ["a", "b"].map((node) =>
      noteRefused({ connected: connect(), node, clock: systemClock, log: silentLog }),
    );
    for (const node of nodes) node.note(request, "unknown_key", null);
    await Promise.all(nodes.map((node) => node.stop(10_000)));
    const followed = followRefused(await connect(), silentLog);
    await eventually(async () => followed.all().length === 2);
    const joined = joinRefused(followed.all(), systemClock);
    expect(joined).toMatchObject([{ sender: "otel-go", fault: "unknown_key", requests: 2 }]);
    followed.stop();
  });
});
