/** Judging across kills of the whole program: resumed, and nothing that is stored is asked for again. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import type { Judgement } from "../../src/rubric/judgement.ts";
import { localStores, openDatabaseOf } from "../../src/stores.ts";
import { promptLog } from "../appliance/requests.ts";
import { answerBySchema, delimitedTexts } from "../judge/scripted-answer.ts";
import { type ScriptedModel, startScriptedModel } from "../judge/scripted-model.ts";
import { fetchAgain } from "../fetch-again.ts";
import { wholeSchema } from "../whole-schema.ts";
import { eventually, removeFolders, type Served, startServed } from "./served.ts";

const PROMPTS = 40;
const AT_ONCE = 8;

let model: ScriptedModel | null = null;
/** How often the model was asked about each prompt. */
let asked = new Map<string, number>();

afterEach(() => model?.stop());
afterAll(removeFolders);

function startModel(): Record<string, string> {
  asked = new Map();
  model = startScriptedModel({
    answersAfterMs: 100,
    answer: ({ schema, user }) => {
      const text = delimitedTexts(user).at(-1) ?? "";
      asked.set(text, (asked.get(text) ?? 0) + 1);
      return answerBySchema(schema ?? {}, user);
    },
  });
  // the check of a new model would count among the calls
  return { SCORING_LLM_BASE_URL: model.url, SCORING_LLM_MODEL: "a-model", SCORING_LLM_CHECK: "false" };
}

const texts = Array.from(
  { length: PROMPTS },
  (_, number) => `Fix the function number ${number} in src/cart.ts`,
);

/** All at once, so that they share the stream's syncs: one after the other they take a minute on a busy machine. */
async function sendPrompts({ url, key }: Served): Promise<void> {
  const sending = texts.map((text, index) => {
    const at = new Date(Date.now() - (PROMPTS - index) * 60_000).toISOString();
    return fetchAgain(`${url}/v1/logs`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(promptLog({ session: `session-${index % 6}`, at, text })),
    });
  });
  const answers = await Promise.all(sending);
  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
}

/** Returns the stored judgements by content. */
async function readStored({ directory }: Pick<Served, "directory">): Promise<Map<string, Judgement>> {
  const database = openDatabaseOf(localStores(directory), "read");
  try {
    const rows = await wholeSchema(database).selectFrom("judgements").selectAll().execute();
    expect(new Set(rows.map(({ content }) => content)).size).toBe(rows.length);
    return new Map(rows.map(({ content, judgement }) => [content, JSON.parse(judgement) as Judgement]));
  } finally {
    await database.destroy();
  }
}

async function untilStored(served: Served, least: number): Promise<void> {
  await eventually(async () => ((await countRows(served, "judgements")) >= least ? true : null));
}

describe("judging that is killed again and again", () => {
  test("goes on where it was: nothing stored is asked for again or changed", async () => {
    const environment = startModel();
    let served = await startServed({ environment });
    await sendPrompts(served);
    let before = new Map<string, Judgement>();
    for (const least of [8, 20]) {
      await untilStored(served, least);
      await served.end();
      const stored = await readStored(served);
      for (const [content, judgement] of before) expect(stored.get(content)).toEqual(judgement);
      before = stored;
      served = await startServed({ environment, directory: served.directory, key: served.key });
    }
    await untilStored(served, PROMPTS);
    const calls = [...asked.values()].reduce((sum, count) => sum + count, 0);
    expect([...asked.keys()].toSorted()).toEqual(texts.toSorted());
    // what was under way at each of the two kills is asked for again, and nothing else
    expect(calls).toBeLessThanOrEqual(PROMPTS + 2 * AT_ONCE);
    await served.end();
  });
});

describe("prompts from before a model was set", () => {
  test("wait across starts and are judged once one is set, and never again", async () => {
    const first = await startServed();
    await sendPrompts(first);
    await first.deliver("the last of them");
    await first.holds(["the last of them"]);
    await first.end();
    const environment = startModel();
    const second = await startServed({ environment, directory: first.directory, key: first.key });
    await untilStored(second, PROMPTS);
    await second.end();
    const third = await startServed({ environment, directory: first.directory, key: first.key });
    await third.deliver("and again");
    await third.holds(["and again"]);
    await eventually(async () => ((await third.isReady()) ? true : null));
    await third.end();
    expect([...asked.values()].every((count) => count === 1)).toBe(true);
    expect(asked.size).toBe(PROMPTS);
  });
});

describe("a model that never answers", () => {
  test("holds up neither measuring nor readiness nor stopping", async () => {
    const environment = startModel();
    model?.failAlways({ kind: "hang" });
    const served = await startServed({ environment });
    await sendPrompts(served);
    // more when the first calls have timed out by now, after which others are tried
    await eventually(async () => ((model?.calls.length ?? 0) >= AT_ONCE ? true : null));
    await eventually(async () => ((await countRows(served, "prompts")) === PROMPTS ? true : null));
    await eventually(async () => ((await served.isReady()) ? true : null));
    expect((await readStored(served)).size).toBe(0);
    served.signal("SIGTERM");
    expect(await served.exited).toBe(0);
    expect(served.log()).not.toContain("stages do not stop");
    expect(served.log()).not.toContain("src/cart.ts");
  });
});

async function countRows({ directory }: Served, table: "judgements" | "prompts"): Promise<number> {
  const database = openDatabaseOf(localStores(directory), "read");
  try {
    const all = wholeSchema(database).selectFrom(table);
    const { rows } = await all
      .select((row) => row.fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    return Number(rows);
  } finally {
    await database.destroy();
  }
}
