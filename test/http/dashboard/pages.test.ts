import { afterAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { apiDocument } from "../../../src/http/api.ts";
import type { PageFile } from "../../../src/http/dashboard/bundle.ts";
import { openDoor } from "../open-door.ts";

function file(name: string, text: string): PageFile {
  return { name, type: "text/plain", bytes: new Uint8Array(gzipSync(text)), isGzip: true };
}

const door = await openDoor({
  pages: [
    file("/", "the page"),
    file("/assets/main-1.js", "the script"),
    file("/connect.mjs", "connects"),
    file("/reference", "the reference"),
    file("/docs", "the list of documents"),
    file("/docs/glossary", "the glossary"),
  ],
});
afterAll(() => door.server.stop(100));

/** Without asking for gzip, which fetch does automatically. */
const plain = { headers: { "accept-encoding": "identity" } };

/** As a browser asks for what somebody typed or followed. */
const opened = { headers: { ...plain.headers, "sec-fetch-dest": "document" } };

describe("the dashboard", () => {
  test("answers no method that changes something", async () => {
    const response = await door.get("/", undefined, { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("has no file that was not built, with or without a key", async () => {
    for (const path of ["/assets/main-0.js", "/assets/", "/assets/..%2Fscoring.db"])
      expect((await door.get(path)).status).toBe(404);
  });

  test("hands out the script that connects agents without a key, and always the newest", async () => {
    const response = await door.get("/connect.mjs", undefined, plain);
    expect([response.status, await response.text()]).toEqual([200, "connects"]);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect((await door.get("/connect.mjs", undefined, { method: "PUT" })).status).toBe(405);
  });

  test("shows the API reference without a key, under the policy of every page", async () => {
    const response = await door.get("/reference", undefined, plain);
    expect([response.status, await response.text()]).toEqual([200, "the reference"]);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("content-security-policy")).toBe(
      (await door.get("/")).headers.get("content-security-policy"),
    );
  });

  test.each([
    ["/docs", "the list of documents"],
    ["/docs/glossary", "the glossary"],
  ])("shows %s without a key, under the policy of every page", async (path, text) => {
    const response = await door.get(path, undefined, plain);
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("content-security-policy")).toBe(
      (await door.get("/")).headers.get("content-security-policy"),
    );
    expect((await door.get(path, undefined, { method: "POST" })).status).toBe(405);
  });

  test("has no document that is not there", async () => {
    expect((await door.get("/docs/nothing", undefined, opened)).status).toBe(404);
    expect((await door.get("/docs/../docs/nothing")).status).toBe(401);
  });

  test("leaves every other address to the API", async () => {
    for (const path of ["/scoring/scores", "/v1/session", "/connect/more", "/assetsx", "/index.html"])
      expect((await door.get(path)).status).toBe(401);
  });

  test("shows a page, and not the API's answer, to a person who opens a wrong address", async () => {
    for (const path of ["/nothing-here", "/settings/nothing", "/index.html"]) {
      const response = await door.get(path, undefined, opened);
      expect([response.status, await response.text()]).toEqual([404, "the page"]);
      expect(response.headers.get("content-security-policy")).toStartWith("default-src 'none'");
    }
    for (const path of ["/v1/nothing", "/scoring/scores"])
      expect((await door.get(path, undefined, opened)).status).toBe(401);
  });

  test("answers a person who opens any address of the API as the API does", async () => {
    const { paths } = apiDocument() as { paths: Record<string, object> };
    for (const path of Object.keys(paths))
      expect([path, await (await door.get(path, undefined, opened)).text()]).not.toEqual([path, "the page"]);
  });

  test.each(["/", "/connect", "/sign-in", "/?days=7"])(
    "answers %s with the page, asked anew",
    async (path) => {
      const response = await door.get(path);
      expect([response.status, await response.text()]).toEqual([200, "the page"]);
      expect(response.headers.get("cache-control")).toBe("no-cache");
    },
  );

  test("allows a page only the server's own files and pictures that it draws, and no script or style inside it", async () => {
    const policy = (await door.get("/")).headers.get("content-security-policy") ?? "";
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(policy.replace("img-src 'self' data:;", "")).not.toMatch(/https?:|data:|\*/);
  });

  test("lets its files be kept for ever: their names change with what is in them", async () => {
    const response = await door.get("/assets/main-1.js");
    expect(await response.text()).toBe("the script");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("sends gzip to whom reads it, and plain text to others", async () => {
    const packed = await door.get("/assets/main-1.js", undefined, { headers: { "accept-encoding": "gzip" } });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const unpacked = await door.get("/assets/main-1.js", undefined, plain);
    expect(unpacked.headers.has("content-encoding")).toBe(false);
    expect([await packed.text(), await unpacked.text()]).toEqual(["the script", "the script"]);
  });
});
