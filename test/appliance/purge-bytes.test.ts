/** After each kind of purge no file of the data directory holds the person's words any more, deleted rows included. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { purgesPath } from "../../src/appliance/layout.ts";
import { selectPurges } from "../../src/insights/governance/journal-table.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { HOUR, MINUTE } from "../../src/vocabulary/units.ts";
import { scoring } from "../cli/in-process.ts";
import { CORRECTIONS, pieceOfWork } from "../insights/advisor/pieces.ts";
import { type AskedOfModel, startScriptedModel } from "../judge/scripted-model.ts";
import { wholeSchema } from "../whole-schema.ts";
import { filesHolding } from "./every-byte.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "./running.ts";

const AT = systemClock() - 30 * HOUR;

const EMAIL = "zora.quillfeather@example.com";
const NAME = "Zora Quillfeather";
const SESSION = "session-of-zora-41c7";
/** One of each kind: who it is, what was asked, what others wrote about it. */
const WORDS = [
  EMAIL,
  "Quillfeather",
  "quillfeather",
  SESSION,
  "quokkaprompt",
  "quokkaanswer",
  "quokkarewrite",
  "quokkasummary",
  "quokkatitle",
  "quokkacomment",
  "quokkavote",
];
const OTHERS = "Keep the walrus filter as it was";

const folder = mkdtempSync(join(tmpdir(), "purge-bytes-"));
const model = startScriptedModel({ answer: answerOf });
let appliance: TestAppliance | null = null;

afterEach(async () => {
  await appliance?.stop();
  appliance = null;
});
afterAll(async () => {
  await model.stop();
  rmSync(folder, { recursive: true, force: true });
});

function answerOf({ schema, user }: AskedOfModel): unknown {
  const names = Object.keys(schema?.properties ?? {});
  if (!user.includes("quokkaprompt")) return "no answer";
  if (names.includes("rewrite")) return { rewrite: "Better: quokkarewrite in src/report/filter.ts" };
  if (names.includes("parts"))
    return { title: "quokkatitle of the report", summary: "A quokkasummary.", parts: ["quokkatitle"] };
  return "no answer to marks";
}

function start(directory: string): Promise<TestAppliance> {
  return startTestAppliance({
    directory,
    // whoever reads an old file has ended, and what was under way has arrived
    engineClockAheadMs: MINUTE,
    settings: { llmBaseUrl: model.url, llmModel: "a-model" },
  });
}

interface Worked {
  appliance: TestAppliance;
  organization: TestOrganization;
  developer: string;
}

/** A person works, checks in, gets cards, a vote and a report, and so does another one. */
async function work(directory: string): Promise<Worked> {
  const running = await start(directory);
  appliance = running;
  const organization = await running.addOrganization();
  const zora = (await organization.addKey({ developer: EMAIL, name: NAME })).key;
  const bob = (await organization.addKey({ developer: "bob@example.com" })).key;
  const prompts = ["Add a quokkaprompt filter", ...CORRECTIONS, ...CORRECTIONS].map(
    (text) => `${text} quokkaprompt`,
  );
  for (let time = 0; time < 12; time += 1) {
    const piece = { session: `${SESSION}-${time}`, at: AT - time * HOUR, email: EMAIL, prompts };
    expect((await running.send("/v1/logs", pieceOfWork(piece), zora)).status).toBe(200);
    const other = { session: `of-bob-${time}`, at: AT - time * HOUR, prompts: [OTHERS, ...CORRECTIONS] };
    expect((await running.send("/v1/logs", pieceOfWork(other), bob)).status).toBe(200);
    const answered = { session_id: piece.session, agent: "claude-code", response_text: "A quokkaanswer." };
    const timestamp = new Date(piece.at + MINUTE).toISOString();
    const response = await running.send("/v1/prompts/response", { ...answered, timestamp }, zora);
    expect(response.status).toBe(202);
    if (time % 4 === 3) await running.settled(); // written over and over, as sessions that go on are
  }
  await running.settled();
  const found = await running.get("/v1/search?q=quokkaanswer", zora);
  expect(((await found.json()) as { hits: unknown[] }).hits).toHaveLength(12);
  const summary = () => running.get(`/v1/advisor/sessions/${SESSION}-0/summary`, organization.admin);
  await eventually(async () => (await (await summary()).text()).includes("quokkasummary"));
  const checkIn = await running.send("/v1/satisfaction", { score: 4, comment: "quokkacomment" }, zora);
  expect(checkIn.status).toBe(200);
  const { developers } = (await (await running.get("/v1/admin/developers", organization.admin)).json()) as {
    developers: { id: string; email: string | null }[];
  };
  const developer = developers.find(({ email }) => email === EMAIL)?.id ?? "";
  expect(developer).not.toBe("");
  const run = await running.send("/v1/advisor/run", { session_id: `${SESSION}-0` }, organization.admin);
  expect(run.status).toBe(200);
  const vote = { vote: "up", comment: "quokkavote" };
  const cards = wholeSchema(running.database).selectFrom("cards").selectAll();
  const card = await cards.where("developer", "=", developer).executeTakeFirstOrThrow();
  expect((await running.send(`/v1/advisor/cards/${card.id}/feedback`, vote, zora)).status).toBe(200);
  const window = { from: new Date(AT - 24 * HOUR).toISOString(), to: new Date(systemClock()).toISOString() };
  expect((await running.send("/v1/insights/report/generate", window, organization.admin)).status).toBe(202);
  await eventually(async () =>
    (await wholeSchema(running.database).selectFrom("reports").select("status").execute()).every(
      ({ status }) => status === "completed",
    ),
  );
  return { appliance: running, organization, developer };
}

function purge(directory: string, { organization }: Worked) {
  return scoring(["purge", "--data-dir", directory, "--org", organization.id, "--developer", EMAIL]);
}

async function finished(running: TestAppliance): Promise<void> {
  await eventually(async () => {
    const purges = await selectPurges(running.database);
    return purges.length > 0 && purges.every(({ done }) => done);
  });
}

/** What privacy.md names: the stream's own files, which the server empties when nothing is left to write. */
async function left(directory: string, { developer }: Worked): Promise<string[]> {
  const found = await filesHolding(directory, [...WORDS, developer]);
  // the journal keeps the id, which says nothing of who it was, so that an older backup is purged again
  return found.filter(
    (place) => !/^(purges\.jsonl|scoring\.db(-wal)?): [\w-]+$/.test(place) || !place.endsWith(developer),
  );
}

describe("no file holds a word of a purged person", () => {
  test("only when the command has worked, nor when a restored backup was purged again", async () => {
    const directory = join(folder, "alone");
    const worked = await work(directory);
    expect((await filesHolding(directory, WORDS)).length).toBeGreaterThan(0);
    const backup = join(folder, "before.tar");
    expect((await scoring(["backup", backup, "--data-dir", directory])).code).toBe(0);
    await appliance?.stop();
    appliance = null;
    expect((await purge(directory, worked)).code).toBe(0);
    expect(await left(directory, worked)).toEqual([]);
    appliance = await start(directory);
    await finished(appliance);
    await appliance.settled();
    expect(await left(directory, worked)).toEqual([]);
    const again = join(folder, "again");
    const journal = join(folder, "purges.jsonl");
    writeFileSync(journal, readFileSync(purgesPath(directory)));
    const restored = await scoring(["restore", backup, "--data-dir", again, "--purges", journal]);
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining("1 purge repeated") });
    expect(await left(again, worked)).toEqual([]);
  });

  test("when a running server has finished it", async () => {
    const directory = join(folder, "served");
    const worked = await work(directory);
    expect((await purge(directory, worked)).code).toBe(0);
    await finished(worked.appliance);
    expect(await left(directory, worked)).toEqual([]);
    const held = await filesHolding(directory, ["walrus"]);
    expect(held.some((place) => place.startsWith("objects/"))).toBe(true);
  });
});
