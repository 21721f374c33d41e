/** What is recorded of the demo's texts, held against the rules that a language model's answers are held against. */
import { describe, expect, test } from "bun:test";
import { allGoals, type ByLevel } from "../../src/demo/asks/goals.ts";
import { CAPTURED_PROMPTS } from "../../src/demo/asks/captured-prompts.ts";
import type { Level, MarkedPrompt } from "../../src/demo/asks/marked.ts";
import { generateSessions } from "../../src/demo/generate.ts";
import { recordedAnswer } from "../../src/demo/recorded/recorded-answers.ts";
import { recordedOf } from "../../src/demo/recorded/recorded-prompts.ts";
import { serveRecordedModel } from "../../src/demo/recorded/serve-recorded-model.ts";
import { RUBRIC_ANSWER } from "../../src/rubric/answer.ts";
import { judgementOf } from "../../src/rubric/judgement.ts";
import { isCorrection, isTrivial } from "../../src/turns/wording/prompt-kind.ts";
import { wordsOf } from "../../src/turns/wording/words.ts";
import { DAY } from "../../src/vocabulary/units.ts";

const BY = { model: "recorded-sample", judgedAt: 0 };
const goals = allGoals();

function all({ good, fair, weak }: ByLevel): MarkedPrompt[] {
  return [...good, ...fair, ...weak];
}

const corrections = goals.flatMap((goal) => all(goal.corrections));
const others = goals.flatMap(({ openings, followUps, commits, questions }) => [
  ...[openings, followUps, commits].flatMap(all),
  ...questions,
]);
const prompts = [...corrections, ...others, ...CAPTURED_PROMPTS];

function scoreOf({ text, answer }: MarkedPrompt): number | null {
  return judgementOf(answer, [text], BY).rubricScore;
}

describe("the recorded marks", () => {
  test("fit the shape that a language model's answer must have", () => {
    for (const { answer } of prompts) expect(RUBRIC_ANSWER.safeParse(answer).error).toBeUndefined();
  });

  test("are kept by the judge as they are: each is proved by words of its prompt", () => {
    const unproved = prompts.filter(({ text, answer }) => judgementOf(answer, [text], BY).confidence < 1);
    expect(unproved.map(({ text }) => text)).toEqual([]);
  });

  test("quote two words or more, or one whole path or name, and each quote for two checks at most", () => {
    for (const { text, answer } of prompts) {
      const quotes = Object.values(answer.checks).flatMap(({ evidence }) => evidence ?? []);
      const short = quotes.filter(
        (quote) => !/\s/.test(quote) && !/^[\w./-]*(?:[a-z][A-Z]|[._/])[\w./-]*$/.test(quote),
      );
      expect(short.filter((quote) => quote !== text && !/^[A-Z][a-z]+$/.test(quote))).toEqual([]);
      const uses = Map.groupBy(quotes, (quote) => wordsOf(quote).join(" "));
      expect([...uses.values()].filter(({ length }) => length > 2)).toEqual([]);
    }
  });

  test("distinguish prompts that ask well from those that do not", () => {
    const meanOf = (level: Level) => {
      const scores = goals.flatMap(({ openings }) =>
        openings[level].flatMap((prompt) => scoreOf(prompt) ?? []),
      );
      return scores.reduce((sum, score) => sum + score, 0) / scores.length;
    };
    expect(meanOf("good")).toBeGreaterThan(85);
    expect(meanOf("fair")).toBeGreaterThan(40);
    expect(meanOf("fair")).toBeLessThan(75);
    expect(meanOf("weak")).toBeLessThan(35);
  });

  test("call corrections what the wording of prompts calls so, and nothing else", () => {
    expect(corrections.filter(({ text }) => !isCorrection(text)).map(({ text }) => text)).toEqual([]);
    expect(
      others.filter(({ text }) => isCorrection(text) || isTrivial(text)).map(({ text }) => text),
    ).toEqual([]);
    const intents = new Set(corrections.map(({ answer }) => answer.intent));
    expect([...intents]).toEqual(["correction"]);
  });

  test("are there for every prompt that the demo sends", () => {
    const to = Date.UTC(2026, 10, 20, 12);
    const sessions = generateSessions({ seed: "one", from: to - 63 * DAY, to });
    const texts = sessions.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === "prompt" ? [step.text] : [])),
    );
    const unknown = texts.filter((text) => !isTrivial(text) && recordedOf(text) === null);
    expect([...new Set(unknown)]).toEqual([]);
  });
});

describe("the recorded model", () => {
  test("says nothing about a text that is not one of the demo's", () => {
    const text = "<prompt-1a>\nWrite a poem about the sea.\n</prompt-1a>";
    for (const name of ["prompt_rubric", "rewrite", "session_summary", "report_narrative"])
      expect(recordedAnswer({ name, text })).toBeNull();
  });

  test("refuses over HTTP what it has no answer to, and answers what it has", async () => {
    const model = serveRecordedModel();
    const ask = async (prompt: string) => {
      const answer = await fetch(`${model.url}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          messages: [{ role: "user", content: `<prompt-1a>\n${prompt}\n</prompt-1a>` }],
          response_format: { json_schema: { name: "prompt_rubric" } },
        }),
      });
      const { choices } = (await answer.json()) as {
        choices: { message: { content: string; refusal: string } }[];
      };
      return choices[0]?.message;
    };
    const [known] = CAPTURED_PROMPTS;
    expect((await ask("Write a poem."))?.refusal).toContain("Nothing is recorded");
    expect(JSON.parse((await ask(known.text))?.content ?? "")).toEqual(known.answer);
    await model.stop();
  });

  test("sums a session up by what its prompts asked for and how its parts ended", () => {
    const [goal] = goals;
    const part = (index: number, outcome: string, text: string) =>
      `Part ${index}: 1 turns, outcome ${outcome}.\n\n<prompt-${index}-ab>\n${text}\n</prompt-${index}-ab>`;
    const text = [
      part(1, "reached", goal?.openings.good[0].text ?? ""),
      part(2, "reached", goal?.corrections.weak[0].text ?? ""),
    ].join("\n\n");
    expect(recordedAnswer({ name: "session_summary", text })).toEqual({
      title: "Invoices: one for each event",
      summary:
        "A fix was asked for: create_invoice writes two invoices when a webhook is delivered twice. " +
        "One prompt corrected the agent. It ended with passing tests or a commit.",
      parts: ["Invoices: one for each event", "Invoices: one for each event"],
    });
  });
});
