import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { RUBRIC_ANSWER } from "../../src/rubric/answer.ts";
import { CHECKS } from "../../src/rubric/checks.ts";
import { allAnswered } from "./answers.ts";

const FITTING = { language: "en", intent: "fix", checks: allAnswered("yes", "Fix") };

describe("an answer does not fit", () => {
  test.each(["names_artifact", "low_filler", "one_deliverable", "single_reading"])(
    "with na for the first check %s",
    (id) => {
      const checks = { ...FITTING.checks, [id]: { verdict: "na", evidence: null } };
      expect(RUBRIC_ANSWER.safeParse({ ...FITTING, checks }).success).toBe(false);
    },
  );

  test.each(CHECKS.map(({ id }) => id))("without the check %s", (id) => {
    const { [id]: _, ...checks } = FITTING.checks;
    expect(RUBRIC_ANSWER.safeParse({ ...FITTING, checks }).success).toBe(false);
  });

  test.each([
    ["an unknown check", { checks: { ...FITTING.checks, is_kind: { verdict: "yes", evidence: "Fix" } } }],
    ["an unknown intent", { intent: "deploy" }],
    [
      "an unknown verdict",
      { checks: { ...FITTING.checks, low_filler: { verdict: "maybe", evidence: null } } },
    ],
    ["a score of its own", { rubricScore: 100 }],
  ])("with %s", (_, change) => {
    expect(RUBRIC_ANSWER.safeParse({ ...FITTING, ...change }).success).toBe(false);
  });
});

describe("an answer fits", () => {
  test("with every check once", () => {
    expect(RUBRIC_ANSWER.safeParse(FITTING).success).toBe(true);
  });

  test("when its later checks do not apply", () => {
    const checks = { ...FITTING.checks, gives_evidence: { verdict: "na", evidence: null } };
    expect(RUBRIC_ANSWER.safeParse({ ...FITTING, checks }).success).toBe(true);
  });
});

describe("the schema that a model's server is sent", () => {
  const schema = JSON.stringify(z.toJSONSchema(RUBRIC_ANSWER));

  test("requires every check and allows nothing else", () => {
    expect(schema).toContain(JSON.stringify(CHECKS.map(({ id }) => id)));
    expect(schema.match(/"additionalProperties":false/g)).toHaveLength(CHECKS.length + 2);
  });

  test("allows na for all but the first checks", () => {
    expect(schema.match(/"yes","no"\]/g)).toHaveLength(4);
    expect(schema.match(/"yes","no","na"\]/g)).toHaveLength(CHECKS.length - 4);
  });
});
