import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import { createRandom } from "../../../src/demo/work/random.ts";
import { setBaselines } from "../../../src/metrics/baselines/new-baselines.ts";
import { addRescore } from "../../../src/normaliser/rescore/rescore-table.ts";
import { saveJudgement } from "../../../src/rubric/prompts/save-judgement.ts";
import { HOUR, MINUTE } from "../../../src/vocabulary/units.ts";
import { judgementFor } from "../../rubric/judgements.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { ClaudeTeller, CodexTeller, type Habits, type Teller } from "./random-session.ts";
import { START, TwoWays } from "./two-ways.ts";

const PLAIN: Habits = { commit: 1, revert: 0, oldFile: 0, odd: 0, test: 0, pauses: [9 * MINUTE] };
const UNCOMMITTED: Habits = { ...PLAIN, commit: 0 };
/** So long that nothing is taken up again a day later. */
const SLOW: Habits = { ...PLAIN, pauses: [9 * HOUR] };

/** All days. */
const DAYS = { from: 0, to: Number.MAX_SAFE_INTEGER };

let ways: TwoWays;
beforeEach(async () => {
  ways = await TwoWays.open();
});
afterEach(() => ways.close());

/** What a session tells near its beginning, and what at its end. */
interface Scenario<Of extends Teller> {
  habits?: Habits;
  early?: (teller: Of) => void;
  /** What happens once the session is cut. */
  between?: () => Promise<unknown>;
  last: (teller: Of) => void;
}

/** Gives: how often the session was measured whole, and how often its end alone, because of its last records. */
async function measureLast<Of extends Teller>(
  teller: Of,
  { early, between, last }: Scenario<Of>,
): Promise<{ wholes: number; ends: number }> {
  for (let goal = 0; goal < 30; goal += 1) {
    if (goal === 3) early?.(teller);
    teller.tellGoal();
  }
  await ways.compareAlong("s-1", teller.records, [teller.records.length]);
  await between?.();
  const { wholes, ends } = ways.cuts;
  const known = teller.records.length;
  teller.now += 20 * MINUTE;
  last(teller);
  const more = teller.records.slice(known);
  await ways.compareAlong("s-1", more, [more.length]);
  return { wholes: ways.cuts.wholes - wholes, ends: ways.cuts.ends - ends };
}

function claude({ habits = PLAIN }: Pick<Scenario<ClaudeTeller>, "habits">): ClaudeTeller {
  return new ClaudeTeller({ random: createRandom("plain"), session: "s-1", startsAt: START }, habits);
}

function fail(teller: ClaudeTeller): void {
  teller.event("api_error", { status_code: 529, attempt: 11, duration_ms: 10 });
}

function goOn(teller: ClaudeTeller): void {
  teller.prompt("Go on with that.");
  teller.shell("ls", 0);
}

async function judge(which: "first" | "last"): Promise<void> {
  const { database, organization } = ways;
  const prompts = await wholeSchema(database)
    .selectFrom("prompts")
    .selectAll()
    .orderBy("turn_index")
    .execute();
  const judged = prompts.filter(({ content }) => content !== null).at(which === "first" ? 0 : -1);
  if (judged === undefined) throw new Error("no prompt can be judged");
  const { session, content, text } = judged;
  await inTransaction(database, "normal", (transaction) =>
    saveJudgement(transaction, { organization, session, content: content ?? "" }, judgementFor(text ?? "")),
  );
}

const ONCE_WHOLE: readonly (readonly [string, Scenario<ClaudeTeller>])[] = [
  ["a record that comes late", { last: (teller) => ((teller.now = START + HOUR), teller.call()) }],
  [
    "work that began before the last eleven turns",
    { last: (teller) => teller.event("api_request", { model: "m", duration_ms: 10 * 24 * HOUR }) },
  ],
  [
    "a second prompt of a process",
    {
      early: (teller) => ((teller.instance = "2"), teller.prompt("Look at it."), (teller.instance = "1")),
      last: (teller) => ((teller.instance = "2"), teller.prompt("Look at it again.")),
    },
  ],
  ["the first compaction", { last: (teller) => teller.event("compaction", { trigger: "auto" }) }],
  ["the first command", { last: (teller) => teller.prompt("/clear") }],
  ["a program's first call", { last: (teller) => teller.event("api_request", { query_source: "sdk" }) }],
  [
    "a commit of earlier edits",
    { habits: UNCOMMITTED, last: (teller) => teller.shell("git commit -am x", 0) },
  ],
  [
    "a counter's commit of earlier edits",
    { habits: UNCOMMITTED, last: (teller) => teller.counter("claude_code.commit.count", 1, {}) },
  ],
  [
    "the first commit that a command tells, where a counter told the others",
    {
      habits: { ...UNCOMMITTED, counted: 1 },
      last: (teller) => teller.shell("git commit -am x", 0),
    },
  ],
  [
    "a prompt that names a file of several folders",
    {
      early: (teller) => (teller.edit("/work/a/index.ts"), teller.edit("/work/b/index.ts")),
      last: (teller) => teller.prompt("What is in index.ts?"),
    },
  ],
  [
    "an edit of a file of the last day that nobody committed",
    {
      habits: UNCOMMITTED,
      early: (teller) => teller.edit("/work/a.ts"),
      last: (teller) => (teller.prompt("Change a.ts once more, please."), teller.edit("/work/a.ts")),
    },
  ],
  [
    "a decision on an earlier call",
    {
      early: (teller) => teller.tool("Edit", { id: "toolu_1", input: { file_path: "/work/a.ts" } }),
      last: (teller) => {
        const told = { tool_name: "Edit", tool_use_id: "toolu_1", decision: "reject" };
        teller.event("tool_decision", { ...told, source: "user_reject" });
      },
    },
  ],
  [
    "work in the trace of an earlier prompt",
    {
      early: (teller) => (teller.prompt("Trace it.", "a".repeat(32)), teller.call()),
      last: (teller) => ((teller.trace = "a".repeat(32)), teller.shell("ls", 0)),
    },
  ],
];

describe("what has a session that was cut measured whole once more", () => {
  test.each(ONCE_WHOLE)("%s", async (_, scenario) => {
    expect(await measureLast(claude(scenario), scenario)).toEqual({ wholes: 1, ends: 0 });
  });

  test("a judgement of an early prompt", async () => {
    expect(await measureLast(claude({}), { between: () => judge("first"), last: goOn })).toEqual({
      wholes: 1,
      ends: 0,
    });
  });

  test.each<[string, () => Promise<unknown>]>([
    ["an outage", async () => (ways.outages = [{ start: START, end: START + HOUR }])],
    [
      "a rescore",
      () => inTransaction(ways.database, "normal", (transaction) => addRescore(transaction, DAYS)),
    ],
    [
      "other baselines",
      () => setBaselines(ways.database, { organization: ways.organization, wish: {} }, START),
    ],
  ])("%s of its beginning", async (_, between) => {
    expect(await measureLast(claude({}), { between, last: goOn })).toEqual({ wholes: 1, ends: 0 });
  });

  test("another owner", async () => {
    const last = (teller: ClaudeTeller) => teller.event("api_error", { "user.email": "ann@example.com" });
    expect(await measureLast(claude({}), { last })).toEqual({ wholes: 1, ends: 0 });
  });

  test("the first call that works after errors alone", async () => {
    class Failing extends ClaudeTeller {
      failing = false;
      override call(): void {
        this.now += 1_000;
        if (this.failing) fail(this);
        else this.event("api_request", { model: "m", duration_ms: 10 });
      }
    }
    const teller = new Failing({ random: createRandom("failing"), session: "s-1", startsAt: START }, PLAIN);
    const early = () => (teller.failing = true);
    const last = () => ((teller.failing = false), teller.prompt("Try again."), teller.call());
    expect(await measureLast(teller, { early, last })).toEqual({ wholes: 1, ends: 0 });
  });

  test("the first lines that a call tells", async () => {
    class Reader extends CodexTeller {
      edits = false;
      override edit(file: string): void {
        if (this.edits) super.edit(file);
      }
    }
    const told = { random: createRandom("reader"), session: "s-1", startsAt: START };
    const last = (teller: Reader) => ((teller.edits = true), teller.edit("/work/a.ts"));
    expect(await measureLast(new Reader(told, PLAIN), { last })).toEqual({ wholes: 1, ends: 0 });
  });

  test("the first window that the agent tells", async () => {
    const told = { random: createRandom("window"), session: "s-1", startsAt: START };
    const last = (teller: CodexTeller) =>
      teller.event("codex.conversation_starts", { context_window: 200_000 });
    expect(await measureLast(new CodexTeller(told, PLAIN), { last })).toEqual({ wholes: 1, ends: 0 });
  });
});

const END_ALONE: readonly (readonly [string, Scenario<ClaudeTeller>])[] = [
  ["a turn", { last: goOn }],
  [
    "an edit of a file of the last day that was committed",
    {
      early: (teller) => teller.edit("/work/a.ts"),
      last: (teller) => teller.edit("/work/a.ts"),
    },
  ],
  ["a commit after which nothing was edited", { last: (teller) => teller.shell("git commit -am x", 0) }],
  [
    "a call that works after one that failed",
    {
      early: (teller) => (fail(teller), teller.prompt("Again."), teller.call()),
      last: (teller) => (fail(teller), teller.prompt("Go on."), teller.call()),
    },
  ],
  [
    "an edit of a file that nobody committed for more than a day",
    {
      habits: { ...SLOW, commit: 0 },
      early: (teller) => teller.edit("/work/a.ts"),
      last: (teller) => teller.edit("/work/a.ts"),
    },
  ],
];

describe("what has only the end of a session that was cut measured", () => {
  test("a judgement of a late prompt", async () => {
    expect(await measureLast(claude({}), { between: () => judge("last"), last: goOn })).toEqual({
      wholes: 0,
      ends: 1,
    });
  });

  test.each(END_ALONE)("%s", async (_, scenario) => {
    expect(await measureLast(claude(scenario), scenario)).toEqual({ wholes: 0, ends: 1 });
  });
});
