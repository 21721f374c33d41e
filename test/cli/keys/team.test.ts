import { describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTeam } from "../../../src/cli/keys/read-team.ts";
import { parseKey } from "../../../src/identity/keys/key.ts";
import { dataDirectory } from "../command-line.ts";
import { run as runIn } from "../in-process.ts";

function problemsOf(text: string): string[] {
  const team = readTeam(text);
  return team.ok ? [] : team.problem;
}

describe("a team's table that is refused", () => {
  test.each([
    ["", ["the file is empty"]],
    ["email,name\n", ["no developer follows the line of titles"]],
    ["email,name,team\na@b,A,x\n", ["line 1: unknown column: team. Columns are email, name, role."]],
    ["ada\n", ["line 1: not an e-mail: ada"]],
    ["email,name\n\n,Ada\n", ["line 3: the e-mail is missing"]],
    ["a@b,A,owner\n", ["line 1: the role is member or admin, not owner"]],
    ["a@b,A,member,x\n", ["line 1: there are 4 cells for 3 columns"]],
    ["a@b\nc@d\nA@b\n", ["line 3: a@b is on line 1 too"]],
    ["a@b,\u001B[31mA\n", ["line 1: a name cannot hold control characters"]],
    ["x\na@b\ny,,boss\n", ["line 1: not an e-mail: x", "line 3: not an e-mail: y", "line 3: the role is"]],
    ['a@b,"A\n', ["this is not a CSV file: "]],
  ])("%j", (text, problems) => {
    const found = problemsOf(text);
    expect(found.map((problem, index) => problem.slice(0, problems[index]?.length))).toEqual(problems);
  });
});

describe("a team's table", () => {
  const ada = { email: "ada@example.com", name: "Okafor, Ada", role: "admin" };
  const bob = { email: "bob@example.com", name: null, role: "member" };

  test.each([
    'ada@example.com,"Okafor, Ada",admin\nbob@example.com\n',
    '\uFEFFE-Mail;Role;Name\r\n Ada@Example.com ;Admin;"Okafor, Ada"\r\n\r\nbob@example.com;;\r\n',
    'name\trole\temail\n"Okafor, Ada"\tadmin\tada@example.com\n\t\tbob@example.com\n',
  ])("is read with or without titles, from any spreadsheet: %j", (text) => {
    expect(readTeam(text)).toEqual({ ok: true, value: [ada, bob] } as ReturnType<typeof readTeam>);
  });
});

describe("keys for a team", async () => {
  const { directory } = await dataDirectory();
  const run = (...args: string[]) => runIn([...args, "--data-dir", directory]);
  const path = join(mkdtempSync(join(tmpdir(), "team-")), "team.csv");
  const write = (text: string) => writeFileSync(path, text);
  const listed = async () =>
    (JSON.parse((await run("keys", "list", "--json")).out) as { keys: object[] }).keys;

  test("are not made at all when one line is wrong", async () => {
    const before = await listed();
    write("email\nada@example.com\nbob\n");
    const { code, out, err } = await run("keys", "create", "--from", path);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toBe(`scoring keys create: no key was created; ${path}:\n  line 3: not an e-mail: bob\n`);
    expect(await listed()).toEqual(before);
  });

  test("need a file that is there", async () => {
    const { code, err } = await run("keys", "create", "--from", `${path}.missing`);
    expect([code, err]).toEqual([
      1,
      `scoring keys create: cannot read ${path}.missing: there is no such file\n`,
    ]);
  });

  test("are each bound to a developer, who gets the name of the table, and are made once", async () => {
    write("email,name,role\nada@example.com,Ada Okafor,\nbob@example.com,,admin\n");
    const first = JSON.parse((await run("keys", "create", "--from", path, "--json")).out);
    expect(first.keys.map(({ key }: { key: string }) => parseKey(`Bearer ${key}`).ok)).toEqual([true, true]);
    expect(await listed()).toContainEqual(
      expect.objectContaining({ role: "member", developer: expect.objectContaining({ name: "Ada Okafor" }) }),
    );
    const count = (await listed()).length;
    const second = await run("keys", "create", "--from", path);
    expect(second.out).toContain(
      "No key was made. 2 developers had a key already; --again makes another one.",
    );
    expect(await listed()).toHaveLength(count);
    const again = await run("keys", "create", "--from", path, "--again");
    expect(again.out).toContain("2 keys made. They are not shown again.");
    expect(await listed()).toHaveLength(count + 2);
  });

  test("can be handed out as CSV, only those that were made", async () => {
    write('email,name\nada@example.com,Ada\ngrace@example.com,"Hopper, Grace"\n');
    const { out, err } = await run("keys", "create", "--from", path, "--csv");
    expect(err).toBe("");
    expect(out).toMatch(/^email,name,role,key\ngrace@example\.com,"Hopper, Grace",member,scoring_\w{38}\n$/);
  });

  test("are made for a developer whose only key was revoked", async () => {
    write("hedy@example.com\n");
    const made = JSON.parse((await run("keys", "create", "--from", path, "--json")).out);
    await run("keys", "revoke", made.keys[0].id);
    expect((await run("keys", "create", "--from", path)).out).toContain("1 key made.");
  });
});
