/** The lists of prompts, asked of a real appliance: by the wrong person first, then by the right one. */
import { afterAll, describe, expect, test } from "bun:test";
import { inTransaction } from "../../src/database/transaction.ts";
import type { Intent } from "../../src/rubric/intent.ts";
import type { ScoredPrompt } from "../../src/rubric/lists/prompt-answer.ts";
import { putOff, saveJudgement } from "../../src/rubric/prompts/save-judgement.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { logsBody } from "../normaliser/captured.ts";
import { judgementFor } from "../rubric/judgements.ts";
import { wholeSchema } from "../whole-schema.ts";
import { joinTestAppliance } from "./running.ts";

const AT = Date.parse("2026-11-18T10:00:00Z");
const WINDOW = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
const [ANN, BOB] = ["ann@example.com", "bob@example.com"];

const GOOD = "Add a --json flag to the export command in src/export.ts";
const POOR = "Make the export better in src/export.ts and everything around it";
const ASKED = "Why does the export command sort by name, do you know?";
const REFUSED = "Delete the old export command and its documentation";
const WAITING = "Move the flags of the import command into src/flags.ts";
const OLD = "Sort the export command by date in src/export.ts";
const BOBS = "Write the release notes of version 2.1 into CHANGELOG.md";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());
const ours = await appliance.addOrganization();
const theirs = await appliance.addOrganization();

/** A session of prompts five minutes apart, each with a call that works on it; null is a withheld one. */
async function work(session: string, texts: readonly (string | null)[], { email = ANN, startsAt = AT } = {}) {
  const records = texts.flatMap((text, index) => {
    const at = startsAt + index * 5 * MINUTE;
    const own = { "session.id": session, "user.email": email };
    const prompt = text === null ? { prompt_length: 60 } : { prompt: text };
    const call = { "event.name": "api_request", model: "m", input_tokens: 900, output_tokens: 90 };
    return [
      { at, attributes: { ...own, "event.name": "user_prompt", ...prompt } },
      { at: at + MINUTE, attributes: { ...own, ...call, duration_ms: 50_000 } },
    ];
  });
  const response = await appliance.send("/v1/logs", logsBody("claude-code", records), ours.key);
  expect(response.status).toBe(200);
}

interface Said {
  verdict?: "yes" | "no";
  intent?: Intent;
}

/** What the model said of the prompts of that text. */
async function judge(text: string, said: Said | "refused"): Promise<void> {
  const database = openDatabaseOf(localStores(appliance.directory), "write");
  const prompts = wholeSchema(database).selectFrom("prompts").selectAll().where("text", "=", text);
  const found = await prompts.execute();
  expect(found).not.toBeEmpty();
  await inTransaction(database, "full", async (transaction) => {
    for (const { organization, session, content } of found) {
      const judged = { organization, session, content: content ?? "" };
      if (said === "refused")
        await putOff(transaction, judged, { tries: 1, nextTryAt: Number.MAX_SAFE_INTEGER, reason: said });
      else await saveJudgement(transaction, judged, judgementFor(text, { ...said, judgedAt: AT }));
    }
  });
  await database.destroy();
}

await work("s-ann", [GOOD, "ok", POOR, ASKED, REFUSED, WAITING, null]);
await work("s-bob", [BOBS], { email: BOB, startsAt: AT + 24 * 60 * MINUTE });
await work("s-old", [OLD], { startsAt: Date.parse("2026-01-05T10:00:00Z") });
await appliance.settled();
await judge(OLD, { verdict: "no" });
await judge(GOOD, { verdict: "yes" });
await judge(POOR, { verdict: "no" });
await judge(ASKED, { intent: "question" });
await judge(REFUSED, "refused");
await judge(BOBS, { verdict: "yes", intent: "docs" });
const bound = (await ours.addKey({ developer: ANN })).key;

async function ask<Answer = Record<string, unknown>>(path: string, key = ours.key): Promise<Answer> {
  const response = await appliance.get(`${path}${path.includes("?") ? "&" : "?"}${WINDOW}`, key);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

async function statusOf(path: string, key = ours.key): Promise<number> {
  return (await appliance.get(path, key)).status;
}

async function promptsOf(query = "", key = ours.key): Promise<ScoredPrompt[]> {
  return (await ask<{ prompts: ScoredPrompt[] }>(`/scoring/prompt-rubric/prompts?${query}`, key)).prompts;
}

async function textsOf(query = "", key = ours.key): Promise<(string | null)[]> {
  return (await promptsOf(query, key)).map(({ promptText }) => promptText);
}

interface RankedAnswer {
  prompts: ScoredPrompt[];
  total: number;
  nextCursor: string | null;
}

const LISTS: Record<string, { path: string; rows: string }> = {
  prompts: { path: "/scoring/prompt-rubric/prompts", rows: "prompts" },
  averages: { path: "/scoring/prompt-rubric/averages", rows: "prompts" },
  "the trend": { path: "/scoring/prompt-rubric/efficiency-rubric-trend", rows: "points" },
  "worst prompts": { path: "/v1/intelligence/worst-prompts", rows: "prompts" },
  "best prompts": { path: "/v1/intelligence/best-prompts", rows: "prompts" },
  "prompt chains": { path: "/v1/intelligence/prompt-chains", rows: "chains" },
};

/** How much there is on a list. */
function countRows(answer: Record<string, unknown>, rows: string): number {
  const found = answer[rows];
  if (rows === "points")
    return (found as { prompts: number }[]).reduce((sum, { prompts }) => sum + prompts, 0);
  return Array.isArray(found) ? found.length : Number(found);
}

describe.each(Object.entries(LISTS))("%s", (_, { path, rows }) => {
  test("refuse a request without a key", async () => {
    expect((await fetch(`${appliance.url}${path}`)).status).toBe(401);
  });

  test.each([
    ["from=2026-02-30T00:00:00Z"],
    ["to=tomorrow"],
    ["from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z"],
  ])("refuse the impossible time %s", async (query) => {
    expect(await statusOf(`${path}?${query}`)).toBe(400);
  });

  test("show another organization nothing", async () => {
    expect(countRows(await ask(path, theirs.key), rows)).toBe(0);
    expect(countRows(await ask(`${path}?developer=${ANN}`, theirs.key), rows)).toBe(0);
    expect(countRows(await ask(`${path}?session_id=s-ann&developer=${ANN}`, theirs.key), rows)).toBe(0);
  });

  test("show a bound key of its own developer only, and of others as if they were unknown", async () => {
    expect(countRows(await ask(path), rows)).toBeGreaterThan(0);
    expect(await ask(path, bound)).toEqual(await ask(`${path}?developer=${ANN}`));
    expect(await ask(`${path}?developer=${BOB}`, bound)).toEqual(
      await ask(`${path}?developer=nobody@example.com`, bound),
    );
    expect(countRows(await ask(`${path}?developer=${BOB}`, bound), rows)).toBe(0);
  });
});

test.each([
  ["/scoring/prompt-rubric/prompts?limit=501"],
  ["/scoring/prompt-rubric/prompts?limit=0"],
  ["/scoring/prompt-rubric/prompts?status=done"],
  ["/scoring/prompt-rubric/prompts?intent=gossip"],
  ["/scoring/prompt-rubric/prompts?cursor=abc"],
  ["/scoring/prompt-rubric/efficiency-rubric-trend?bucket=month"],
  ["/scoring/prompt-rubric/efficiency-rubric-trend?from=0001-01-01T00:00:00Z"],
  ["/v1/intelligence/worst-prompts?limit=51"],
  ["/v1/intelligence/best-prompts?limit=0"],
  ["/v1/intelligence/best-prompts?intent=gossip"],
  ["/v1/intelligence/worst-prompts?cursor=abc"],
  ["/v1/intelligence/prompt-chains?limit=501"],
])("%s is refused", async (path) => {
  expect(await statusOf(path)).toBe(400);
});

describe("the list of prompts", () => {
  test("has every prompt, the newest first", async () => {
    expect(await textsOf()).toEqual([BOBS, null, WAITING, REFUSED, ASKED, POOR, "ok", GOOD]);
  });

  test("says how far each is", async () => {
    const statuses = (await promptsOf("session_id=s-ann")).map(({ status }) => status).toReversed();
    expect(statuses).toEqual([
      "scored",
      "short_circuited",
      "scored",
      "short_circuited",
      "failed",
      "pending",
      "pending",
    ]);
  });

  test("shows the marks of a scored prompt", async () => {
    const [good] = (await promptsOf("session_id=s-ann&status=scored")).toReversed();
    expect(good).toMatchObject({
      sessionId: "s-ann",
      turnIndex: 1,
      developer: { email: ANN },
      submittedAt: new Date(AT).toISOString(),
      scoring_tier: "llm",
      detectedLanguage: "en",
      intent: "feature",
      shortCircuited: false,
      rubric: { contextLeverage: 100, informationDensity: 100, turnEconomy: 100, ambiguityCost: 100 },
      rubricScore: 100,
      grade: "A+",
      confidence: 1,
      coachingNotes: [],
      agentVersion: "rubric-2/model-a",
      version: "1",
    });
    expect(good).not.toHaveProperty("checks");
  });

  test("shows no marks of a short-circuited one and of one that waits", async () => {
    const [trivial, question] = (await promptsOf("session_id=s-ann&status=short_circuited")).toReversed();
    for (const prompt of [trivial, question]) {
      expect(prompt).toMatchObject({ shortCircuited: true, confidence: 1 });
      expect(Object.keys(prompt ?? {})).not.toContain("rubricScore");
    }
    expect(trivial).toMatchObject({ intent: "continuation", agentVersion: null });
    expect(question).toMatchObject({ intent: "question", agentVersion: "rubric-2/model-a" });
    const [waiting] = (await promptsOf("session_id=s-ann&status=pending")).toReversed();
    expect(waiting).toMatchObject({
      intent: null,
      shortCircuited: null,
      confidence: null,
      agentVersion: null,
    });
    expect(waiting).not.toHaveProperty("rubric");
  });

  test("keeps to its filters", async () => {
    expect(await textsOf("intent=docs")).toEqual([BOBS]);
    expect(await textsOf(`developer=${BOB}`)).toEqual([BOBS]);
    expect(await textsOf("session_id=s-bob")).toEqual([BOBS]);
    expect(await textsOf("session_id=unknown")).toEqual([]);
    expect(await textsOf("status=failed")).toEqual([REFUSED]);
    expect(await textsOf("session_id=s-bob", bound)).toEqual([]);
  });

  test("gives every prompt once, page by page", async () => {
    const whole = await promptsOf();
    const paged: ScoredPrompt[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { prompts: ScoredPrompt[]; total: number; nextCursor: string | null } = await ask(
        `/scoring/prompt-rubric/prompts?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      paged.push(...page.prompts);
      expect(page.total).toBe(8);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole);
  });
});

describe("one prompt", () => {
  const path = (id: string | undefined) => `/scoring/prompt-rubric/prompts/${id}`;

  test("that is unknown, another organization's or another developer's is not found", async () => {
    const [bobs] = await promptsOf(`developer=${BOB}`);
    expect(await statusOf(path("unknown"))).toBe(404);
    expect(await statusOf(path(bobs?.promptId), theirs.key)).toBe(404);
    expect(await statusOf(path(bobs?.promptId), bound)).toBe(404);
    expect((await fetch(`${appliance.url}${path(bobs?.promptId)}`)).status).toBe(401);
  });

  test("comes with its checks and what proves them", async () => {
    const [good] = (await promptsOf("session_id=s-ann&status=scored")).toReversed();
    const found = await ask<ScoredPrompt>(path(good?.promptId), bound);
    const { checks, ...rest } = found;
    expect(rest).toEqual(good as ScoredPrompt);
    expect(checks).toHaveLength(14);
    expect(checks?.[0]).toEqual({
      id: "names_artifact",
      dimension: "contextLeverage",
      verdict: "yes",
      evidence: "shows names_artifact",
    });
  });

  test("that waits has no checks", async () => {
    const [waiting] = (await promptsOf("session_id=s-ann&status=pending")).toReversed();
    expect((await ask<ScoredPrompt>(path(waiting?.promptId))).checks).toEqual([]);
  });
});

describe("averages", () => {
  test("come from scored prompts only", async () => {
    const answer = await ask("/scoring/prompt-rubric/averages");
    const mark = 200 / 3;
    expect(answer["prompts"]).toBe(3);
    for (const name of [
      "contextLeverage",
      "informationDensity",
      "turnEconomy",
      "ambiguityCost",
      "rubricScore",
    ])
      expect(answer[name]).toBeCloseTo(mark, 6);
  });

  test("are null without a scored prompt", async () => {
    expect(await ask("/scoring/prompt-rubric/averages", theirs.key)).toEqual({
      contextLeverage: null,
      informationDensity: null,
      turnEconomy: null,
      ambiguityCost: null,
      rubricScore: null,
      prompts: 0,
    });
  });
});

test("the trend has a point for every day, with null where nothing was scored", async () => {
  const window = "from=2026-11-17T00:00:00Z&to=2026-11-20T00:00:00Z";
  const response = await appliance.get(`/scoring/prompt-rubric/efficiency-rubric-trend?${window}`, ours.key);
  const { bucket, points, averages, statuses } = (await response.json()) as {
    bucket: string;
    points: Record<string, unknown>[];
    averages: object;
    statuses: Record<string, number>;
  };
  expect(bucket).toBe("day");
  const whole = await appliance.get(`/scoring/prompt-rubric/averages?${window}`, ours.key);
  expect(averages).toEqual((await whole.json()) as object);
  expect(averages).toMatchObject({ prompts: 3 });
  for (const [status, prompts] of Object.entries(statuses)) {
    const list = await appliance.get(`/scoring/prompt-rubric/prompts?status=${status}&${window}`, ours.key);
    expect([status, ((await list.json()) as { total: number }).total]).toEqual([status, prompts]);
  }
  expect(Object.keys(statuses).toSorted()).toEqual(["failed", "pending", "scored", "short_circuited"]);
  expect(statuses).toMatchObject({ scored: 3, failed: 1 });
  expect(points.map(({ start, turnEconomy, prompts }) => [start, turnEconomy, prompts])).toEqual([
    ["2026-11-17T00:00:00.000Z", null, 0],
    ["2026-11-18T00:00:00.000Z", 50, 2],
    ["2026-11-19T00:00:00.000Z", 100, 1],
  ]);
});

describe("the worst prompts", () => {
  test("come first on one list and last on the other, with what would have made them better", async () => {
    const worst = await ask<{ prompts: ScoredPrompt[]; total: number }>("/v1/intelligence/worst-prompts");
    const best = await ask<{ prompts: ScoredPrompt[]; total: number }>("/v1/intelligence/best-prompts");
    expect([worst.total, best.total]).toEqual([3, 3]);
    expect(worst.prompts.map(({ promptText }) => promptText)).toEqual([POOR, BOBS, GOOD]);
    expect(best.prompts.map(({ promptText }) => promptText)).toEqual([BOBS, GOOD, POOR]);
    expect(worst.prompts[0]?.coachingNotes).not.toBeEmpty();
  });

  test("come from one session where one is asked for, and are no more than asked for", async () => {
    const texts = async (query: string) =>
      (await ask<{ prompts: ScoredPrompt[] }>(`/v1/intelligence/worst-prompts?${query}`)).prompts.map(
        ({ promptText }) => promptText,
      );
    expect(await texts("session_id=s-bob")).toEqual([BOBS]);
    expect(await texts("limit=1")).toEqual([POOR]);
  });
});

describe.each(["worst", "best"])("the %s prompts", (which) => {
  const path = `/v1/intelligence/${which}-prompts`;

  test("cover all time where no time is asked for", async () => {
    const response = await appliance.get(path, ours.key);
    expect(await response.json()).toMatchObject({ total: 4 });
  });

  test("have one intent where one is asked for", async () => {
    const docs = await ask<{ prompts: ScoredPrompt[]; total: number }>(`${path}?intent=docs`);
    expect(docs.prompts.map(({ promptText }) => promptText)).toEqual([BOBS]);
    expect(docs.total).toBe(1);
    expect(await ask(`${path}?intent=question`)).toMatchObject({ prompts: [], total: 0 });
  });

  test("come page by page, each once, equally good ones as well, with no window or with one", async () => {
    for (const window of ["", `&${WINDOW}`]) {
      const read = async (query: string): Promise<RankedAnswer> =>
        (await (await appliance.get(`${path}?${query}${window}`, ours.key)).json()) as RankedAnswer;
      const whole = await read("limit=50");
      expect(whole.nextCursor).toBeNull();
      const paged: ScoredPrompt[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page = await read(`limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`);
        paged.push(...page.prompts);
        expect(page.total).toBe(whole.total);
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(whole.prompts);
    }
  });

  test("refuse the cursor of another list, another intent or another organization", async () => {
    const { nextCursor } = await ask<RankedAnswer>(`${path}?limit=1`);
    const other = which === "worst" ? "best" : "worst";
    const next = `limit=1&cursor=${nextCursor}&${WINDOW}`;
    expect(await statusOf(`${path}?${next}`)).toBe(200);
    expect(await statusOf(`/v1/intelligence/${other}-prompts?${next}`)).toBe(400);
    expect(await statusOf(`${path}?${next}&intent=docs`)).toBe(400);
    expect(await statusOf(`${path}?${next}`, theirs.key)).toBe(400);
    expect(await statusOf(`${path}?${next}`, bound)).toBe(400);
  });

  test.each([
    ["from=2026-11-01T00:00:00Z", 3],
    ["to=2026-11-01T00:00:00Z", 1],
  ])("begin or end where it is asked for: %s", async (query, total) => {
    const response = await appliance.get(`${path}?${query}`, ours.key);
    expect(await response.json()).toMatchObject({ total });
  });
});

test("chains are runs of prompts without a repair, the longest first", async () => {
  const { chains, total } = await ask<{ chains: Record<string, unknown>[]; total: number }>(
    "/v1/intelligence/prompt-chains",
  );
  expect(total).toBe(chains.length);
  expect(chains[0]).toMatchObject({
    sessionId: "s-ann",
    developer: { email: ANN },
    startTurn: 1,
    startedAt: new Date(AT).toISOString(),
    title: GOOD,
    meanRubricScore: 50,
  });
});
