/** The judge against a real language model: llama.cpp's own server with a small model that nobody here wrote. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  LOCAL_MODEL,
  type LocalModel,
  obtainLocalModel,
  startLocalModel,
} from "../../scripts/local-model/local-model.ts";
import { testJudge } from "../../src/judge/test-judge.ts";
import { CHECKS } from "../../src/rubric/checks.ts";
import { judgePrompt } from "../../src/rubric/judge-prompt.ts";
import type { Settings } from "../../src/settings/schema.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { type TriedJudge, tryJudge } from "./judges.ts";

const MINUTES = 60_000;
const TEXT = "Fix parseLine in src/parse.ts: it throws on an empty line and should return null.";

const obtained = obtainLocalModel();
if ("reason" in obtained) process.stderr.write(`no local model, so it is not tested: ${obtained.reason}\n`);

describe.skipIf("reason" in obtained)("a real local model", () => {
  let model: LocalModel;

  beforeAll(async () => {
    if ("python" in obtained) model = await startLocalModel(obtained.python);
  }, 5 * MINUTES);

  afterAll(() => model.stop());

  const tried = (settings: Partial<Settings> = {}): Promise<TriedJudge> =>
    tryJudge(model.url, { llmModel: LOCAL_MODEL, llmTimeoutMs: 5 * MINUTES, ...settings });

  test(
    "is given up after its time, and that is in the ledger",
    async () => {
      const { judge, ends } = await tried({ llmTimeoutMs: 1 });
      expect(await testJudge(judge, "acme")).toEqual({ ok: false, problem: { kind: "timed_out" } });
      expect(await ends()).toEqual(["timed_out"]);
    },
    5 * MINUTES,
  );

  test(
    "answers in the shape that it is asked for, and counts its tokens",
    async () => {
      const { judge } = await tried();
      const tested = await testJudge(judge, "acme");
      if (!tested.ok) throw new Error(tested.problem.kind);
      expect(tested.value.inputTokens).toBeGreaterThan(20);
      expect(tested.value.outputTokens).toBeGreaterThan(3);
      await judge.settled();
      expect(judge.state().month).toMatchObject({ calls: 1, inputTokens: tested.value.inputTokens });
    },
    5 * MINUTES,
  );

  test(
    "answers in the whole shape of the rubric, with every check",
    async () => {
      const { judge, ends } = await tried();
      const judged = await judgePrompt(
        judge,
        { organization: "acme", text: TEXT, context: [] },
        { clock: systemClock },
      );
      if (!judged.ok) throw new Error(judged.problem.kind);
      expect(judged.value.model).toBe(LOCAL_MODEL);
      const { shortCircuited, verdicts } = judged.value;
      expect(verdicts.map(({ id }) => id)).toEqual(shortCircuited ? [] : CHECKS.map(({ id }) => id));
      expect(await ends()).toEqual(["answered"]);
    },
    5 * MINUTES,
  );
});
