/** `POST /scoring/prompt-rubric/score`, asked of a real appliance whose judge model is a scripted server. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { ScoredPrompt } from "../../src/rubric/lists/prompt-answer.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { type AskedOfModel, type Fault, startScriptedModel } from "../judge/scripted-model.ts";
import { answerBySchema, delimitedTexts } from "../judge/scripted-answer.ts";
import { logsBody } from "../normaliser/captured.ts";
import { eventually, joinTestAppliance, startTestAppliance } from "./running.ts";
import { wholeSchema } from "../whole-schema.ts";

const PATH = "/scoring/prompt-rubric/score";
const AT = Date.parse("2026-11-18T10:00:00Z");
const WINDOW = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
const [ANN, BOB] = ["ann@example.com", "bob@example.com"];
const ASK = "Add a --json flag to the export command in src/export.ts";
/** As secret scanners know it; it opens nothing. */
const SECRET = ["AKIA", "Z7QJ4NVX2MKD5TRP"].join("");

/** What the model was asked last: the texts between its delimiters, the judged one last. */
let seen: string[] = [];
const model = startScriptedModel({
  answer(asked: AskedOfModel) {
    seen = delimitedTexts(asked.user);
    return answerBySchema(asked.schema ?? {}, asked.user);
  },
});
afterAll(() => model.stop());

const appliance = await startTestAppliance({
  settings: { llmBaseUrl: model.url, llmModel: "small" },
});
afterAll(() => appliance.stop());
const ours = await appliance.addOrganization();
const theirs = await appliance.addOrganization();

function post(body: unknown, key = ours.key): Promise<Response> {
  return appliance.send(PATH, body, key);
}

async function answerTo(body: unknown, key = ours.key): Promise<Record<string, unknown>> {
  const response = await post(body, key);
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

async function problemOf(body: unknown, key = ours.key): Promise<Record<string, unknown>> {
  return (await (await post(body, key)).json()) as Record<string, unknown>;
}

/** A session of prompts five minutes apart; null is a withheld one. */
async function work(session: string, texts: readonly (string | null)[], email = ANN): Promise<void> {
  const records = texts.map((text, index) => {
    const prompt = text === null ? { prompt_length: 60 } : { prompt: text };
    const own = { "session.id": session, "user.email": email, "event.name": "user_prompt", ...prompt };
    return { at: AT + index * 5 * MINUTE, attributes: own };
  });
  const response = await appliance.send("/v1/logs", logsBody("claude-code", records), ours.key);
  expect(response.status).toBe(200);
}

async function promptsOf(session: string, key = ours.key): Promise<ScoredPrompt[]> {
  const path = `/scoring/prompt-rubric/prompts?session_id=${session}&${WINDOW}`;
  const answer = (await (await appliance.get(path, key)).json()) as { prompts: ScoredPrompt[] };
  return answer.prompts.toReversed();
}

/** Returns when no prompt waits for its judgement any more. */
async function judged(): Promise<void> {
  await appliance.settled();
  await eventually(async () => {
    const waiting = wholeSchema(appliance.database)
      .selectFrom("prompts")
      .select("id")
      .where("awaits", "=", 1);
    return (await waiting.execute()).length === 0;
  });
  await appliance.settled();
}

const STORED = "Add a --csv flag to the export command in src/export.ts";
const IN_CONTEXT = ["one", "two", "three", "four"].map((word) => `Do thing number ${word} in the export`);
const CAPTURED = {
  session_id: "s-captured",
  prompt_text: "Add a --toml flag to the export command",
  prompt_id: crypto.randomUUID(),
};

beforeAll(async () => {
  await work("s-bob", ["Write the release notes of version 2.1"], BOB);
  await work("s-context", IN_CONTEXT);
  await work("s-private", ["Do something private in the export"], BOB);
  await work("s-stored", [STORED]);
  await work("s-again", ["Add a --yaml flag to the export command in src/export.ts"]);
  await work("s-withheld", [null]);
  expect((await appliance.send("/v1/prompts", CAPTURED, ours.key)).status).toBe(202);
  await judged();
});

beforeEach(() => {
  seen = [];
  model.failAlways(null);
});

describe("a prompt is not judged", () => {
  test("without a key", async () => {
    const response = await fetch(`${appliance.url}${PATH}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ prompt_text: ASK }),
    });
    expect(response.status).toBe(401);
  });

  test.each([
    ["no text", {}],
    ["an empty text", { prompt_text: "" }],
    ["blanks", { prompt_text: " \n\t" }],
    ["32,001 characters", { prompt_text: "x".repeat(32_001) }],
    ["32,001 characters of two units each", { prompt_text: "🙂".repeat(32_001) }],
    ["a number for a text", { prompt_text: 7 }],
    ["a text for a turn's index", { prompt_text: ASK, turn_index: "1" }],
    ["a turn before the first", { prompt_text: ASK, turn_index: -1 }],
    ["a field that nobody knows", { prompt_text: ASK, prompt: ASK }],
    ["a list", [ASK]],
  ])("of %s", async (_, body) => {
    const calls = model.calls.length;
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain(ASK);
    expect(model.calls.length).toBe(calls);
  });

  test("of the wrong shape, which is reported in plain words", async () => {
    const response = await post({ turn_index: "1" });
    expect(await response.json()).toMatchObject({
      errors: [
        { path: "prompt_text", message: "is missing" },
        { path: "turn_index", message: "expected a number" },
      ],
    });
  });

  test("for another organization", async () => {
    expect((await post({ prompt_text: ASK, org_id: theirs.id })).status).toBe(403);
    expect((await post({ prompt_text: ASK, org_id: "unknown" })).status).toBe(403);
  });

  test("on a prompt that is unknown, another organization's, another developer's or another session's", async () => {
    const [bobs] = await promptsOf("s-bob");
    const prompt_id = bobs?.promptId;
    const bound = (await ours.addKey({ developer: ANN })).key;
    expect((await post({ prompt_text: ASK, prompt_id: "unknown" })).status).toBe(404);
    expect((await post({ prompt_text: ASK, prompt_id }, theirs.key)).status).toBe(404);
    expect((await post({ prompt_text: ASK, prompt_id }, bound)).status).toBe(404);
    expect((await post({ prompt_text: ASK, prompt_id, session_id: "another" })).status).toBe(404);
  });

  test.each<[string, Fault, RegExp]>([
    ["refuses", { kind: "refusal" }, /refused to answer/],
    ["refuses the key", { kind: "status", status: 401 }, /Check llm_api_key/],
    ["is not there", { kind: "status", status: 404 }, /Check llm_model/],
    ["answers in prose", { kind: "prose" }, /twice in a shape/],
  ])("when the model %s, and it is said what to do", async (_, fault, words) => {
    model.failAlways(fault);
    const problem = await problemOf({ prompt_text: `${ASK} ${fault.kind}` });
    expect(problem).toMatchObject({ status: 503, title: "Service Unavailable" });
    expect(problem["detail"]).toMatch(words);
    expect(JSON.stringify(problem)).not.toContain(ASK);
  });
});

describe("a prompt is judged", () => {
  test("as the interface's own example asks for it", async () => {
    const answer = await answerTo({
      prompt_text: "Fix the null check in src/auth/session.ts that makes the login test fail.",
      org_id: ours.id,
      session_id: "session-1",
      turn_index: 3,
    });
    expect(answer).toEqual({
      detectedLanguage: "en",
      intent: "fix",
      shortCircuited: false,
      rubric: {
        contextLeverage: expect.any(Number),
        informationDensity: expect.any(Number),
        turnEconomy: expect.any(Number),
        ambiguityCost: expect.any(Number),
      },
      rubricScore: expect.any(Number),
      grade: expect.any(String),
      confidence: expect.any(Number),
      agentVersion: "rubric-2/small",
      version: "1",
    });
  });

  test("without marks when it asks for no work", async () => {
    expect(await answerTo({ prompt_text: "Why does the export sort by name?" })).toEqual({
      detectedLanguage: expect.any(String),
      intent: "question",
      shortCircuited: true,
      confidence: 1,
      agentVersion: "rubric-2/small",
      version: "1",
    });
  });

  test("up to 32,000 characters, with a null for what is not known", async () => {
    const fields = { org_id: null, session_id: null, turn_index: null, prompt_id: null };
    expect(await answerTo({ prompt_text: "🙂".repeat(32_000), ...fields })).toHaveProperty("intent");
  });

  test("with bytes that are no text, and without what is secret", async () => {
    await answerTo({ prompt_text: `Use \u0000\uD800 and ${SECRET} for the deployment of the export` });
    expect(seen.at(-1)).toContain("for the deployment of the export");
    expect(seen.join()).not.toContain(SECRET);
  });

  test("after the last prompts of its session, of earlier turns only", async () => {
    await answerTo({ prompt_text: ASK, session_id: "s-context" });
    expect(seen).toEqual([...IN_CONTEXT.slice(1), ASK]);
    await answerTo({ prompt_text: ASK, session_id: "s-context", turn_index: 3 });
    expect(seen).toEqual([...IN_CONTEXT.slice(0, 2), ASK]);
    await answerTo({ prompt_text: ASK, session_id: "unknown" });
    expect(seen).toEqual([ASK]);
  });

  test("without the context of a session that may not be read", async () => {
    const bound = (await ours.addKey({ developer: ANN })).key;
    await answerTo({ prompt_text: ASK, session_id: "s-private" }, bound);
    expect(seen).toEqual([ASK]);
    await answerTo({ prompt_text: ASK, session_id: "s-private" }, theirs.key);
    expect(seen).toEqual([ASK]);
  });

  test("and stored nowhere without prompt_id", async () => {
    const count = async () =>
      (await wholeSchema(appliance.database).selectFrom("judgements").selectAll().execute()).length;
    const before = await count();
    await answerTo({ prompt_text: "Rename the export command to dump everywhere" });
    expect(await count()).toBe(before);
  });
});

describe("with prompt_id", () => {
  test("the score of another text is stored on that prompt, instead of the score of its text", async () => {
    const [before] = await promptsOf("s-stored");
    expect(before?.status).toBe("scored");
    await answerTo({ prompt_text: "Why?", prompt_id: before?.promptId });
    const [after] = await promptsOf("s-stored");
    expect(after).toMatchObject({ status: "short_circuited", intent: "question", promptText: STORED });
    await appliance.settled();
    expect(await promptsOf("s-stored")).toEqual([after as ScoredPrompt]);
  });

  test("what was judged before costs no call", async () => {
    const [prompt] = await promptsOf("s-again");
    const calls = model.calls.length;
    const answer = await answerTo({ prompt_text: prompt?.promptText, prompt_id: prompt?.promptId });
    expect(answer["rubricScore"]).toBe(prompt?.rubricScore as number);
    expect(model.calls.length).toBe(calls);
  });

  test("the id that the Claude Code plugin was answered finds the prompt", async () => {
    const { prompt_id } = CAPTURED;
    const path = `/scoring/prompt-rubric/prompts/${prompt_id}`;
    const prompt = (await (await appliance.get(path, ours.key)).json()) as ScoredPrompt;
    expect(prompt).toMatchObject({ promptId: prompt_id, sessionId: "s-captured", status: "scored" });
    await answerTo({ prompt_text: "Why?", prompt_id, session_id: "s-captured" });
    const scored = (await (await appliance.get(path, ours.key)).json()) as ScoredPrompt;
    expect(scored).toMatchObject({ status: "short_circuited", intent: "question" });
  });

  test("a prompt whose text is withheld is scored, and no word of it is kept", async () => {
    const [before] = await promptsOf("s-withheld");
    expect(before).toMatchObject({ status: "pending", promptText: null });
    const prompt_text = "Fix the crowded button in the settings page of the confidential project";
    const answer = await answerTo({ prompt_text, prompt_id: before?.promptId });
    const [after] = await promptsOf("s-withheld");
    expect(after).toMatchObject({ status: "scored", promptText: null, rubricScore: answer["rubricScore"] });
    const rows = await wholeSchema(appliance.database).selectFrom("judgements").select("judgement").execute();
    expect(rows.map(({ judgement }) => judgement).join()).not.toContain("confidential");
  });
});

test("a prompt that is being judged is not asked about a second time", async () => {
  const slow = startScriptedModel({ answersAfterMs: 500 });
  const other = await startTestAppliance({ settings: { llmBaseUrl: slow.url, llmModel: "small" } });
  try {
    const { key } = await other.addOrganization();
    const captured = { session_id: "s", prompt_text: ASK, prompt_id: "p" };
    expect((await other.send("/v1/prompts", captured, key)).status).toBe(202);
    await eventually(async () => slow.calls.length > 0);
    const both = await Promise.all(["once", "twice"].map(() => other.send(PATH, captured, key)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(slow.calls).toHaveLength(1);
  } finally {
    await other.stop();
    await slow.stop();
  }
});

test("without a judge model it is said which setting is missing", async () => {
  const without = await joinTestAppliance();
  try {
    const { key } = await without.addOrganization();
    const response = await without.send(PATH, { prompt_text: ASK }, key);
    expect(response.status).toBe(503);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(((await response.json()) as { detail: string }).detail).toContain("SCORING_LLM_BASE_URL");
  } finally {
    await without.stop();
  }
});

test("with the month's budget spent it is said when it begins again", async () => {
  const settings = { llmBaseUrl: model.url, llmModel: "small", llmMonthlyBudgetTokens: 0 };
  const spent = await startTestAppliance({ settings });
  try {
    const { key } = await spent.addOrganization();
    const response = await spent.send(PATH, { prompt_text: ASK }, key);
    expect(response.status).toBe(503);
    const problem = (await response.json()) as { detail: string; retryAfterSeconds: number };
    expect(problem.detail).toContain("budget");
    expect(problem.retryAfterSeconds).toBeGreaterThan(0);
    expect(response.headers.get("retry-after")).toBeNull();
  } finally {
    await spent.stop();
  }
});
