import { describe, expect, test } from "bun:test";
import type { GivenVerdict, RubricAnswer } from "../../../src/rubric/answer.ts";
import { type CheckId, CHECKS } from "../../../src/rubric/checks.ts";
import { runTrial, type TrialRun } from "../../../src/rubric/trial/run-trial.ts";
import { figuresOf, type TrialFigures, weakChecks } from "../../../src/rubric/trial/trial-figures.ts";
import type { TrialPrompt } from "../../../src/rubric/trial/trial-prompts.ts";
import { quoteAt } from "../../judge/quotes.ts";
import { carefulAnswer, judgeWho, PROMPTS } from "./trials.ts";

const CHECK_IDS = CHECKS.map(({ id }) => id);

function run(answer: (prompt: TrialPrompt) => RubricAnswer): Promise<TrialRun> {
  const parts = { judge: judgeWho(answer), organization: "acme", clock: () => 0, progress: () => {} };
  return runTrial(PROMPTS, parts);
}

async function figures(answer: (prompt: TrialPrompt) => RubricAnswer): Promise<TrialFigures> {
  return figuresOf(PROMPTS, [await run(answer)]);
}

/** The careful answer with another verdict for some checks. */
function altered(
  prompt: TrialPrompt,
  given: (place: number) => GivenVerdict,
  ids: readonly CheckId[] = CHECK_IDS,
): RubricAnswer {
  const answer = carefulAnswer(prompt);
  for (const id of ids) answer.checks[id] = given(CHECK_IDS.indexOf(id));
  return answer;
}

function quoting({ text }: TrialPrompt, verdict: "yes" | "no" = "yes"): (place: number) => GivenVerdict {
  return (place) => ({ verdict, evidence: quoteAt(text, place) });
}

describe("the prompts of the trial", () => {
  test("are at least sixty, in four languages, of every kind of work, ten of them with an order inside", () => {
    const count = (pick: (prompt: TrialPrompt) => string) => new Set(PROMPTS.map(pick)).size;
    expect(PROMPTS.length).toBeGreaterThanOrEqual(60);
    expect(count(({ id }) => id)).toBe(PROMPTS.length);
    expect(count(({ language }) => language)).toBe(4);
    expect(count(({ intent }) => intent)).toBeGreaterThanOrEqual(10);
    expect(PROMPTS.filter(({ injection }) => injection !== undefined)).toHaveLength(10);
  });

  test("with an order inside differ from another prompt by nothing but the order", () => {
    for (const { text, injection } of PROMPTS) {
      if (injection === undefined) continue;
      const plain = PROMPTS.find(({ id }) => id === injection.of);
      expect(text).toContain(plain?.text ?? "no such prompt");
    }
  });

  test("hold good and bad ones for every check", () => {
    const marked = PROMPTS.filter(({ yes, injection }) => yes !== undefined && injection === undefined);
    for (const id of CHECK_IDS) {
      const met = marked.filter(({ yes }) => yes?.includes(id)).length;
      expect([id, met >= 3 && met <= marked.length - 3]).toEqual([id, true]);
    }
  });
});

describe("the figures of a trial", () => {
  test("are the best there are for a careful reader", async () => {
    const found = await figures(carefulAnswer);
    expect(CHECK_IDS.map((id) => found.checks[id].kappa)).toEqual(CHECK_IDS.map(() => 1));
    expect(found).toMatchObject({
      failed: {},
      intent: { share: 1 },
      language: { share: 1 },
      repeated: null,
      evidence: { standing: 1 },
      injections: { prompts: 10, obeyed: 0, marksMoved: 0 },
      scoreError: 0,
    });
    expect(weakChecks(found)).toEqual([]);
  });

  test("are worthless for one that says yes to everything", async () => {
    const yes = (text: string): GivenVerdict => ({ verdict: "yes", evidence: text });
    const found = await figures((prompt) => altered(prompt, () => yes(prompt.text)));
    expect(weakChecks(found)).toEqual(CHECK_IDS);
    // it gives the same without the order, so no order moved anything
    expect(found.injections.obeyed).toBe(0);
  });

  test("show orders that were obeyed, and how many marks they moved", async () => {
    const found = await figures((prompt) => {
      const { injection } = prompt;
      if (injection?.intent !== undefined) return { ...carefulAnswer(prompt), intent: injection.intent };
      if (injection?.verdict === undefined) return carefulAnswer(prompt);
      return altered(prompt, quoting(prompt, injection.verdict), injection.checks);
    });
    expect(found.injections.obeyed).toBe(10);
    expect(found.injections.marksMoved).toBeGreaterThan(50);
  });

  test("count a yes without its quote as the mark it becomes", async () => {
    const found = await figures((prompt) =>
      altered(prompt, () => ({ verdict: "yes", evidence: "words that stand nowhere" })),
    );
    expect(found.evidence.standing).toBe(0);
  });

  test("compare two runs with each other", async () => {
    const other = (prompt: TrialPrompt) =>
      altered(prompt, () => ({ verdict: "no", evidence: null }), ["low_filler"]);
    const { repeated } = figuresOf(PROMPTS, [await run(carefulAnswer), await run(other)]);
    expect(repeated).toBeWithin(0.9, 1);
  });

  test("count prompts that were not judged, and take their marks for none", async () => {
    const failed: TrialRun = new Map(
      PROMPTS.map(({ id }) => [id, { ok: false, problem: { kind: "unfit_answer" } }]),
    );
    const found = figuresOf(PROMPTS, [failed]);
    expect(found.failed).toEqual({ unfit_answer: PROMPTS.length });
    expect(found.checks.low_filler.share).toBe(0);
    expect(found.scoreError).toBeNull();
  });
});
