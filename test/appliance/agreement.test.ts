/** `GET /scoring/prompt-rubric/agreement`, asked of a real appliance: by the wrong person first, then by the right one. */
import { afterAll, expect, test } from "bun:test";
import { CHECKS } from "../../src/rubric/checks.ts";
import type { AgreementAnswer } from "../../src/rubric/trial/agreement-answer.ts";
import type { RubricAnswer } from "../../src/rubric/answer.ts";
import type { TrialPrompt } from "../../src/rubric/trial/trial-prompts.ts";
import { answerWith } from "../rubric/answers.ts";
import { keepTrial } from "../rubric/trial/kept-trial.ts";
import { startTestAppliance } from "./running.ts";

const PATH = "/scoring/prompt-rubric/agreement";
/** A model that meets every check in every prompt. */
const SAYS_YES = {
  triedAt: Date.parse("2026-11-18T10:00:00Z"),
  answer: ({ text }: TrialPrompt): RubricAnswer => ({
    language: "en",
    intent: "feature",
    checks: answerWith({}, "yes", text),
  }),
};

const appliance = await startTestAppliance({
  // nothing is asked of it: there are no prompts
  settings: { llmBaseUrl: "http://127.0.0.1:9/v1", llmModel: "small" },
});
afterAll(() => appliance.stop());
const ours = await appliance.addOrganization();
const theirs = await appliance.addOrganization();
const bound = (await ours.addKey({ developer: "ann@example.com" })).key;

async function agreement(key: string): Promise<AgreementAnswer> {
  const response = await appliance.get(PATH, key);
  expect(response.status).toBe(200);
  return (await response.json()) as AgreementAnswer;
}

test("wants a key", async () => {
  expect((await fetch(`${appliance.url}${PATH}`)).status).toBe(401);
});

test("has no trial of a model that was not tried, nor another model's", async () => {
  await keepTrial(appliance.directory, { model: "large", ...SAYS_YES });
  expect(await agreement(ours.key)).toEqual({
    model: "small",
    rubricVersion: "2",
    trial: null,
    check: { status: "not_checked", done: 0, prompts: 68, holdsJudging: false },
  });
});

test("shows every key what the trial of the model found, because all organizations are judged by it", async () => {
  await keepTrial(appliance.directory, { model: "small", ...SAYS_YES });
  const answer = await agreement(bound);
  expect(await agreement(theirs.key)).toEqual(answer);
  expect(answer).toMatchObject({
    model: "small",
    trial: { triedAt: "2026-11-18T10:00:00.000Z", prompts: 68, repeated: 1 },
  });
  const { checks = [], scoreError = null } = answer.trial ?? {};
  expect(checks.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id));
  // a reader says no now and then, so a model that never does agrees only by chance
  expect(checks.filter(({ weak }) => weak)).not.toBeEmpty();
  expect(scoreError).toBeGreaterThan(0);
});
