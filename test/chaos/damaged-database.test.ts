/** A database that cannot be read any more: what is said, and what the command that is named brings back. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programCommand } from "../../scripts/chaos/victim.ts";
import { eventually, refusalOf, removeFolders, type Served, startServed } from "./served.ts";

const BODY = join(import.meta.dir, "../fixtures/bodies/codex-0.169.0-logs.json");

let directory = "";
let sound: { logs: unknown; metrics: unknown };

beforeAll(async () => {
  const served = await startServed();
  directory = served.directory;
  await served.send("first");
  await served.send("second");
  const answer = await fetch(`${served.url}/v1/logs`, {
    method: "POST",
    headers: { authorization: `Bearer ${served.key}`, "content-type": "application/json" },
    body: readFileSync(BODY),
  });
  expect(answer.status).toBe(200);
  sound = await whatItTells(served, served.key);
  served.signal("SIGTERM");
  expect(await served.exited).toBe(0);
});
afterAll(removeFolders);

/** All logs, and the measured rows without what names people: those names were in the database only. */
async function whatItTells({ url, holds }: Served, key: string): Promise<typeof sound> {
  await holds(["first", "second"]);
  const ask = async (path: string) =>
    (await (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).json()) as Answer;
  const always = "from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z&limit=500";
  const rows = await eventually(async () => {
    const { metrics = [] } = await ask(`/scoring/metrics?${always}`);
    return metrics.length > 0 ? metrics : null;
  });
  const { logs = [] } = await ask(`/v1/telemetry/logs?${always}`);
  return {
    logs: logs.map(({ body, attributes }) => JSON.stringify({ body, attributes })).toSorted(),
    metrics: rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([field]) => !MADE_ANEW.has(field))),
    ),
  };
}

/** Only the database knew whose a key was, and ids of sub-sessions depend on it. */
const MADE_ANEW = new Set(["developer", "developerId", "user", "subSessionId", "computedAt"]);

interface Answer {
  logs?: { body: unknown; attributes: unknown }[];
  metrics?: Record<string, unknown>[];
}

function run(...args: string[]): { code: number; out: string; err: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...programCommand(null), ...args]);
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
}

const PAGE = 4096;

const DAMAGES: readonly { what: string; damage(path: string): void }[] = [
  { what: "holds another text", damage: (path) => writeFileSync(path, "no database at all ".repeat(500)) },
  { what: "holds zeros", damage: (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length)) },
  { what: "lost its second half", damage: (path) => truncateSync(path, PAGE * 20) },
  {
    what: "has a head of noise",
    damage: (path) => writeFileSync(path, readFileSync(path).fill(0x55, 0, 100)),
  },
  {
    what: "has noise in all pages but the first",
    damage: (path) => writeFileSync(path, readFileSync(path).fill(0xa5, PAGE)),
  },
];

describe("a database that", () => {
  test.each(DAMAGES)(
    "$what is named by serve, and records and rows come back as it says",
    async ({ damage }) => {
      const copy = `${directory}-damaged`;
      rmSync(copy, { recursive: true, force: true });
      cpSync(directory, copy, { recursive: true });
      const path = join(copy, "scoring.db");
      damage(path);
      const bytes = readFileSync(path);

      for (const refusal of [
        // another code, with which the systemd unit does not start it again
        await refusalOf({ directory: copy }, 3),
        run("keys", "list", "--data-dir", copy).err,
      ]) {
        expect(refusal).toContain(`the database ${path} is damaged`);
        expect(refusal).toContain(`The records are safe: they are in ${join(copy, "objects")}`);
      }
      const command = /run \S*scoring (rebuild --adopt --data-dir \S+):/.exec(
        run("rebuild", "--data-dir", copy).err,
      );
      const rebuilt = run(...(command?.[1] ?? "").split(" "));
      expect(rebuilt).toMatchObject({ code: 0, err: "" });
      const [, aside = ""] = /was damaged; it was set aside as (\S+)/.exec(rebuilt.out) ?? [];
      expect(readFileSync(aside).equals(bytes)).toBe(true);

      const [, organization = ""] = /a backup has: (\S+)/.exec(rebuilt.out) ?? [];
      const made = run(
        "keys",
        "create",
        "--org",
        organization,
        "--role",
        "admin",
        "--json",
        "--data-dir",
        copy,
      );
      const { key } = JSON.parse(made.out) as { key: string };
      const served = await startServed({ directory: copy, key });
      expect(await whatItTells(served, key)).toEqual(sound);
      await served.end();
    },
  );

  test("is whole is left in its place by the same command", async () => {
    const copy = `${directory}-whole`;
    cpSync(directory, copy, { recursive: true });
    expect(run("rebuild", "--adopt", "--data-dir", copy)).toMatchObject({ code: 0, err: "" });
    expect(readdirSync(copy).filter((name) => name.includes("damaged"))).toEqual([]);
    expect(run("keys", "list", "--data-dir", copy).out).toContain("first admin key");
  });
});

describe("another damaged file that the start needs is named, with what to do", () => {
  test.each([
    { name: "purges.jsonl", text: '{"id":"torn', told: "move the file away", code: 1 },
    { name: "lock", text: "x".repeat(2000), told: "delete it", code: 3 },
  ])("$name", async ({ name, text, told, code }) => {
    const copy = `${directory}-${name}`;
    cpSync(directory, copy, { recursive: true });
    const path = join(copy, name);
    writeFileSync(path, text);
    const refusal = await refusalOf({ directory: copy }, code);
    expect(refusal).toContain(`${path} is damaged`);
    expect(refusal).toContain(told);
    rmSync(path);
    const served = await startServed({ directory: copy });
    await served.holds(["first", "second"]);
    await served.end();
  });
});
