/** What was acknowledged on several nodes, as the node that compares it knows it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectTo, type StreamConnection } from "../../../src/stream/connection.ts";
import {
  AcknowledgedBucket,
  forgetAcknowledged,
  readAcknowledgedIn,
} from "../../../src/stream/notes/acknowledged-bucket.ts";
import { type Bucket, openBucket } from "../../../src/stream/notes/bucket.ts";
import { systemClock as clock } from "../../../src/vocabulary/clock.ts";
import { silentLog as log } from "../../../src/vocabulary/log.ts";
import { MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { type Cluster, startCluster } from "../../engines/cluster.ts";
import { eventually } from "../../eventually.ts";

const requests = (frames: number) => ({ frames, records: frames });

let cluster: Cluster;
let connection: StreamConnection;
let opened = 0;

beforeAll(async () => {
  cluster = await startCluster();
  connection = await connectTo(cluster.address, "test");
}, MINUTE);

afterAll(async () => {
  await connection.close();
  await cluster.stop();
}, MINUTE);

function newBucket(): Promise<Bucket> {
  opened += 1;
  return openBucket(connection, `acknowledged-${opened}`);
}

describe("what was acknowledged on several nodes", () => {
  test("is known to the node that compares it, the newest of each publisher", async () => {
    const bucket = await newBucket();
    const first = new AcknowledgedBucket(Promise.resolve(bucket), { node: "first", clock, log });
    const second = new AcknowledgedBucket(Promise.resolve(bucket), { node: "second", clock, log });
    for (const frames of [1, 2, 3]) await first.acknowledge("a-1", requests(frames));
    await second.acknowledge("b-1", requests(5));
    await first.close(10 * SECOND);
    const comparing = await AcknowledgedBucket.open(bucket, { node: "engine", clock, log });
    await eventually(async () => comparing.now.acknowledged.size === 2);
    const acknowledged = new Map([
      ["a-1", requests(3)],
      ["b-1", requests(5)],
    ]);
    expect(comparing.now).toEqual({ acknowledged, lost: requests(0), lostAt: null });
    expect(await readAcknowledgedIn(bucket)).toEqual(comparing.now);
    await second.close(10 * SECOND);
    await comparing.close(10 * SECOND);
  });

  test("shows what the stream lost of them, in all", async () => {
    const bucket = await newBucket();
    const node = new AcknowledgedBucket(Promise.resolve(bucket), { node: "gone", clock, log });
    await node.acknowledge("a-1", requests(7));
    await node.acknowledge("b-1", requests(4));
    await node.close(10 * SECOND);
    const comparing = await AcknowledgedBucket.open(bucket, { node: "engine", clock, log });
    comparing.compare("a-1", requests(5));
    comparing.compare("b-1", requests(3));
    await comparing.close(10 * SECOND);
    expect(await readAcknowledgedIn(bucket)).toMatchObject({ lost: requests(3) });
    expect((await readAcknowledgedIn(bucket)).acknowledged.get("a-1")).toEqual(requests(5));
  });

  test("forgets a publisher that is wholly written, unless it has published more", async () => {
    const bucket = await newBucket();
    const node = new AcknowledgedBucket(Promise.resolve(bucket), { node: "node", clock, log });
    await node.acknowledge("over-1", requests(2));
    await node.acknowledge("alive-1", requests(3));
    await node.close(10 * SECOND);
    await forgetAcknowledged(bucket, "over-1", requests(2));
    await forgetAcknowledged(bucket, "alive-1", requests(2));
    expect([...(await readAcknowledgedIn(bucket)).acknowledged.keys()]).toEqual(["alive-1"]);
  });
});
