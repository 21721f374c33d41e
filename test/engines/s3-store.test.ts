import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isFaultOfTheWork } from "../../src/database/engine.ts";
import { openDatabase } from "../../src/database/open.ts";
import { StoreUnavailable } from "../../src/objects/object-store.ts";
import { openS3Store, type S3Place } from "../../src/objects/s3-store.ts";
import { type HttpFault, type HttpProxy, SLOW_DOWN, startHttpProxy } from "./http-proxy.ts";
import { isS3Missing, startS3, type StartedS3 } from "./s3.ts";
import { placeIn } from "./bucket.ts";

const bytes = new TextEncoder().encode("0123456789");
const INTERNAL: HttpFault = { kind: "refused", status: 500, code: "InternalError" };
const DENIED: HttpFault = { kind: "refused", status: 403, code: "AccessDenied" };

describe.skipIf(isS3Missing())("a store in a bucket", () => {
  const folder = mkdtempSync(join(tmpdir(), "s3-store-"));
  let server: StartedS3;
  let proxy: HttpProxy;
  let place: S3Place;
  beforeAll(async () => {
    server = await startS3(folder);
    proxy = await startHttpProxy({ port: server.port });
    place = { ...placeIn(server, "faults/"), endpoint: proxy.url };
  });
  afterEach(() => proxy.heal());
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ["the bucket is not there", { bucket: "another" }, /bucket another .*NoSuchBucket.*make the bucket/],
    ["the key is unknown", { accessKeyId: "nobody" }, /XAdminUserNotFound.*--s3-access-key-id/],
    ["the secret is wrong", { secretAccessKey: "wrong" }, /SignatureDoesNotMatch.*--s3-secret-access-key/],
    ["the region is wrong", { region: "eu-west-9" }, /AuthorizationHeaderMalformed.*correct --s3-region/],
    ["nobody listens", { endpoint: "http://127.0.0.1:9" }, /ConnectionRefused.*--s3-endpoint/],
  ] as const)("says what to do when %s", async (_, wrong, message) => {
    const checked = openS3Store({ ...place, ...wrong }).check();
    await expect(checked).rejects.toThrow(message);
    await expect(checked).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test.each([
    ["slow down", SLOW_DOWN],
    ["an error of its own", INTERNAL],
    ["nothing", { kind: "unanswered" }],
    ["half of a body", { kind: "half" }],
  ] as const)("asks again when the answer is %s", async (name, fault) => {
    const store = openS3Store(place);
    const key = `again/${name.replaceAll(" ", "-")}`;
    const once = <Value>(work: () => Promise<Value>) => {
      let isFirst = true;
      proxy.fail(() => {
        const now = isFirst ? fault : null;
        isFirst = false;
        return now;
      });
      return work();
    };
    await once(() => store.put(key, bytes));
    expect(await once(() => store.read(key, 2, 3))).toEqual(bytes.slice(2, 5));
    expect(await once(() => store.list("again"))).toContainEqual({ key, bytes: 10 });
    await once(() => store.remove(key));
    expect(await store.list("again")).not.toContainEqual({ key, bytes: 10 });
  });

  test.each([
    ["asks to slow down", SLOW_DOWN],
    ["breaks off", { kind: "half" }],
    ["refuses the credentials", DENIED],
    ["is not there", { kind: "refused", status: 404, code: "NoSuchBucket" }],
  ] as const)("blames no object while the bucket %s", async (_, fault: HttpFault) => {
    const store = openS3Store(place);
    await store.put("kept", bytes);
    proxy.fail(() => fault);
    const failures = await Promise.all(
      [
        () => store.put("kept", bytes),
        () => store.read("kept", 0, 10),
        () => store.remove("another"),
        () => store.list(""),
      ].map((ask) => ask().then(String, (error: unknown) => error)),
    );
    const database = openDatabase(":memory:", "write");
    for (const error of failures) {
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(isFaultOfTheWork(database, error)).toBe(false);
      expect(isFaultOfTheWork(database, new Error("while examining", { cause: error }))).toBe(false);
    }
    await database.destroy();
    proxy.heal();
    expect(await store.read("kept", 0, 10)).toEqual(bytes);
  });

  test("believes that an object is gone only when it hears so twice", async () => {
    const store = openS3Store(place);
    await store.put("there", bytes);
    let asked = 0;
    proxy.fail(() => (asked++ === 0 ? { kind: "refused", status: 404, code: "NoSuchKey" } : null));
    expect(await store.read("there", 0, 10)).toEqual(bytes);
  });
});
