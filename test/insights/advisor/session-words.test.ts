import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import {
  readLastOutcome,
  readSessionWords,
} from "../../../src/insights/advisor/model/session-words-table.ts";
import { summaryQuestion } from "../../../src/insights/advisor/model/summary-question.ts";
import { delimitedTexts } from "../../judge/scripted-answer.ts";
import { openPrompts, storeSession } from "../../rubric/prompts/stored-prompts.ts";
import { SESSION, storePart } from "./stored-parts.ts";

let database: Database;

beforeEach(async () => {
  database = await openPrompts();
});
afterEach(() => database.destroy());

describe("what is read of a session for the judge model", () => {
  test("is of each prompt no more than the model sees, and what it sees stays the same", async () => {
    const texts = ["🙂".repeat(501), "🙂".repeat(500), "short", null, "x".repeat(30_000)];
    await storeSession(database, { ...SESSION, texts });
    for (const index of texts.keys()) await storePart(database, index, "reached");
    const words = await readSessionWords(database, SESSION);
    const prompts = words?.parts.flatMap((part) => part.prompts) ?? [];
    expect(prompts.map((text) => Array.from(text).length)).toEqual([501, 500, 5, 501]);
    expect(delimitedTexts(summaryQuestion("org", words?.parts ?? [], "0123456789abcdef").user)).toEqual([
      `${"🙂".repeat(499)}…`,
      "🙂".repeat(500),
      "short",
      `${"x".repeat(499)}…`,
    ]);
  });

  test("is of its outcome the last one, and nothing of a session that is not there", async () => {
    expect(await readLastOutcome(database, SESSION)).toBeNull();
    await storePart(database, 1, "abandoned");
    await storePart(database, 0, "reached");
    expect(await readLastOutcome(database, SESSION)).toBe("abandoned");
  });
});
