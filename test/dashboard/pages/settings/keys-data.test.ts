import { describe, expect, test } from "bun:test";
import type { KeyRow } from "../../../../embedded/dashboard/pages/settings/keys/fetch-keys.ts";
import {
  adviseOnKeys,
  endOf,
  sayKeys,
  usesFor,
  usualName,
} from "../../../../embedded/dashboard/pages/settings/keys/keys-data.ts";
import { sayScopes } from "../../../../embedded/dashboard/pages/settings/keys/say-scopes.ts";

const NOW = Date.parse("2026-11-22T06:00:00Z");

function keyRow(parts: Partial<KeyRow> = {}): KeyRow {
  return {
    id: "1",
    name: "laptop",
    role: "member",
    developer: { id: "ada", name: "Ada", email: "ada@example.com", source: "bound" },
    scopes: ["ingest", "read_own"],
    createdAt: "2026-11-01T00:00:00Z",
    lastUsedAt: "2026-11-22T05:00:00Z",
    endsAt: null,
    revokedAt: null,
    ...parts,
  };
}

describe("what the keys say", () => {
  test("leaves revoked and ended keys out, and names the shared ones", () => {
    const revoked = keyRow({ revokedAt: "2026-11-20T00:00:00Z" });
    const ended = keyRow({ endsAt: "2026-11-22T06:00:00Z" });
    expect(sayKeys([keyRow(), revoked, ended], 3, NOW)).toBe(
      "1 key is valid; none is shared by several people.",
    );
    expect(sayKeys([keyRow(), keyRow({ developer: null })], 2, NOW)).toBe(
      "2 keys are valid; one is shared by several people.",
    );
  });

  test("does not count a key of administrators among the shared ones", () => {
    expect(sayKeys([keyRow({ developer: null, role: "admin" })], 1, NOW)).toContain("none is shared");
  });

  test("claims nothing of keys that are on other pages", () => {
    expect(sayKeys([keyRow()], 120, NOW)).toBe("120 keys were created for this organization.");
    expect(sayKeys([keyRow()], null, NOW)).toBe("Over 10,000 keys were created for this organization.");
  });

  test("advises to revoke valid keys that nobody used for a month", () => {
    const old = { createdAt: "2026-09-01T00:00:00Z", lastUsedAt: null };
    expect(adviseOnKeys([keyRow(), keyRow({ lastUsedAt: null })], NOW)).toBeNull();
    expect(adviseOnKeys([keyRow({ ...old, revokedAt: "2026-11-01T00:00:00Z" })], NOW)).toBeNull();
    expect(adviseOnKeys([keyRow(old)], NOW)).toContain("1 of them was not used for 30 days");
  });
});

describe("a new key", () => {
  test("that is shared only sends, and a developer's may do so too", () => {
    const textsFor = (isShared: boolean) => usesFor(isShared).map(({ text }) => text);
    expect(textsFor(true)[0]).toBe("Member: only send");
    expect(textsFor(false).slice(0, 2)).toEqual([
      "Member: send, and read their own work",
      "Member: only send",
    ]);
  });

  test("ends with its last day, in UTC", () => {
    expect(endOf("2027-01-31")).toEqual({ endsAt: "2027-02-01T00:00:00.000Z" });
    expect(endOf("")).toEqual({});
  });

  test("says what it may do in words", () => {
    expect(sayScopes(["ingest", "read_own"])).toBe("send, read their work");
    expect(sayScopes([])).toBe("nothing");
  });
});

test("a key without a name is called by whose it is", () => {
  expect(usualName("ada@example.com", "member")).toBe("ada@example.com");
  expect([usualName("", "member"), usualName("", "admin")]).toEqual(["shared", "admin"]);
});
