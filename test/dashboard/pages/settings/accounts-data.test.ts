import { describe, expect, test } from "bun:test";
import {
  calledOf,
  draftOf,
  isLabel,
  newDraft,
  sayAccounts,
  stateOf,
  wishOf,
  withLabel,
} from "../../../../embedded/dashboard/pages/settings/accounts/accounts-data.ts";
import type { Account } from "../../../../embedded/dashboard/pages/settings/accounts/fetch-accounts.ts";

function account(parts: Partial<Account> = {}): Account {
  return {
    id: "1",
    email: "ada@example.com",
    name: null,
    role: "member",
    labels: [],
    developer: { id: "ada", name: "Ada", email: "ada@example.com", source: "bound" },
    createdAt: "2026-11-01T00:00:00Z",
    lastSignInAt: "2026-11-22T05:00:00Z",
    endedAt: null,
    ...parts,
  };
}

const ended = account({ endedAt: "2026-11-20T00:00:00Z" });

describe("what the accounts say", () => {
  test("leaves ended ones out, and counts leads and admins", () => {
    expect(sayAccounts([account(), ended], 2)).toBe("1 person may sign in as themselves.");
    const [lead, admin] = [account({ role: "lead" }), account({ role: "admin" })];
    expect(sayAccounts([account(), lead, lead, admin], 4)).toBe(
      "4 people may sign in as themselves, among them 2 leads and 1 admin.",
    );
  });

  test("claims nothing of accounts that are on other pages", () => {
    expect(sayAccounts([account()], 120)).toBe("120 accounts were made in this organization.");
    expect(sayAccounts([account()], null)).toBe("Over 10,000 accounts were made in this organization.");
  });
});

test("an account is invited until the first sign-in, then active, until it ends", () => {
  expect(stateOf(account({ lastSignInAt: null })).says).toBe("invited");
  expect(stateOf(account()).says).toBe("active");
  expect(stateOf(ended).says).toBe("ended 20 Nov");
});

test("a person is called by the name, or by the e-mail", () => {
  expect([calledOf(account()), calledOf(account({ name: "Ada" }))]).toEqual(["ada@example.com", "Ada"]);
});

describe("a label", () => {
  test("is a name, a colon and a value", () => {
    expect(["team.id:platform", " team.id: a:b "].map(isLabel)).toEqual([true, true]);
    expect(["", "team.id", ":platform", "team.id:", "team.id: "].some(isLabel)).toBe(false);
  });

  test("is added once", () => {
    expect(withLabel(["team.id:a"], " team.id:b ")).toEqual(["team.id:a", "team.id:b"]);
    expect(withLabel(["team.id:a"], "team.id:a")).toEqual(["team.id:a"]);
  });
});

describe("what a form asks for", () => {
  test("of a member has no labels, whatever was typed before", () => {
    expect(wishOf({ ...newDraft(), name: " Ada ", label: "team" })).toEqual({
      name: "Ada",
      role: "member",
      labels: [],
    });
  });

  test("of a lead includes the label that is still typed, and is nothing without one", () => {
    const lead = { ...newDraft(), role: "lead" as const };
    expect(wishOf(lead)).toBeNull();
    expect(wishOf({ ...lead, label: "platform" })).toBeNull();
    expect(wishOf({ ...lead, labels: ["team.id:a"], label: "team.id:b" })?.labels).toEqual([
      "team.id:a",
      "team.id:b",
    ]);
  });

  test("begins with what the account has", () => {
    const of = account({ role: "lead", labels: ["team.id:a"] });
    expect(wishOf(draftOf(of))).toEqual({ name: null, role: "lead", labels: ["team.id:a"] });
  });
});
