import { expect, test } from "bun:test";
import type { RequestHeader } from "../../src/stream/request.ts";
import { hashOfRequest } from "../../src/writer/request-hash.ts";
import { frameOf } from "../stream/frames.ts";

function hashOf(body: string, changes: Partial<RequestHeader> = {}): string {
  const { header } = frameOf(body);
  return hashOfRequest({ header: { ...header, ...changes }, body });
}

test("a request sent again has the same hash, whenever it arrives", () => {
  expect(hashOf("body")).toMatch(/^[0-9a-f]{32}$/);
  expect(hashOf("body", { receivedAtUnixNano: "2" })).toBe(hashOf("body"));
});

test("another body, key, organization or path has another", () => {
  const hashes = [
    hashOf("body"),
    hashOf("Body"),
    hashOf("body", { key: "other" }),
    hashOf("body", { organization: "other" }),
    hashOf("body", { path: "traces" }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});
