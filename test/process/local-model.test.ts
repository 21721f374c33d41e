/** The judge against a real language model: llama.cpp's own server with a small model that nobody here wrote. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  LOCAL_MODEL,
  type LocalModel,
  obtainLocalModel,
  startLocalModel,
} from "../../scripts/local-model/local-model.ts";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testJudge } from "../../src/judge/test-judge.ts";
import { CHECKS } from "../../src/rubric/checks.ts";
import type { ScoredPrompt } from "../../src/rubric/lists/prompt-answer.ts";
import type { Settings } from "../../src/settings/schema.ts";
import { startScoring } from "../cli/command-line.ts";
import { type TriedJudge, tryJudge } from "../judge/judges.ts";
import { isSkipped } from "../skipped.ts";

const MINUTES = 60_000;
const TEXT = "Fix parseLine in src/parse.ts: it throws on an empty line and should return null.";

const obtained = obtainLocalModel();
const reason = "reason" in obtained ? `a local model: ${obtained.reason}` : "";

describe.skipIf(isSkipped(reason === "", reason))("a real local model", () => {
  let model: LocalModel;

  beforeAll(async () => {
    if ("python" in obtained) model = await startLocalModel(obtained.python);
  }, 600_000);

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
    "judges a prompt that was captured by a running program, and it is shown with every check of the rubric",
    async () => {
      const program = await startProgram(model.url);
      const { admin, member } = program.keys;
      const prompt = { session_id: "whole-path", prompt_text: TEXT, prompt_id: "p-1" };
      expect((await program.ask("/v1/prompts", member, prompt)).status).toBe(202);
      const shown = await eventuallyJudged(program);
      expect(shown).toMatchObject({
        promptId: "p-1",
        promptText: TEXT,
        scoring_tier: "llm",
        agentVersion: `rubric-2/${LOCAL_MODEL}`,
      });
      const one = await program.ask(`/scoring/prompt-rubric/prompts/${String(shown["promptId"])}`, admin);
      const { checks = [] } = (await one.json()) as ScoredPrompt;
      expect(checks.map(({ id }) => id)).toEqual(
        shown["shortCircuited"] === true ? [] : CHECKS.map(({ id }) => id),
      );
      const counted = await eventuallyCounted(program, admin);
      expect(counted.model).toBe(LOCAL_MODEL);
      expect(counted.month.inputTokens).toBeGreaterThan(500);
      expect(counted.month.outputTokens).toBeGreaterThan(50);
      await program.stop();
    },
    10 * MINUTES,
  );
});

interface Program {
  keys: { admin: string; member: string };
  ask(path: string, key: string, body?: object): Promise<Response>;
  stop(): Promise<void>;
}

/** `scoring serve` as a process, with the model set by its environment. */
async function startProgram(url: string): Promise<Program> {
  const directory = join(mkdtempSync(join(tmpdir(), "local-model-")), "data");
  const child = startScoring(["serve", "--data-dir", directory, "--listen", "127.0.0.1:0"], {
    HOME: tmpdir(),
    SCORING_LLM_BASE_URL: url,
    SCORING_LLM_MODEL: LOCAL_MODEL,
    SCORING_LLM_TIMEOUT_MS: String(5 * MINUTES),
    SCORING_LLM_CONCURRENCY: "1",
    // nothing is asked except about the prompt: the check of a model is held with a scripted one, in a tenth of the time
    SCORING_LLM_CHECK: "false",
  });
  const address = await addressIn(child.stdout);
  const [, admin = "", member = ""] =
    /^admin (\S+)\nmember (\S+)$/m.exec(readFileSync(join(directory, "first-keys"), "utf8")) ?? [];
  return {
    keys: { admin, member },
    ask: (path, key, body) =>
      fetch(address + path, {
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      }),
    stop: async () => {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

/** It goes on printing, and nobody reads that. */
async function addressIn(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk);
    const url = /listens on (http:\S+)/.exec(text)?.[1];
    if (url !== undefined && text.includes("first-keys")) return url;
  }
  throw new Error(`scoring serve ended: ${text}`);
}

async function eventuallyJudged({ ask, keys }: Program): Promise<Record<string, unknown>> {
  for (;;) {
    const response = await ask("/scoring/prompt-rubric/prompts?session_id=whole-path", keys.admin);
    const { prompts } = (await response.json()) as { prompts: Record<string, unknown>[] };
    const judged = prompts.find(({ status }) => status === "scored" || status === "short_circuited");
    if (judged !== undefined) return judged;
    await Bun.sleep(200);
  }
}

interface CountedModel {
  model: string;
  month: { inputTokens: number; outputTokens: number };
}

/** The engine says how it is twice a second. */
async function eventuallyCounted({ ask }: Program, key: string): Promise<CountedModel> {
  for (;;) {
    const status = (await (await ask("/v1/admin/status", key)).json()) as { languageModel: CountedModel };
    if (status.languageModel.month.inputTokens > 0) return status.languageModel;
    await Bun.sleep(200);
  }
}
