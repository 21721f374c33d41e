import { describe, expect, test } from "bun:test";
import { sayOwnRole } from "../../../../embedded/dashboard/pages/settings/account/own-role.ts";

describe("what somebody may do", () => {
  test("is the own work for a member, and everything for an admin", () => {
    expect(sayOwnRole({ role: "member", leads: null })).toBe(
      "You read everything about your own work, and of others nothing that shows one person.",
    );
    expect(sayOwnRole({ role: "admin", leads: null })).toContain("You read everything, prompts too");
  });

  test("is for a lead what the labels and the setting allow", () => {
    const labels = ["team.id:platform", "team.id:shop"];
    expect(sayOwnRole({ role: "lead", leads: { labels, sees: "people" } })).toContain(
      "usage and scores of sessions with Team: platform, Team: shop; never prompts",
    );
    expect(sayOwnRole({ role: "lead", leads: { labels, sees: "groups" } })).toContain(
      "of at least five people together",
    );
  });
});
