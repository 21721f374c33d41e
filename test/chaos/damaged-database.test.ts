/** A database that cannot be read any more: what is said, and what the command that is named brings back. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { localStores } from "../../src/stores.ts";
import { explainFailure } from "../../src/appliance/explain-failure.ts";
import type { Figures } from "../../src/books/books.ts";
import { readFigures } from "../../src/books/books-table.ts";
import { wholeSchema } from "../whole-schema.ts";
import { readFrom } from "../appliance/at-rest.ts";
import { startTestAppliance } from "../appliance/running.ts";
import { scoring } from "../cli/in-process.ts";
import { eventually, refusalOf, removeFolders, type Served, startServed } from "./served.ts";
import { fetchAgain } from "../fetch-again.ts";

const BODY = join(import.meta.dir, "../fixtures/bodies/codex-0.169.0-logs.json");

let directory = "";
let sound: { logs: unknown; metrics: unknown };
let heldBefore: Awaited<ReturnType<typeof whatItHolds>>;

beforeAll(async () => {
  const served = await startServed();
  directory = served.directory;
  await served.deliver("first");
  await served.deliver("second");
  const answer = await fetchAgain(`${served.url}/v1/logs`, {
    method: "POST",
    headers: { authorization: `Bearer ${served.key}`, "content-type": "application/json" },
    body: readFileSync(BODY),
  });
  expect(answer.status).toBe(200);
  sound = await whatItTells(served, served.key);
  served.signal("SIGTERM");
  expect(await served.exited).toBe(0);
  heldBefore = await whatItHolds(directory);
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

/** How many records and measured rows. */
function whatItHolds(dataDir: string): Promise<{ held: Figures["held"]["records"]; rows: number }> {
  return readFrom(dataDir, async (database) => ({
    held: (await readFigures(database)).held.records,
    rows: (await wholeSchema(database).selectFrom("metrics").select("sub_session").execute()).length,
  }));
}

const PAGE = 4096;

const ZEROS = {
  what: "holds zeros",
  damage: (path: string) => writeFileSync(path, Buffer.alloc(readFileSync(path).length)),
};

const DAMAGES: readonly { what: string; damage(path: string): void }[] = [
  ZEROS,
  { what: "holds another text", damage: (path) => writeFileSync(path, "no database at all ".repeat(500)) },
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

/** Copies the directory and damages the database of the copy. */
function damagedCopy({ what, damage }: (typeof DAMAGES)[number]): { copy: string; path: string } {
  const copy = `${directory}-${what.replaceAll(" ", "-")}`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(directory, copy, { recursive: true });
  const path = join(copy, "scoring.db");
  damage(path);
  return { copy, path };
}

/**
 * Runs the command that the refusals name.
 *
 * @returns The organization that it names.
 */
async function bringBack(copy: string): Promise<string> {
  const bytes = readFileSync(join(copy, "scoring.db"));
  const refused = await scoring(["rebuild", "--data-dir", copy]);
  const command = /run \S*scoring (rebuild --adopt --data-dir \S+):/.exec(refused.err);
  const rebuilt = await scoring((command?.[1] ?? "").split(" "));
  expect(rebuilt).toMatchObject({ code: 0, err: "" });
  const [, aside = ""] = /was damaged; it was set aside as (\S+)/.exec(rebuilt.out) ?? [];
  expect(readFileSync(aside).equals(bytes)).toBe(true);
  return /a backup has: (\S+)/.exec(rebuilt.out)?.[1] ?? "";
}

function expectNamed(refusal: string, copy: string): void {
  expect(refusal).toContain(`the database ${join(copy, "scoring.db")} is damaged`);
  expect(refusal).toContain(`The records are safe: they are in ${join(copy, "objects")}`);
}

describe("a database that", () => {
  test.each(DAMAGES)("$what is named, and records and rows come back as that says", async (damaged) => {
    const { copy } = damagedCopy(damaged);
    const refused = await startTestAppliance({ directory: copy }).then(() => "none", String);
    expectNamed(explainFailure(refused, localStores(copy)), copy);
    expectNamed((await scoring(["keys", "list", "--data-dir", copy])).err, copy);
    await bringBack(copy);
    expect(await whatItHolds(copy)).toEqual(heldBefore);
  });

  test("is damaged ends serve, which serves the same once it came back", async () => {
    const { copy } = damagedCopy({ ...ZEROS, what: "ends serve" });
    // another code, with which the systemd unit does not start it again
    expectNamed(await refusalOf({ directory: copy }, 3), copy);
    const organization = await bringBack(copy);
    const whose = ["--org", organization, "--role", "admin", "--json", "--data-dir", copy];
    const { key } = JSON.parse((await scoring(["keys", "create", ...whose])).out) as { key: string };
    const served = await startServed({ directory: copy, key });
    expect(await whatItTells(served, key)).toEqual(sound);
    await served.end();
  });

  test("is whole is left in its place by the same command", async () => {
    const copy = `${directory}-whole`;
    cpSync(directory, copy, { recursive: true });
    expect(await scoring(["rebuild", "--adopt", "--data-dir", copy])).toMatchObject({ code: 0, err: "" });
    expect(readdirSync(copy).filter((name) => name.includes("damaged"))).toEqual([]);
    expect((await scoring(["keys", "list", "--data-dir", copy])).out).toContain("first admin key");
  });
});

test("another damaged file that the start needs is named, with what to do", async () => {
  const copy = `${directory}-others`;
  cpSync(directory, copy, { recursive: true });
  for (const { name, text, told, code } of [
    { name: "purges.jsonl", text: '{"id":"torn', told: "move the file away", code: 1 },
    { name: "lock", text: "x".repeat(2000), told: "delete it", code: 3 },
  ]) {
    const path = join(copy, name);
    writeFileSync(path, text);
    const refusal = await refusalOf({ directory: copy }, code);
    expect(refusal).toContain(`${path} is damaged`);
    expect(refusal).toContain(told);
    rmSync(path);
  }
  const served = await startServed({ directory: copy });
  await served.holds(["first", "second"]);
  await served.end();
});
