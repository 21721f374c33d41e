import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { readMarks } from "../../../src/rubric/prompts/judgements-table.ts";
import { Rotation } from "../../../src/rubric/judging/rotation.ts";
import { nextToJudge } from "../../../src/rubric/prompts/queue-table.ts";
import { putOff, saveJudgement } from "../../../src/rubric/prompts/save-judgement.ts";
import { keepPromptDays } from "../../../src/rubric/days/keep-prompt-days.ts";
import { estimateRejudge, listRejudgings } from "../../../src/rubric/rejudging/read-rejudgings.ts";
import { requestRejudge, spreadNext } from "../../../src/rubric/rejudging/keep-rejudging.ts";
import type { SessionPrompt } from "../../../src/rubric/prompts/session-prompts.ts";
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import { DAY, HOUR } from "../../../src/vocabulary/units.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { judgementFor } from "../judgements.ts";
import { openPrompts, statusesIn, storeSession, type StoredSession } from "../prompts/stored-prompts.ts";
import { named } from "../../session-names.ts";

const JUDGED_AT = 1_000_000;
const ASKED_AT = 2_000_000;
const EVER = { organization: "org", from: 0, to: 10_000_000, model: "model-b" };
const TEXTS = [
  "Add a flag to the export.",
  "Test the flag of the export.",
  "Describe the flag in the manual.",
];

let database: Database;
beforeEach(async () => {
  database = await openPrompts();
});
afterEach(() => database.destroy());

/** Stores a session whose prompts a model has judged. */
async function storeJudged(stored: StoredSession, model = "model-a"): Promise<SessionPrompt[]> {
  const prompts = await storeSession(database, stored);
  const { organization = "org", session = "s" } = stored;
  for (const { content, text } of prompts)
    if (content !== null && text !== null)
      await inTransaction(database, "normal", (transaction) =>
        saveJudgement(
          transaction,
          { organization, session: named(session), content },
          judgementFor(text, { model, judgedAt: JUDGED_AT }),
        ),
      );
  return prompts;
}

async function ask(window: Partial<typeof EVER> = {}): Promise<void> {
  const { prompts } = await estimateRejudge(
    { database, prices: loadPrices({ pricesFile: null }) },
    { ...EVER, ...window },
  );
  await requestRejudge(database, { ...EVER, ...window, prompts }, ASKED_AT);
}

async function spreadAll(): Promise<number> {
  let steps = 0;
  while (await spreadNext(database, ASKED_AT + 1)) steps += 1;
  return steps;
}

async function waitingTexts(): Promise<string[]> {
  const found = await nextToJudge(database, { now: ASKED_AT, limit: 9, rotation: new Rotation() });
  return found.map(({ text }) => text).toSorted();
}

describe("prompts that are to be judged again", () => {
  test("wait with the marks that they have, and nothing that is not meant waits", async () => {
    await storeJudged({ texts: TEXTS });
    await storeJudged({ session: "late", texts: ["Fix the report of the week."], startsAt: 5_000_000 });
    await storeJudged({ session: "new", texts: ["Sort the report of the week."] }, "model-b");
    await storeJudged({ organization: "other", session: "o", texts: ["Fix the other's report."] });
    await ask({ to: 4_000_000 });
    expect(await waitingTexts()).toEqual([]);
    await spreadAll();
    expect(await waitingTexts()).toEqual(TEXTS.toSorted());
    expect(new Set(Object.values(await statusesIn(database)))).toEqual(new Set(["scored"]));
  });

  test("wait still when their rows are made anew, also before they were looked at", async () => {
    await storeJudged({ texts: TEXTS });
    await ask();
    await storeSession(database, { texts: TEXTS });
    expect(await waitingTexts()).toEqual(TEXTS.toSorted());
  });

  test("wait no longer once they are judged; what was said before is kept, and the newest is shown", async () => {
    const [first] = await storeJudged({ texts: TEXTS.slice(0, 1) });
    await ask();
    await spreadAll();
    const content = first?.content ?? "";
    const judgement = judgementFor(TEXTS[0] ?? "", {
      model: "model-b",
      judgedAt: ASKED_AT + 5,
      verdict: "no",
    });
    await inTransaction(database, "normal", (transaction) =>
      saveJudgement(transaction, { organization: "org", session: named("s"), content }, judgement),
    );
    expect(await waitingTexts()).toEqual([]);
    await storeSession(database, { texts: TEXTS.slice(0, 1) });
    expect(await waitingTexts()).toEqual([]);
    const kept = await wholeSchema(database).selectFrom("judgements").select("model").execute();
    expect(kept.map(({ model }) => model).toSorted()).toEqual(["model-a", "model-b"]);
    expect((await readMarks(database, "org", [content])).get(content)?.model).toBe("model-b");
    expect((await listRejudgings(database, EVER)).rejudgings).toMatchObject([
      { prompts: 1, waiting: 0, status: "completed" },
    ]);
  });

  test("keep their marks when the model fails on them", async () => {
    const [first] = await storeJudged({ texts: TEXTS.slice(0, 1) });
    await ask();
    await spreadAll();
    const judged = { organization: "org", session: named("s"), content: first?.content ?? "" };
    await inTransaction(database, "normal", (transaction) =>
      putOff(transaction, judged, { tries: 1, nextTryAt: ASKED_AT + 60_000, reason: "refused" }),
    );
    expect(await statusesIn(database)).toEqual({ "s-1": "scored" });
  });

  test("are let wait some at a time, and go on where a program that was killed left off", async () => {
    const texts = Array.from({ length: 1_200 }, (_, number) => `Fix the function number ${number}.`);
    await storeJudged({ texts });
    await ask();
    expect(await spreadNext(database, ASKED_AT)).toBe(true);
    const [running] = (await listRejudgings(database, EVER)).rejudgings;
    expect(running).toMatchObject({ prompts: 1_200, waiting: 1_200, status: "running" });
    expect(await spreadAll()).toBe(2);
    const { waiting } = await wholeSchema(database)
      .selectFrom("prompts")
      .select(({ fn }) => fn.countAll<number>().as("waiting"))
      .where("awaits", "=", 1)
      .executeTakeFirstOrThrow();
    expect(waiting).toBe(1_200);
  });
});

describe("the estimate", () => {
  const prices = loadPrices({ pricesFile: null });

  test("counts prompts and calls, and has a price where the model's is known", async () => {
    await storeJudged({ texts: TEXTS.slice(0, 1) });
    await storeJudged({ session: "again", texts: TEXTS.slice(0, 1) });
    await storeSession(database, { session: "waits", texts: ["This one was never judged."] });
    const found = await estimateRejudge({ database, prices }, { ...EVER, model: "gpt-5-mini" });
    expect(found).toMatchObject({ model: "gpt-5-mini", rubricVersion: "2", prompts: 2, calls: 1 });
    expect(found.inputTokens).toBeWithin(1_500, 4_000);
    expect(found.outputTokens).toBeWithin(200, 1_000);
    expect(found.costUsd).toBeWithin(0.0005, 0.005);
    expect((await estimateRejudge({ database, prices }, EVER)).costUsd).toBeNull();
  });

  test("is nothing where everything waits, or has marks of the model", async () => {
    await storeJudged({ texts: TEXTS });
    expect(await estimateRejudge({ database, prices }, { ...EVER, model: "model-a" })).toMatchObject({
      prompts: 0,
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
    });
    await ask();
    await spreadAll();
    expect(await estimateRejudge({ database, prices }, EVER)).toMatchObject({ prompts: 0 });
  });
});

describe("a wish", () => {
  test("takes the place of those whose time is within its own", async () => {
    await storeJudged({ texts: TEXTS });
    await ask({ from: 100, to: 200 });
    await ask({ from: 0, to: 150 });
    await ask();
    expect((await listRejudgings(database, EVER)).rejudgings).toHaveLength(1);
    expect((await listRejudgings(database, { organization: "other" })).rejudgings).toEqual([]);
  });
});

describe("what judging again takes", () => {
  const prices = loadPrices({ pricesFile: null });
  const estimate = (window: Partial<typeof EVER> = {}) =>
    estimateRejudge({ database, prices }, { ...EVER, to: 9 * DAY, ...window });
  async function keepDays(): Promise<void> {
    while ((await keepPromptDays(database, 8 * DAY)) > 0);
  }

  test("is the same from kept days as from the prompts, for every model and window", async () => {
    for (let day = 0; day < 4; day += 1) {
      const [session, startsAt] = [`s${day}`, day * DAY + HOUR];
      await storeJudged({ session, startsAt, texts: TEXTS.map((text) => `${text} ${day}`) });
    }
    await storeJudged({ session: "new", startsAt: 2 * DAY, texts: ["Sort the report."] }, "model-b");
    await storeSession(database, { session: "waits", startsAt: 2 * DAY, texts: ["Fix the report."] });
    const windows = [
      {},
      { model: "model-a" },
      { model: "model-c" },
      { from: HOUR + 1, to: 3 * DAY + HOUR + 2 },
    ];
    const fromRows = await Promise.all(windows.map(estimate));
    await keepDays();
    expect(await Promise.all(windows.map(estimate))).toEqual(fromRows);
    expect(fromRows.map(({ prompts }) => prompts)).toEqual([12, 1, 13, 9]);
  });

  test("counts equal prompts of one day once, those of another day again", async () => {
    for (const [session, startsAt] of [
      ["s", 0],
      ["t", HOUR],
      ["u", DAY],
    ] as const)
      await storeJudged({ session, startsAt, texts: ["Sort the report."] });
    await keepDays();
    expect(await estimate()).toMatchObject({ prompts: 3, calls: 2 });
  });

  test("leaves out what waits to be judged again, also where days were kept before", async () => {
    await storeJudged({ texts: TEXTS });
    await keepDays();
    await ask({ to: 9 * DAY });
    await spreadAll();
    expect(await estimate()).toMatchObject({ prompts: 0, calls: 0 });
  });
});
