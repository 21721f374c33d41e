/** Bodies of API requests that are too long or no JSON. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Door, openDoor } from "./open-door.ts";

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.server.stop(100));

const LONG = JSON.stringify({ note: "x".repeat(1024 * 1024) });

function put(body: string | ReadableStream): Promise<Response> {
  return door.get("/scoring/baselines", door.keys.admin, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body,
  });
}

describe("a body of an API request", () => {
  test.each([
    ["announced", () => LONG],
    ["in pieces", () => new Blob([LONG]).stream()],
  ])("that is too long is 413 with the limit, %s", async (_, body) => {
    const response = await put(body());
    expect(response.status).toBe(413);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("1048576 bytes") });
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "", null])(
    "of type %p is 415 with what to send",
    async (type) => {
      const response = await door.get("/scoring/baselines", door.keys.admin, {
        method: "PUT",
        headers: type === null ? {} : { "content-type": type },
        body: new TextEncoder().encode('{"qr_reference": 80}'),
      });
      expect(response.status).toBe(415);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({ detail: expect.stringContaining("application/json") });
    },
  );

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/vnd.own+json"])(
    "of type %p is read",
    async (type) => {
      const headers = { "content-type": type };
      const asked = { method: "PUT", headers, body: '{"unknown": 1}' };
      expect((await door.get("/scoring/baselines", door.keys.admin, asked)).status).toBe(400);
    },
  );

  test.each([
    ["/v1/insights/report/generate", {}],
    ["/v1/insights/report/generate", { "content-type": "application/json" }],
    ["/v1/integrations/slack/test", {}],
    ["/v1/integrations/slack/test", { "content-type": "text/plain" }],
  ] as [string, Record<string, string>][])(
    "that is empty means the defaults: %s with %j",
    async (path, headers) => {
      // the door makes no changes, so 500 is as far as a request gets that was understood
      expect((await door.get(path, door.keys.admin, { method: "POST", headers })).status).toBe(500);
    },
  );

  test("that is missing where one is needed is 400", async () => {
    const asked = { method: "PUT", headers: { "content-type": "application/json" } };
    const response = await door.get("/scoring/baselines", door.keys.admin, asked);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path: "root" }] });
  });

  test("that is not JSON is 400", async () => {
    const response = await put("{");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("not JSON") });
  });
});
