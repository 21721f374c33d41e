/** The scripted server's own answers, so that what others test with it is on firm ground. */
import { describe, expect, test } from "bun:test";
import { answerBySchema, delimitedTexts } from "./scripted-answer.ts";

const VERDICT = { enum: ["yes", "no", "na"] };
const EVIDENCE = { anyOf: [{ type: "string" }, { type: "null" }] };
const CHECK = { type: "object", properties: { verdict: VERDICT, evidence: EVIDENCE } };
const RUBRIC = {
  type: "object",
  properties: {
    language: { type: "string" },
    intent: { enum: ["feature", "fix", "question"] },
    checks: { type: "object", properties: { names_artifact: CHECK, single_reading: CHECK } },
  },
};
const LONG = "Fix the crash in parse.ts when the file is empty";

function asking(text: string): string {
  return `Judge this.\n<<<prompt a91kz77q02\n${text}\na91kz77q02 prompt>>>\nNow answer.`;
}

describe("an answer by schema", () => {
  test("finds the text between lines with the same random word", () => {
    expect(delimitedTexts(asking("one\ntwo"))).toEqual(["one\ntwo"]);
  });

  test("says yes with a quote to a long text, and no without one to a short text", () => {
    expect(answerBySchema(RUBRIC, asking(LONG))).toEqual({
      language: "en",
      intent: "fix",
      checks: {
        names_artifact: { verdict: "yes", evidence: "Fix the" },
        single_reading: { verdict: "yes", evidence: "Fix the" },
      },
    });
    expect(answerBySchema(RUBRIC, asking("do it"))).toMatchObject({
      checks: { names_artifact: { verdict: "no", evidence: null } },
    });
  });

  test("does as the test says, check by check", () => {
    const sense = { isMet: (check: string) => check === "single_reading", intent: () => "question" };
    expect(answerBySchema(RUBRIC, asking(LONG), sense)).toMatchObject({
      intent: "question",
      checks: { names_artifact: { verdict: "no" }, single_reading: { verdict: "yes" } },
    });
  });
});
