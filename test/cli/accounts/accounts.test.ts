/** Accounts on the command line: what it refuses first. */
import { describe, expect, test } from "bun:test";
import { dataDirectory } from "../command-line.ts";
import { run } from "../in-process.ts";

const { directory } = await dataDirectory();
const accounts = (...args: string[]) => run(["accounts", ...args, "--data-dir", directory]);

describe("what is wrong changes nothing, and says what to do", () => {
  test.each([
    [["create", "ada"], 1, "ada is no e-mail"],
    [["create", "ada@example.com", "--role", "owner"], 2, "--role is member, lead or admin, not owner"],
    [["create", "ada@example.com", "--role", "lead"], 1, "a lead needs --label"],
    [
      ["create", "ada@example.com", "--role", "lead", "--label", "x"],
      2,
      "--label is a name, a colon and a value",
    ],
    [["change", "ada@example.com"], 2, "give --role, --label or --name"],
    [["end", "ada@example.com"], 1, "no account in force has the e-mail ada@example.com"],
  ])("%j", async (args, code, words) => {
    const ended = await accounts(...args);
    expect([ended.code, ended.out]).toEqual([code, ""]);
    expect(ended.err).toContain(words);
  });

  test("nobody was invited", async () => {
    expect((await accounts("list")).out).toContain("scoring accounts create EMAIL invites a person");
  });
});

test("a person is invited, changed, listed and ended", async () => {
  expect((await accounts("create", "Ada@example.com", "--name", "Ada")).out).toContain(
    "ada@example.com may sign in as a member.",
  );
  expect((await accounts("create", "ada@example.com")).err).toContain(
    "scoring accounts change ada@example.com",
  );
  const lead = await accounts("change", "ada@example.com", "--role", "lead", "--label", "team.id:platform");
  expect(lead.out).toContain("ada@example.com may sign in as a lead.");
  const listed = JSON.parse((await accounts("list", "--json")).out) as { accounts: object[] };
  expect(listed.accounts).toMatchObject([
    { email: "ada@example.com", name: "Ada", role: "lead", labels: ["team.id:platform"], endedAt: null },
  ]);
  expect((await accounts("end", "ada@example.com")).out).toContain(
    "The account of ada@example.com was ended.",
  );
  expect((await accounts("list")).out).toMatch(/ada@example\.com .* never +ended/);
  expect((await accounts("create", "ada@example.com")).out).toContain("may sign in as a member.");
});

test("a person gets a one-time link, and somebody without an account gets none", async () => {
  expect((await accounts("link", "nobody@example.com")).err).toContain(
    "no account in force has the e-mail nobody@example.com",
  );
  await accounts("create", "eve@example.com");
  const { code, out } = await accounts("link", "eve@example.com", "--public-url", "https://scoring.example");
  expect(code).toBe(0);
  expect(out).toMatch(/^https:\/\/scoring\.example\/sign-in#[\w-]{43}\nSigns in once, until /);
});
