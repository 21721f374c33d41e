/** Notes that nodes share, on three servers, of which any may go away. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectTo, type StreamConnection } from "../../../src/stream/connection.ts";
import { type Bucket, openBucket } from "../../../src/stream/notes/bucket.ts";
import { keyOf, tokenOf } from "../../../src/stream/notes/bucket-key.ts";
import { patiently } from "../../../src/stream/patience.ts";
import { silentLog } from "../../../src/vocabulary/log.ts";
import { MINUTE } from "../../../src/vocabulary/units.ts";
import { type Cluster, startCluster } from "../../engines/cluster.ts";
import { eventually } from "../../eventually.ts";

let cluster: Cluster;
let writer: StreamConnection;
let reader: StreamConnection;

beforeAll(async () => {
  cluster = await startCluster();
  writer = await connectTo(cluster.address, "writer");
  reader = await connectTo(cluster.address, "reader");
}, MINUTE);

afterAll(async () => {
  await writer.close();
  await reader.close();
  await cluster.stop();
}, MINUTE);

/** Waits until the servers know of each other's bucket: one that was just made may still answer that nobody takes its notes. */
function firstPut(bucket: Bucket, key: string, text: string): Promise<number> {
  return patiently(() => bucket.put(key, text), silentLog);
}

describe("the key of a note", () => {
  test.each(["plain", "", "host.example-4711", "sk=a.*>", "ärger im büro"])("may be %p", (key) => {
    expect(tokenOf(key)).toMatch(/^[-\w=]+$/);
    expect(keyOf(tokenOf(key))).toBe(key);
  });
});

describe("a bucket", () => {
  test("gives back what was put, and nothing that was removed", async () => {
    const bucket = await openBucket(writer, "kept");
    await firstPut(bucket, "first", "1");
    await bucket.put("second.key", "2");
    await bucket.put("first", "3");
    await bucket.delete("second.key");
    expect(await bucket.get("first")).toMatchObject({ text: "3" });
    expect(await bucket.get("second.key")).toBeNull();
    expect(await bucket.get("absent")).toBeNull();
    expect(await bucket.keys()).toEqual(["first"]);
  });

  test("forgets a note only as it was read, and leaves no trace of it", async () => {
    const bucket = await openBucket(writer, "forgotten");
    const revision = await firstPut(bucket, "note", "old");
    await bucket.put("note", "new");
    await bucket.forget({ key: "note", revision });
    const kept = await bucket.get("note");
    expect(kept?.text).toBe("new");
    await bucket.forget({ key: "note", revision: kept?.revision ?? 0 });
    expect(await bucket.get("note")).toBeNull();
    const { state } = await reader.manager.streams.info("KV_scoring-forgotten");
    expect(state.messages).toBe(0);
  });
});

describe("a watch", () => {
  test("is ready at once on an empty bucket", async () => {
    const watch = (await openBucket(reader, "empty")).watch(() => {}, silentLog);
    await watch.ready;
    expect(watch.isCurrent()).toBe(true);
    watch.stop();
  });

  test(
    "reports what there is and each change, also after the server that leads it was away",
    async () => {
      const bucket = await openBucket(writer, "watched");
      await firstPut(bucket, "there", "before");
      const seen = new Map<string, string | null>();
      const watch = (await openBucket(reader, "watched")).watch(
        (key, text) => void seen.set(key, text),
        silentLog,
      );
      await watch.ready;
      expect(seen).toEqual(new Map([["there", "before"]]));
      const node = await cluster.leaderOf("KV_scoring-watched");
      await node.kill();
      await eventually(() =>
        bucket.put("there", `without ${node.name}`).then(
          () => true,
          () => false,
        ),
      );
      await eventually(async () => seen.get("there") === `without ${node.name}`);
      await node.start();
      await eventually(() =>
        bucket.put(node.name, "back").then(
          () => true,
          () => false,
        ),
      );
      await eventually(async () => seen.get(node.name) === "back");
      await eventually(() =>
        bucket.delete("there").then(
          () => true,
          () => false,
        ),
      );
      await eventually(async () => seen.get("there") === null && watch.isCurrent());
      watch.stop();
    },
    3 * MINUTE,
  );
});
