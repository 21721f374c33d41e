/** What was said in a session, asked of a real appliance: by the wrong person first, then by the right one. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { inTransaction } from "../../src/database/transaction.ts";
import type { ConversationPrompt } from "../../src/sessions/conversation/conversation-answer.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { agentSessionId } from "../../src/vocabulary/held-name.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { sealSessions } from "../../src/writer/upkeep/table.ts";
import { scoring } from "../cli/in-process.ts";
import { readRun, sendAsCaptured } from "./captured-runs.ts";
import { startTestAppliance, type TestAppliance, type TestKey, type TestOrganization } from "./running.ts";

const SESSION = "talk";
const PATH = `/v1/sessions/${SESSION}/conversation`;
const startedAt = systemClock() - 3 * 60 * MINUTE;
const at = (minutes: number) => new Date(startedAt + minutes * MINUTE).toISOString();

let appliance: TestAppliance;
let ours: TestOrganization;
let theirs: TestOrganization;
let ann: TestKey;
let bob: TestKey;

beforeAll(async () => {
  appliance = await startTestAppliance({ engineClockAheadMs: 24 * 60 * MINUTE });
  ours = await appliance.addOrganization();
  theirs = await appliance.addOrganization();
  ann = await ours.addKey({ developer: "ann@example.com" });
  bob = await ours.addKey({ developer: "bob@example.com" });
  await ask(0, "Mend the filter of the export");
  await answer(1, "p-0", "The filter works again.");
  await ask(10, "Add a test for an empty export");
  await ask(12, "And one for a huge export");
  // it waited for the answer to the one before
  await answer(14, "p-10", "The empty export has a test.");
  await answer(20, null, "So has the huge one.");
  await ask(30, "Which of them is slow?");
  await answer(32, "p-30", null);
  await ask(40, "Thank you for the tests of the export");
  await capture({ session_id: SESSION, prompt: "A namesake's secret", timestamp: at(5) }, theirs.key);
  await capture({ session_id: SESSION, prompt: "Bob's own walrus", timestamp: at(-50) }, bob.key);
  for (const name of ["gemini-tool", "qwen-ok", "opencode-ok"] as const)
    for (const request of await readRun(name)) await sendAsCaptured(appliance, request, ann.key);
  await appliance.settled();
});
afterAll(() => appliance.stop());

async function capture(body: object, key: string, path = "/v1/prompts"): Promise<void> {
  const response = await appliance.send(path, { agent: "claude-code", ...body }, key);
  expect(response.status).toBe(202);
}

function ask(minutes: number, prompt: string): Promise<void> {
  const named = { session_id: SESSION, prompt_id: `p-${minutes}`, timestamp: at(minutes) };
  return capture({ ...named, prompt }, ann.key);
}

function answer(minutes: number, prompt_id: string | null, response_text: string | null): Promise<void> {
  const said = { prompt_id: prompt_id ?? undefined, response_text: response_text ?? undefined };
  const body = { session_id: SESSION, timestamp: at(minutes), duration_ms: 1_000, ...said };
  return capture(body, ann.key, "/v1/prompts/response");
}

interface Page {
  prompts: ConversationPrompt[];
  nextCursor: string | null;
}

async function read(query = "", key = ann.key, path = PATH): Promise<Page> {
  const response = await appliance.get(`${path}?limit=100&${query}`, key);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

const status = async (path: string, key: string) => (await appliance.get(path, key)).status;
const wordsOf = ({ prompts }: Page) =>
  prompts.map(({ text, answers }) => [text, ...answers.map((said) => said.text)]);

const SAID = [
  ["Mend the filter of the export", "The filter works again."],
  ["Add a test for an empty export", "The empty export has a test."],
  ["And one for a huge export", "So has the huge one."],
  ["Which of them is slow?"],
  ["Thank you for the tests of the export"],
];

describe("a conversation", () => {
  test("needs a key", async () => {
    expect((await fetch(appliance.url + PATH)).status).toBe(401);
  });

  test("is 404 for an unknown session, another organization, and a developer who had no part in it", async () => {
    expect(await status("/v1/sessions/nobody/conversation", ann.key)).toBe(404);
    const stranger = await ours.addKey({ developer: "stranger@example.com" });
    expect(await status(PATH, stranger.key)).toBe(404);
    const foreign = await appliance.addOrganization();
    expect(await status(PATH, foreign.admin)).toBe(404);
  });

  test("refuses limits that are out of range, and a cursor of another session", async () => {
    expect(await status(`${PATH}?limit=501`, ann.key)).toBe(400);
    const first = (await (await appliance.get(`${PATH}?limit=1`, ann.key)).json()) as Page;
    expect(await status(`/v1/sessions/other/conversation?cursor=${first.nextCursor}`, ann.key)).toBe(400);
    expect(await status(`${PATH}?limit=1&cursor=${first.nextCursor}`, bob.key)).toBe(400);
  });

  test("has each prompt with the answers to it, the earliest first", async () => {
    expect(wordsOf(await read())).toEqual(SAID);
    expect(wordsOf(await read("", ours.admin))).toEqual(SAID);
  });

  test("shows another organization and another developer only what is theirs under the same id", async () => {
    expect(wordsOf(await read("", theirs.admin))).toEqual([["A namesake's secret"]]);
    expect(wordsOf(await read("", bob.key))).toEqual([["Bob's own walrus"]]);
  });

  test("says that an answer was not sent", async () => {
    const { prompts } = await read();
    expect(prompts.map(({ answersMissing }) => answersMissing)).toEqual([
      null,
      null,
      null,
      "not_sent",
      "not_sent",
    ]);
    expect(prompts.map(({ missing }) => missing)).toEqual(prompts.map(() => null));
  });

  test("comes in pages, each prompt once and with its answers", async () => {
    const paged: Page["prompts"] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query: string = cursor === "" ? "limit=1" : `limit=1&cursor=${cursor}`;
      const page = (await (await appliance.get(`${PATH}?${query}`, ann.key)).json()) as Page;
      paged.push(...page.prompts);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual((await read()).prompts);
  });

  test.each([
    ["gemini-tool", "Running the test suite."],
    ["qwen-ok", "Let me list the files."],
    ["opencode-ok", "Let me list the files."],
  ] as const)("has the answers that the agent itself sends: %s", async (name, words) => {
    const { sessions } = (await (
      await appliance.get("/v1/sessions?from=2020-01-01T00:00:00Z&limit=100", ann.key)
    ).json()) as { sessions: { sessionId: string; agent: string }[] };
    const agent = { "gemini-tool": "gemini", "qwen-ok": "qwen", "opencode-ok": "opencode" }[name];
    const found = sessions.filter((session) => session.agent === agent);
    const said = await Promise.all(
      found.map(({ sessionId }) => read("", ann.key, `/v1/sessions/${sessionId}/conversation`)),
    );
    const texts = said.flatMap(({ prompts }) => prompts.flatMap(({ answers }) => answers));
    expect(texts.map(({ text }) => text)).toContain(words);
    const searched = await appliance.get(`/v1/search?kind=answer&q=${encodeURIComponent(words)}`, ann.key);
    const { hits } = (await searched.json()) as { hits: { sessionId: string; turnIndex: number }[] };
    const answered = hits.filter(({ sessionId }) => found.some((session) => session.sessionId === sessionId));
    expect(answered).toMatchObject([{ turnIndex: 1 }]);
  });

  test("says that answers were removed with old records", async () => {
    const sealed = { organization: ours.id, sessions: [agentSessionId(SESSION)], sealedAt: 1 };
    const database = openDatabaseOf(localStores(appliance.directory), "write");
    await inTransaction(database, "full", (transaction) => sealSessions(transaction, sealed));
    await database.destroy();
    const { prompts } = await read();
    expect(prompts.at(-1)?.answersMissing).toBe("removed");
  });

  test("is gone with its person", async () => {
    const purge = ["purge", "--data-dir", appliance.directory, "--org", ours.id];
    expect(await scoring([...purge, "--developer", "ann@example.com"])).toMatchObject({ code: 0 });
    expect(await status(PATH, ann.key)).not.toBe(200);
    // what is left under this id is somebody else's
    expect(wordsOf(await read("", ours.admin))).toEqual([["Bob's own walrus"]]);
  });
});

describe("texts that are withheld", () => {
  test("are null, with the reason, and so are answers", async () => {
    const directory = await withheldAppliance();
    try {
      const { prompts } = await directory.read();
      expect(prompts).toMatchObject([
        {
          text: null,
          missing: "withheld",
          answers: [{ text: null, isCut: false }],
          answersMissing: null,
        },
      ]);
      expect(await directory.find("this")).toEqual([]);
    } finally {
      await directory.stop();
    }
  });
});

/** Keeps no texts, by its capture mode. */
async function withheldAppliance() {
  const silent = await startTestAppliance({ settings: { captureMode: "metadata" } });
  const organization = await silent.addOrganization();
  const common = { session_id: SESSION, agent: "claude-code", prompt_id: "p" };
  const asked = { ...common, prompt: "Nobody keeps this sentence", timestamp: at(0) };
  const answered = { ...common, response_text: "Nor this one", timestamp: at(1) };
  await silent.send("/v1/prompts", asked, organization.key);
  await silent.send("/v1/prompts/response", answered, organization.key);
  await silent.settled();
  return {
    read: async () => (await (await silent.get(PATH, organization.admin)).json()) as Page,
    find: async (q: string) => {
      const found = await silent.get(`/v1/search?q=${q}`, organization.admin);
      return ((await found.json()) as { hits: unknown[] }).hits;
    },
    stop: () => silent.stop(),
  };
}
