import { afterAll, describe, expect, test } from "bun:test";
import { eventually } from "../running.ts";
import { logs } from "../../ingest/bodies.ts";
import { joinReceiver, startReceiver } from "../../ingest/receiver.ts";
import { responseBeforeBody } from "../../ingest/unfinished-body.ts";

const ORIGIN = "https://page.example";
const receiver = await joinReceiver();
const crossing = await startReceiver({ corsOrigin: [ORIGIN] });
afterAll(() => Promise.all([receiver.stop(), crossing.stop()]));

const BODY = logs({ body: { stringValue: "b" } });

describe("keys", () => {
  test.each([
    ["H1", null],
    ["H2", "Bearer wrong-key"],
    ["H2", "Basic dGVzdA=="],
  ])("%s: %p is 401 and asks for a bearer", async (_, authorization) => {
    const response = await receiver.send("/v1/logs", BODY, { authorization });
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await response.json()).toMatchObject({ code: 16 });
    expect(await receiver.stored()).toEqual([]);
  });

  test("H6: a key that is revoked is soon 401", async () => {
    const { key, id } = await (await receiver.appliance.addOrganization()).addKey();
    const authorization = `Bearer ${key}`;
    expect((await receiver.send("/v1/logs", BODY, { authorization })).status).toBe(200);
    await receiver.appliance.revoke(id);
    await eventually(async () => (await receiver.send("/v1/logs", BODY, { authorization })).status === 401);
  });

  test("H7: a 401 does not wait for the body", async () => {
    expect(await responseBeforeBody(receiver.port, "/v1/logs")).toStartWith("HTTP/1.1 401");
  });

  test.each([
    ["H3", `bearer ${receiver.key}`],
    ["H3", `BEARER  ${receiver.key} `],
    ["H4", `Bearer%20${receiver.key}`],
  ])("%s: %p is understood", async (_, authorization) => {
    expect((await receiver.send("/v1/logs", BODY, { authorization })).status).toBe(200);
  });

  test("H5: the organization is the key's, whatever the attributes say", async () => {
    await receiver.stored();
    const stringValue = receiver.foreignOrganization;
    await receiver.send("/v1/logs", logs({ attributes: [{ key: "tenant", value: { stringValue } }] }));
    expect(await receiver.stored()).toHaveLength(1);
    expect(await receiver.appliance.held(receiver.foreignOrganization)).toEqual({});
  });
});

describe("pages of other origins", () => {
  const preflight = (origin: string): Promise<Response> =>
    fetch(`${crossing.url}/v1/logs`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,authorization",
      },
    });

  test("H9: an origin that is not allowed gets no header", async () => {
    const response = await preflight("https://other.example");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    const posted = await crossing.send("/v1/logs", BODY, { origin: "https://other.example" });
    expect(posted.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("H12: without the setting there is no CORS", async () => {
    const response = await receiver.send("/v1/logs", BODY, { origin: ORIGIN });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("H8: an allowed origin may ask, without a key", async () => {
    const response = await preflight(ORIGIN);
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    expect(response.headers.get("access-control-allow-headers")).toContain("authorization, content-type");
    expect(response.headers.get("vary")).toBe("Origin");
  });

  test.each([
    ["H10", {}, 200],
    ["H11", { authorization: null }, 401],
    ["H11", { "content-encoding": "br" }, 415],
  ])("%s: with %j the answer is %i and the page may read it", async (_, headers, status) => {
    const response = await crossing.send("/v1/logs", BODY, { ...headers, origin: ORIGIN });
    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(response.headers.get("access-control-expose-headers")).toContain("retry-after");
    expect(response.headers.get("vary")).toBe("Origin");
  });
});
