/** An admin key that is bound to a developer reads everyone: whoever makes one is warned. */
import { expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataDirectory } from "../command-line.ts";
import { run } from "../in-process.ts";

const { directory } = await dataDirectory();
const WARNING = "An admin key reads everyone's prompts, records and scores, also with a developer.";

const create = (...args: string[]) => run(["keys", "create", ...args, "--data-dir", directory]);

test("warns on stderr, and stdout stays one JSON document", async () => {
  const args = ["--role", "admin", "--developer", "ada@example.com", "--json"];
  const { code, out, err } = await create(...args);
  expect(code).toBe(0);
  expect(err).toContain(WARNING);
  expect(JSON.parse(out)).toMatchObject({ role: "admin", developer: { email: "ada@example.com" } });
});

test("warns of a table with an administrator, and not again when no key is made", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "team-")), "team.csv");
  writeFileSync(file, "grace@example.com,Grace,admin\nben@example.com\n");
  expect((await create("--from", file, "--csv")).err).toContain(WARNING);
  expect((await create("--from", file)).err).toBe("");
});

test.each([[["--role", "admin"]], [["--developer", "eva@example.com"]], [[]]])(
  "says nothing of %j",
  async (args) => {
    expect(await create(...args)).toMatchObject({ code: 0, err: "" });
  },
);

test("the help says so too", async () => {
  const { out } = await run(["keys", "create", "--help"], { columns: 400 });
  expect(out).toContain("So does an admin key, also with --developer.");
});
