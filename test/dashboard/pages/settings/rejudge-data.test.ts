/** What judging again takes, and how far it is, in words. */
import { expect, test } from "bun:test";
import {
  sayEstimate,
  sayRejudging,
} from "../../../../embedded/dashboard/pages/settings/model/rejudge-data.ts";

const estimate = {
  id: null,
  model: "small",
  rubricVersion: "2",
  prompts: 1_200,
  calls: 1_200,
  inputTokens: 3_000_000,
  outputTokens: 500_000,
  costUsd: 1.9,
};

test.each([
  [{}, "small would be asked about 1,200 prompts: about 3.5 M tokens, for about $1.90."],
  [
    { calls: 900 },
    "small would be asked about 1,200 prompts in 900 calls, identical prompts once: about 3.5 M tokens, for about $1.90.",
  ],
  [
    { costUsd: null },
    "small would be asked about 1,200 prompts: about 3.5 M tokens; its price is not known.",
  ],
  [
    { prompts: 1, calls: 1, inputTokens: 2_600, outputTokens: 400, costUsd: 0 },
    "small would be asked about 1 prompt: about 3 k tokens, for about $0.00.",
  ],
  [
    { prompts: 1, calls: 1, inputTokens: 2_600, outputTokens: 400, costUsd: 0.001 },
    "small would be asked about 1 prompt: about 3 k tokens, for less than $0.01.",
  ],
  [
    { prompts: 0, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 },
    "Nothing to do: every grade of that time is from small.",
  ],
] as const)("an estimate with %j", (changed, sentence) => {
  expect(sayEstimate({ ...estimate, ...changed })).toBe(sentence);
});

const rejudging = {
  id: "a",
  from: "2026-10-24T00:00:00.000Z",
  to: "2026-11-23T00:00:00.000Z",
  askedAt: "2026-11-23T00:00:00.000Z",
  model: "small",
  rubricVersion: "2",
  prompts: 1_200,
};

test.each([
  ["running", 1_000, "200 of 1,200 prompts judged again; the others wait."],
  // others of that time wait too
  ["running", 1_300, "0 of 1,200 prompts judged again; the others wait."],
  ["completed", 0, "1,200 prompts judged again by small."],
] as const)("one that is %s while %d wait", (status, waiting, sentence) => {
  expect(sayRejudging({ ...rejudging, status, waiting })).toBe(sentence);
});
