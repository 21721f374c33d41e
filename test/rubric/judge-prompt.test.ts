import { describe, expect, test } from "bun:test";
import { CHECKS, RUBRIC_VERSION } from "../../src/rubric/checks.ts";
import { INTENTS } from "../../src/rubric/intent.ts";
import { readText } from "../sources.ts";

const told = readText("src/rubric/rubric-prompt.md");

describe("what the language model is told", () => {
  test("is another version when a word of it changes", () => {
    expect({ version: RUBRIC_VERSION, words: Bun.SHA256.hash(told, "hex") }).toEqual({
      version: "1",
      words: "84b1952d5f1661b074f1e3c268fdd1dce381452eff11d3943a1d0dfe5d45ce69",
    });
  });

  test("explains every check with an example that passes and one that fails, in their order", () => {
    const explained = [...told.matchAll(/^- (\w+): .+ yes: .+ no: .+$/gm)].map(([, id]) => id);
    expect(explained).toEqual(CHECKS.map(({ id }) => id));
  });

  test("explains every intent, in their order", () => {
    const section = /^# Intents\n([^]*?)^# /m.exec(told)?.[1] ?? "";
    expect([...section.matchAll(/^- (\w+): .+$/gm)].map(([, intent]) => intent)).toEqual([...INTENTS]);
  });

  test("names the checks that may not be na", () => {
    const sentence = /^.*`na`: (.+)$/m.exec(told)?.[1] ?? "";
    const named = CHECKS.filter(({ id }) => sentence.includes(id));
    expect(named).toEqual(CHECKS.filter(({ isFirst }) => isFirst));
  });

  test("is short enough for a small local model", () => {
    // about four characters a token: 1,500 tokens
    expect(told.length).toBeLessThan(6_000);
  });
});
