/** Commands that read or change little while the server runs. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../../test/eventually.ts";
import { emailOf } from "./people.ts";
import { expectSameAnswer } from "./same.ts";
import { expectThat, type Step } from "./step.ts";
import type { Trial } from "./trial.ts";

export const CHEAP_STEPS: readonly Step[] = [
  { name: "orgs, keys", work: changeKeys },
  { name: "accounts, sign-ins", work: changeAccounts },
  { name: "scores", work: readScores },
  { name: "export", work: exportRows },
  { name: "export-person", work: exportPerson },
  { name: "audit", work: readAudit },
  { name: "retention", work: (trial) => trial.succeed("retention", "confirm").then(() => {}) },
];

interface Key {
  id: string;
  key: string;
  name: string;
}

async function changeKeys(trial: Trial): Promise<void> {
  const { organizations } = await trial.ask<{ organizations: { name: string }[] }>("orgs", "list");
  expectThat(organizations.length === 2, `there are ${organizations.length} organizations`);
  const made = await trial.ask<Key>(
    "keys",
    "create",
    "--developer",
    "cleo@example.com",
    ...trial.ofOrganization,
  );
  await eventually(async () => (await answerFor(trial, made.key)) === 200);
  const renewed = await trial.ask<Key>("keys", "rotate", made.id, "--overlap", "1h");
  await eventually(async () => (await answerFor(trial, renewed.key)) === 200);
  for (const { id } of [made, renewed]) await trial.succeed("keys", "revoke", id);
  await eventually(async () => (await answerFor(trial, renewed.key)) === 401);
  const { keys } = await trial.ask<{ keys: Key[] }>("keys", "list", ...trial.ofOrganization);
  expectThat(
    keys.some(({ id }) => id === made.id),
    "the list lacks a key",
  );
}

async function answerFor({ node }: Trial, key: string): Promise<number> {
  const answer = await fetch(`${node.url}/v1/session`, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  return answer.status;
}

async function changeAccounts(trial: Trial): Promise<void> {
  const email = "dora@example.com";
  await trial.succeed("accounts", "create", email, ...trial.ofOrganization);
  await trial.succeed("accounts", "change", email, "--role", "admin", ...trial.ofOrganization);
  const listed = await trial.succeed("accounts", "list", ...trial.ofOrganization);
  expectThat(listed.includes(email), "the list lacks an account");
  await trial.succeed("accounts", "link", email, ...trial.ofOrganization);
  await trial.succeed("sign-ins", "list", ...trial.ofOrganization);
  await trial.succeed("accounts", "end", email, ...trial.ofOrganization);
}

function windowOf({ common }: Trial): string[] {
  const { from, to } = common.work;
  return ["--from", from, "--to", to];
}

async function readScores(trial: Trial): Promise<void> {
  const answer = await trial.succeed("scores", ...windowOf(trial), ...trial.ofOrganization, "--json");
  await expectSameAnswer(trial, "scores", answer);
}

async function exportRows(trial: Trial): Promise<void> {
  const folder = join(trial.folder, "export");
  await trial.succeed("export", folder, ...windowOf(trial), ...trial.ofOrganization);
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as { days: object };
  expectThat(Object.keys(manifest.days).length > 0, "no day was exported");
  await expectSameAnswer(trial, "export", JSON.stringify(manifest.days, null, 1));
}

async function exportPerson(trial: Trial): Promise<void> {
  const file = join(trial.folder, "ann.zip");
  const answer = await trial.ask<{ files: number }>(
    "export-person",
    emailOf("ann"),
    "--to",
    file,
    ...trial.ofOrganization,
  );
  expectThat(answer.files > 3, `it has ${answer.files} files`);
}

async function readAudit(trial: Trial): Promise<void> {
  const { entries } = await trial.ask<{ entries: { action: string }[] }>(
    "audit",
    "list",
    ...trial.ofOrganization,
  );
  for (const action of ["key_made", "account_made", "person_exported"])
    expectThat(
      entries.some((entry) => entry.action === action),
      `the log lacks ${action}`,
    );
  const exported = await trial.succeed("audit", "export", ...trial.ofOrganization);
  const file = join(trial.folder, "audit.jsonl");
  await Bun.write(file, exported);
  await trial.succeed("verify", "--log", file, ...trial.ofOrganization);
}
