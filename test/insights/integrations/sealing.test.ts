/** What is sealed opens with the same key, for the same owner, unchanged, and not otherwise. */
import { describe, expect, test } from "bun:test";
import { seal, unseal } from "../../../src/insights/integrations/sealing.ts";

const key = Buffer.alloc(32, 7);
const owner = { organization: "ours", kind: "app" };
const SECRET = "a token with ümlauts";
const sealed = seal(SECRET, key, owner);

describe("a sealed secret", () => {
  test.each([
    ["another key", Buffer.alloc(32, 8), owner],
    ["another organization", key, { ...owner, organization: "theirs" }],
    ["another kind of connection", key, { ...owner, kind: "webhook" }],
  ])("is not opened for %s", (_, other, whose) => {
    expect(unseal(sealed, other, whose)).toBeNull();
  });

  test("is not opened when any of its bytes was changed, or its end is missing", () => {
    const bytes = Buffer.from(sealed.slice(2), "base64");
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(unseal(`1.${changed.toString("base64")}`, key, owner)).toBeNull();
      expect(unseal(`1.${bytes.subarray(0, at).toString("base64")}`, key, owner)).toBeNull();
    }
  });

  test.each(["", "1.", "1.AAAA", "2.AAAA", "plain text"])("%j is none", (text) => {
    expect(unseal(text, key, owner)).toBeNull();
  });

  test("opens with its key for its owner, and looks different each time", () => {
    expect(unseal(sealed, key, owner)).toBe(SECRET);
    expect(seal(SECRET, key, owner)).not.toBe(sealed);
  });
});
