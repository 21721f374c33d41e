import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { insertCard } from "../../../src/insights/advisor/cards-table.ts";
import { readCardsPage } from "../../../src/insights/advisor/listed/listed-cards-table.ts";
import { summaryOf, writeNow } from "../../../src/insights/advisor/model/write-now.ts";
import { tryJudge } from "../../judge/judges.ts";
import { type ScriptedModel, startScriptedModel } from "../../judge/scripted-model.ts";
import { openPrompts, storeSession } from "../../rubric/prompts/stored-prompts.ts";
import { cardOf } from "./cards.ts";
import { SESSION, storePart } from "./stored-parts.ts";

const EVERYTHING = { organization: "org", developers: null, from: 0, to: Infinity, sessions: null };

let database: Database;
let model: ScriptedModel;

beforeEach(async () => {
  database = await openPrompts();
  model = startScriptedModel();
  await storeSession(database, { ...SESSION, texts: ["Add a filter"] });
  await storePart(database, 0, "reached");
  const evidence = JSON.stringify([{ prompt: "s-1", turnIndex: 1, quote: "Add a filter" }]);
  await insertCard(database, cardOf({ ...SESSION, developer: "d", prompt: "s-1", evidence }));
});
afterEach(async () => {
  await model.stop();
  await database.destroy();
});

const readCards = () => readCardsPage(database, EVERYTHING, { limit: 9, after: null });

describe("what a model writes", () => {
  test("is kept without signs that reverse the direction of writing", async () => {
    const written = "\u202EAdd\u2066 a\u200F filter\u061C, \u202Bplease\u2069";
    const parts = ["title", "summary", "rewrite"].map((name) => [name, written]);
    const reversing = startScriptedModel({
      answer: ({ schema }) => ({
        ...Object.fromEntries(parts.filter(([name = ""]) => name in (schema?.properties ?? {}))),
        ...("parts" in (schema?.properties ?? {}) && { parts: [written] }),
      }),
    });
    const { judge } = await tryJudge(reversing.url);
    const redactor = { text: (text: string) => text };
    const writing = { database, judge, redactor, clock: () => 0 };
    await writeNow(writing, SESSION, await readCards());
    expect(await summaryOf(writing, SESSION)).toBe("Add a filter, please");
    expect((await readCards()).map(({ rewrite }) => rewrite)).toEqual(["Add a filter, please"]);
    await reversing.stop();
  });
});

describe("a model that hangs", () => {
  test("is waited for so long and no longer, and leaves the cards as they are", async () => {
    model.failAlways({ kind: "hang" });
    const { judge } = await tryJudge(model.url);
    const redactor = { text: (text: string) => text };
    const parts = { database, judge, redactor, clock: () => 0, patienceMs: 200 };
    await writeNow(parts, SESSION, await readCards());
    expect(await summaryOf(parts, SESSION)).toBeNull();
    expect((await readCards()).map(({ rewrite }) => rewrite)).toEqual([null]);
  });
});
