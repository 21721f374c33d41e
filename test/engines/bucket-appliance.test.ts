/** A whole appliance whose records are in a bucket, with everything else on its machine as usual. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkBucket } from "../../src/cli/doctor/engines/bucket.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { HOUR } from "../../src/vocabulary/units.ts";
import { promptLog } from "../appliance/requests.ts";
import { startTestAppliance } from "../appliance/running.ts";
import { eventually } from "../eventually.ts";
import { createLog } from "../../src/vocabulary/log.ts";
import { type HttpProxy, SLOW_DOWN, startHttpProxy } from "./http-proxy.ts";
import { isS3Missing, startS3, type StartedS3 } from "./s3.ts";

const DELETING = {
  kind: "answered",
  body:
    "<LifecycleConfiguration><Rule><ID>old</ID><Filter><Prefix></Prefix></Filter><Status>Enabled</Status>" +
    "<Expiration><Days>30</Days></Expiration></Rule></LifecycleConfiguration>",
} as const;

describe.skipIf(isS3Missing())("an appliance with a bucket", () => {
  const folder = mkdtempSync(join(tmpdir(), "bucket-appliance-"));
  let server: StartedS3;
  let proxy: HttpProxy;
  beforeAll(async () => {
    server = await startS3(join(folder, "s3"));
    proxy = await startHttpProxy({ port: server.port });
  });
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  const settingsIn = (prefix: string) => ({
    ...server.settings,
    objects: `${server.settings.objects}/${prefix}`,
    s3Endpoint: proxy.url,
  });

  test("does not start where the bucket is not there, and says what to do", async () => {
    const settings = { ...server.settings, objects: "s3://another" };
    await expect(startTestAppliance({ settings })).rejects.toThrow("make the bucket, or correct --objects");
  });

  test("is asked by doctor whether it keeps versions, and what its clock shows", async () => {
    const settings = { ...SETTINGS.parse({}), ...settingsIn("asked"), dataDir: folder };
    const check = async (now = Date.now()) =>
      (await checkBucket(settings, () => now)).map(({ check: name, state }) => `${state} ${name}`);
    expect(await check()).toEqual(["ok bucket"]);
    expect(await check(Date.now() + HOUR)).toEqual(["ok bucket", "warn bucket clock"]);
    const kept = { kind: "marked", headers: { "x-amz-version-id": "v1" } } as const;
    const noRule = { kind: "refused", status: 404, code: "NoSuchLifecycleConfiguration" } as const;
    proxy.fail(({ path }) => (path.includes("lifecycle") ? noRule : kept));
    expect(await check()).toEqual(["ok bucket", "warn bucket versions"]);
    proxy.fail(({ path }) => (path.includes("lifecycle") ? DELETING : null));
    expect(await check()).toEqual(["ok bucket", "fail bucket rule"]);
    const [, rule] = await checkBucket(settings, Date.now);
    expect(rule?.found).toBe(
      "the lifecycle rule old of the bucket deletes all its objects after 30 days: records are to stay for 180 days",
    );
    const denied = { kind: "refused", status: 403, code: "AccessDenied" } as const;
    proxy.fail(({ method }) => (method === "PUT" ? denied : null));
    const [refused] = await checkBucket(settings, Date.now);
    expect(refused).toMatchObject({ state: "fail", remedy: expect.stringContaining("s3:PutObject") });
    proxy.heal();
  });

  test("takes records while the bucket fails, and has them all when it works again", async () => {
    const directory = join(folder, "data");
    const lines: string[] = [];
    const log = createLog("plain", (line) => lines.push(line));
    proxy.fail(() => SLOW_DOWN);
    const starting = startTestAppliance({ directory, settings: settingsIn("waits"), log });
    await eventually(async () => lines.some((line) => line.includes("waiting for a store")));
    proxy.heal();
    const appliance = await starting;
    const { id, key, admin } = await appliance.addOrganization();
    const at = (minute: number) => `2026-11-20T10:0${minute}:00Z`;
    const send = (minute: number) =>
      appliance.send("/v1/logs", promptLog({ session: "s", at: at(minute), text: `Step ${minute}` }), key);
    expect((await send(1)).status).toBe(200);
    await appliance.settled();

    proxy.fail(() => SLOW_DOWN);
    expect((await send(2)).status).toBe(200);
    await eventually(async () => (await appliance.get("/v1/telemetry/logs", key)).status === 503);
    proxy.heal();
    await appliance.settled();
    expect(await appliance.held(id)).toEqual({ logs: 2 });
    const logs = (await (await appliance.get("/v1/telemetry/logs", key)).json()) as { logs: unknown[] };
    expect(logs.logs).toHaveLength(2);
    proxy.fail(({ path }) => (path.includes("lifecycle") ? DELETING : null));
    const status = await (await appliance.get("/v1/admin/status", admin)).json();
    proxy.heal();
    expect(status).toMatchObject({ bucketRule: { name: "old", prefix: "", days: 30, keptDays: 180 } });
    await appliance.stop();
    expect(existsSync(join(directory, "objects"))).toBe(false);
  });

  test("lists at its start only what may be newer than its catalogue", async () => {
    const directory = join(folder, "again");
    const settings = settingsIn("again");
    const first = await startTestAppliance({ directory, settings });
    const { key } = await first.addOrganization();
    await first.send("/v1/logs", promptLog({ session: "s" }), key);
    await first.settled();
    await first.stop();
    const begun = proxy.asked.length;
    const second = await startTestAppliance({ directory, settings });
    await second.stop();
    const listed = proxy.asked.slice(begun).filter(({ path }) => path.includes("list-type"));
    expect(listed.length).toBeGreaterThan(0);
    const whole = /prefix=again(%2F|\/)objects(%2F|\/)(&|$)/;
    const ofAll = listed.filter(({ path }) => whole.test(path) && !/start-after|delimiter/.test(path));
    expect(ofAll).toEqual([]);
  });

  test("does not start with a bucket that has nothing of what its database lists", async () => {
    const settings = settingsIn("elsewhere");
    await expect(startTestAppliance({ directory: join(folder, "again"), settings })).rejects.toThrow(
      "the database lists objects and the bucket has none: correct --objects",
    );
  });
});
