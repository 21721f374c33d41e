/** What the marks of a judge model are worth, in words. */
import { expect, test } from "bun:test";
import { meanShare, sayAgreement, sayCheck, sayWeak } from "../../../embedded/dashboard/words/agreement.ts";

const trial = {
  triedAt: "2026-11-18T10:00:00.000Z",
  prompts: 68,
  checks: [
    { id: "gives_evidence", share: 0.6, kappa: 0.1, weak: true },
    { id: "low_filler", share: 0.9, kappa: 0.8, weak: false },
    { id: "single_reading", share: null, kappa: null, weak: false },
  ] as const,
  intent: { share: 0.9, kappa: 0.8, weak: false },
  scoreError: 7,
  repeated: 1,
};

test("the sentence has the mean share, the day and how many prompts", () => {
  expect(sayAgreement("small", { ...trial, checks: [...trial.checks] })).toBe(
    "small gives the verdict of a careful reader 75 % of the time, measured on 18 Nov with 68 prompts.",
  );
});

test("without any share it is not known", () => {
  expect(meanShare({ ...trial, checks: [] })).toBeNull();
  expect(sayAgreement("small", { ...trial, checks: [] })).toContain("is not known");
});

test("weak checks are named, and nothing where there are none", () => {
  expect(sayWeak({ ...trial, checks: [...trial.checks] })).toBe(
    "Little more than chance on “Gives evidence”.",
  );
  expect(sayWeak({ ...trial, checks: [] })).toBe("");
  expect(sayWeak({ checks: [], intent: { ...trial.intent, weak: true } })).toContain("what prompts want");
});

test("a check that failed, goes on or holds judging is reported, one that passed is not", () => {
  const check = { done: 10, prompts: 68, holdsJudging: false };
  expect(sayCheck(null)).toBeNull();
  expect(sayCheck({ ...check, status: "passed" })).toBeNull();
  expect(sayCheck({ ...check, status: "not_checked" })).toBeNull();
  expect(sayCheck({ ...check, status: "running" })).toContain("10 of 68 known prompts");
  expect(sayCheck({ ...check, status: "failed", holdsJudging: true })).toBe(
    "It failed its check: do not rely on its grades, and choose another model. Nothing is judged until a check passes.",
  );
});
