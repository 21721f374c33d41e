/** `scoring export-person` while a server runs and when none does. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promptLog } from "../../appliance/requests.ts";
import { type OwnAppliance, startTestAppliance, type TestOrganization } from "../../appliance/running.ts";
import { unzipped } from "../../unzipped.ts";
import { scoring } from "../in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "export-person-"));
const directory = join(folder, "data");
const fileNamed = (name: string) => join(folder, name);

let appliance: OwnAppliance;
let organization: TestOrganization;

beforeAll(async () => {
  appliance = await startTestAppliance({ directory });
  organization = await appliance.addOrganization();
  for (const name of ["ada", "bob"]) {
    const { key } = await organization.addKey({ developer: `${name}@example.test` });
    await appliance.send("/v1/logs", promptLog({ session: `of ${name}`, text: `Words of ${name}` }), key);
    const body = JSON.stringify({ score: 4, comment: `Content, says ${name}` });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    await fetch(`${appliance.url}/v1/satisfaction`, { method: "POST", headers, body });
  }
  await appliance.settled();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  return scoring(["export-person", "--data-dir", directory, "--org", organization.id, ...args]);
}

describe("scoring export-person", () => {
  test("wants to know whom, where to, and of which organization", async () => {
    expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining("WHO") });
    expect(await run("ada@example.test")).toMatchObject({ code: 2, err: expect.stringContaining("--to") });
    const nobody = await run("nobody@example.test", "--to", fileNamed("nobody.zip"));
    expect(nobody).toMatchObject({
      code: 1,
      err: expect.stringMatching(/unknown developer .*: nobody@example\.test/),
    });
    const elsewhere = await appliance.addOrganization();
    const foreign = ["ada@example.test", "--org", elsewhere.id, "--to", fileNamed("foreign.zip")];
    expect((await scoring(["export-person", "--data-dir", directory, ...foreign])).code).toBe(1);
    expect(readdirSync(folder)).toEqual(["data"]);
  });

  test("overwrites no file", async () => {
    writeFileSync(fileNamed("there.zip"), "kept");
    const refused = await run("ada@example.test", "--to", fileNamed("there.zip"));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("exists") });
    expect(readFileSync(fileNamed("there.zip"), "utf8")).toBe("kept");
  });

  test("writes what is the person's, check-ins too, and nothing of others, which only its owner may read", async () => {
    const answered = await run("ada@example.test", "--to", fileNamed("ada.zip"), "--json");
    expect(answered.err).toBe("");
    const answer = JSON.parse(answered.out) as { files: number; bytes: number };
    const files = await unzipped(readFileSync(fileNamed("ada.zip")));
    const text = [...files.values()].join("\n");
    expect(text).toContain("Words of ada");
    expect(text).toContain("Content, says ada");
    expect(text).not.toContain("bob");
    expect(answer).toMatchObject({ files: files.size, bytes: statSync(fileNamed("ada.zip")).size });
    expect(statSync(fileNamed("ada.zip")).mode & 0o777).toBe(0o600);
  });

  test("is in the audit log, which the next export shows", async () => {
    const bob = await run("bob@example.test", "--to", fileNamed("bob.zip"));
    expect(bob).toMatchObject({
      code: 0,
      out: expect.stringMatching(/bob\.zip: bob@example\.test, \d+ files/),
    });
    await run("bob@example.test", "--to", fileNamed("again.zip"));
    const audit = (await unzipped(readFileSync(fileNamed("again.zip")))).get("audit.jsonl") ?? "";
    expect(audit).toContain('"person_exported"');
  });

  test("works on a directory that no server serves", async () => {
    await appliance.stop();
    expect((await run("ada@example.test", "--to", fileNamed("later.zip"))).code).toBe(0);
    const before = await unzipped(readFileSync(fileNamed("ada.zip")));
    const after = await unzipped(readFileSync(fileNamed("later.zip")));
    expect(after.get("records/logs.jsonl")).toBe(before.get("records/logs.jsonl") ?? "");
  });
});
