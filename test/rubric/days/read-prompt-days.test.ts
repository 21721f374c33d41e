import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { forgetDerived } from "../../../src/appliance/rebuild/forget-derived.ts";
import { daysIn, emptyOthers, readKeptDays } from "../../../src/database/days/kept-days-table.ts";
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { createRandom, type Random } from "../../../src/demo/work/random.ts";
import { deleteRows } from "../../../src/insights/governance/person-table.ts";
import { KEPT_PROMPTS } from "../../../src/rubric/days/days-table.ts";
import { keepPromptDays } from "../../../src/rubric/days/keep-prompt-days.ts";
import { readPromptDays } from "../../../src/rubric/days/read-prompt-days.ts";
import { sumPrompts } from "../../../src/rubric/days/sums-table.ts";
import {
  countPrompts,
  countScored,
  type PromptsFilter,
  readPromptsPage,
} from "../../../src/rubric/lists/lists-table.ts";
import {
  narrowTo,
  readListedDays,
  readScoredTotal,
  readTotal,
} from "../../../src/rubric/lists/read-totals.ts";
import { PROMPT_STATUSES } from "../../../src/rubric/prompts/marked-prompts.ts";
import { putOff, saveJudgement } from "../../../src/rubric/prompts/save-judgement.ts";
import { DAY, HOUR } from "../../../src/vocabulary/units.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { judgementFor } from "../judgements.ts";
import { openPrompts, storeSession } from "../prompts/stored-prompts.ts";
import { named } from "../../session-names.ts";

const ORGANIZATION = "org";
const DAYS = 6;
const EVERYBODY = { organization: ORGANIZATION, developers: null };
const EVER = { ...EVERYBODY, from: 0, to: DAYS * DAY };
const ANY = { sessions: null, intent: null, status: null };

let database: Database;
beforeEach(async () => {
  database = await openPrompts();
});
afterEach(() => database.destroy());

function change(work: (transaction: Database) => Promise<unknown>): Promise<unknown> {
  return inTransaction(database, "full", work);
}

function judge(content: string, verdict: "yes" | "no" = "yes"): Promise<unknown> {
  const judged = { organization: ORGANIZATION, session: named("s"), content };
  return change((transaction) =>
    saveJudgement(transaction, judged, judgementFor("Add a flag.", { verdict })),
  );
}

async function keepBefore(day: number): Promise<void> {
  while ((await keepPromptDays(database, day * DAY)) > 0);
}

async function keptDays(): Promise<number[]> {
  const window = { organization: ORGANIZATION, from: 0, to: DAYS };
  return daysIn(await readKeptDays(database, KEPT_PROMPTS, window)).map(([day]) => day);
}

/** Whatever is kept, answers equal what the rows give. */
async function expectSame(window: { from: number; to: number }): Promise<void> {
  const filter = { ...EVERYBODY, ...window };
  expect(await readPromptDays(database, filter)).toEqual(await sumPrompts(database, filter));
  const all = { ...filter, ...ANY };
  expect(await readScoredTotal(database, all)).toBe(await countScored(database, all));
  for (const status of PROMPT_STATUSES) await expectSameList({ ...all, status });
}

async function expectSameList(filter: PromptsFilter): Promise<void> {
  const days = await readListedDays(database, filter);
  expect(await readTotal(database, filter, days)).toBe(await countPrompts(database, filter));
  const page = { limit: 99, after: null };
  const narrow = narrowTo(filter, days);
  expect(await readPromptsPage(database, narrow, page)).toEqual(
    await readPromptsPage(database, filter, page),
  );
}

describe("prompts of days", () => {
  test("add up to the same kept, half kept and not", async () => {
    for (const day of [0, 1, 3, 4])
      await storeSession(database, {
        session: `s${day}`,
        startsAt: day * DAY + 9 * HOUR,
        texts: [`Add ${day} flags.`, "Then test them."],
      });
    const contents = await wholeSchema(database).selectFrom("prompts").select("content").execute();
    await judge(contents[0]?.content ?? "");
    const window = { from: 9 * HOUR + 1, to: 4 * DAY + 10 * HOUR };
    await expectSame(window);
    await keepBefore(3);
    expect(await keptDays()).toEqual([0, 1]);
    await expectSame(window);
    await keepBefore(DAYS);
    expect(await keptDays()).toEqual([0, 1, 3, 4]);
    for (const each of [window, EVER, { from: DAY, to: DAY }, { from: DAY + 1, to: DAY + 2 }])
      await expectSame(each);
  });

  test("of some people come from their rows only", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    await storeSession(database, { session: "t", developer: "e", texts: ["Add two.", "Add three."] });
    await keepBefore(DAYS);
    const [ofOne] = await readPromptDays(database, { ...EVER, developers: ["e"] });
    expect(ofOne?.statuses.pending).toBe(2);
    const theirs = { ...EVER, ...ANY, developers: ["d"], status: "pending" } as const;
    expect(await readListedDays(database, theirs)).toBeNull();
    expect(await readTotal(database, theirs, null)).toBe(1);
  });

  test("that are not over, or have nothing left, are not kept", async () => {
    await storeSession(database, { startsAt: 2 * DAY, texts: ["Add a flag."] });
    expect(await keepPromptDays(database, 3 * DAY - 1)).toBe(0);
    await storeSession(database, { startsAt: DAY, texts: ["Add a flag."] });
    expect(await keepPromptDays(database, 3 * DAY)).toBe(2);
    expect(await keptDays()).toEqual([1]);
    expect(await wholeSchema(database).selectFrom("prompt_days").select("day").execute()).toEqual([
      { day: 1 },
    ]);
  });

  test("are added up anew when they were added up in another way", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    await keepBefore(DAYS);
    await sql`update prompt_days set packed = '{}', packed_by = 'before'`.execute(database);
    await expectSame(EVER);
    await emptyOthers(database, KEPT_PROMPTS);
    expect(await keepPromptDays(database, DAYS * DAY)).toBe(1);
    expect(await keptDays()).toEqual([0]);
  });
});

const TEXTS = ["Add a flag.", "Fix the test.", "Explain the loop.", "Rename it."] as const;

/** One change of prompts, or days kept, by chance. */
async function changeSomething(random: Random): Promise<void> {
  const content = await someContent(random);
  const judged = { organization: ORGANIZATION, session: named("s"), content };
  const developer = random.pick(["ada", "bea", "cid"]);
  const wait = { tries: 1, nextTryAt: 1, reason: "refused" } as const;
  await random.pick([
    () => storeSomeSession(random, developer),
    () => storeSomeSession(random, developer),
    () => judge(content, random.pick(["yes", "no"])),
    () => judge(content, random.pick(["yes", "no"])),
    () => change((transaction) => putOff(transaction, judged, wait)),
    () => purge(developer),
    () => keepBefore(random.whole(1, DAYS)),
    () => keepBefore(DAYS),
    () => keepBefore(DAYS),
    () => keepBefore(DAYS),
  ])();
}

async function storeSomeSession(random: Random, developer: string): Promise<void> {
  const texts = Array.from({ length: random.whole(0, 4) }, () =>
    random.chance(0.1) ? null : random.pick(TEXTS),
  );
  const startsAt = random.whole(1, DAYS - 1) * DAY - random.pick([2_000, HOUR]);
  const organization = random.pick([ORGANIZATION, ORGANIZATION, "other"]);
  const session = random.pick(["s", "t", "u", "v"]);
  await storeSession(database, { organization, session, developer, startsAt, texts });
}

async function someContent(random: Random): Promise<string> {
  const rows = await wholeSchema(database).selectFrom("prompts").select("content").orderBy("id").execute();
  return random.pick(["none", ...rows.flatMap(({ content }) => content ?? [])]);
}

function purge(developer: string): Promise<unknown> {
  const table = { name: "prompts", owner: ["session", "developer"] as const };
  const whose = { organization: ORGANIZATION, sessions: [], developers: [developer] };
  return change((transaction) => deleteRows(transaction, table, whose));
}

describe("a list of prompts", () => {
  test("is looked for on the days that have some only", async () => {
    for (const day of [1, 2, 4])
      await storeSession(database, {
        session: `s${day}`,
        startsAt: day * DAY + HOUR,
        texts: ["Add a flag."],
      });
    const pending = { ...EVER, ...ANY, status: "pending" } as const;
    const failed = { ...pending, status: "failed" } as const;
    const within = async (filter: PromptsFilter) => narrowTo(filter, await readListedDays(database, filter));
    expect(await within(pending)).toEqual({ ...pending, from: DAY, to: 5 * DAY });
    expect(await within({ ...pending, from: DAY + 1 })).toMatchObject({ from: DAY + 1, to: 5 * DAY });
    expect(await within(failed)).toEqual({ ...failed, to: 0 });
  });
});

describe("whatever changes prompts", () => {
  test.each(["a", "b", "c", "d"])("they add up to what the rows say (seed %s)", async (seed) => {
    const random = createRandom(seed);
    let kept = 0;
    for (let step = 0; step < 80; step += 1) {
      await changeSomething(random);
      kept += (await keptDays()).length;
      await expectSame(EVER);
      const from = random.whole(0, DAYS * DAY - 1);
      await expectSame({ from, to: random.whole(from, DAYS * DAY) });
    }
    expect(kept).toBeGreaterThan(20);
  });

  test("nothing is kept once rows are to be made again", async () => {
    await storeSession(database, { texts: ["Add a flag."] });
    await keepBefore(DAYS);
    await change(forgetDerived);
    expect(await keptDays()).toEqual([]);
    await expectSame(EVER);
  });
});
