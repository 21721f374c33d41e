import { afterAll, describe, expect, test } from "bun:test";
import { pluginConfig } from "../../../src/http/plugin/config.ts";
import { openDoor } from "../open-door.ts";

const door = await openDoor();
afterAll(() => door.server.stop(100));

const PATH = "/v1/plugin/config";

function ask(condition: string | null, key: string = door.keys.member): Promise<Response> {
  return door.get(PATH, key, condition === null ? {} : { headers: { "if-none-match": condition } });
}

describe("the Claude Code plugin's configuration", () => {
  test("needs a key", async () => {
    const response = await fetch(door.server.url + PATH);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      401,
      "application/problem+json",
    ]);
  });

  test("is not changed by posting", async () => {
    const response = await door.get(PATH, door.keys.admin, { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("answers any key what to send and where, for a day", async () => {
    const response = await ask(null);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toStartWith("application/json");
    expect(response.headers.get("cache-control")).toBe("private, max-age=86400");
    expect(await response.json()).toEqual({
      version: "0.3.4",
      minimumVersion: "0.3.0",
      capture: { prompts: true, responses: true, maxChars: 32_000 },
      endpoints: { prompts: "/v1/prompts", responses: "/v1/prompts/response" },
      cacheSeconds: 86_400,
    });
  });

  test("is 304 without a body for whoever has it", async () => {
    const etag = (await ask(null)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]+"$/);
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const response = await ask(condition);
      expect([response.status, await response.text()]).toEqual([304, ""]);
      expect(response.headers.get("etag")).toBe(etag);
      expect(response.headers.get("cache-control")).toBe("private, max-age=86400");
    }
    expect((await ask('"other"')).status).toBe(200);
  });

  test.each(["metadata", "minimal"] as const)("asks for no texts in capture mode %s", (captureMode) => {
    expect(pluginConfig({ captureMode, promptMaxChars: 5 }).capture).toEqual({
      prompts: false,
      responses: false,
      maxChars: 5,
    });
  });
});
