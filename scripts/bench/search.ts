/**
 * Measures how long `GET /v1/search` takes to answer, and what its index takes on the disk.
 *
 * bun scripts/bench/search.ts [--prompts 1000000] [--rounds 60] [--dir FOLDER]
 *
 * A store holds that many prompts of 200 developers in a year, of 25 words each. How frequent a word is follows its
 * rank, as in a language. Each round asks for other words of the same rank.
 */
import { statSync } from "node:fs";
import { engineOf } from "../../src/database/engine.ts";
import type { Database } from "../../src/database/open.ts";
import { rowChunks } from "../../src/database/row-chunks.ts";
import { tables } from "../../src/database/table-shape.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { createRandom, type Random } from "../../src/demo/work/random.ts";
import { search } from "../../src/insights/search/read-search.ts";
import { type PromptRow, PROMPTS } from "../../src/rubric/prompts/prompts-table.ts";
import { timedId } from "../../src/vocabulary/hash.ts";
import type { SessionName } from "../../src/vocabulary/held-name.ts";
import { DAY, type Milliseconds } from "../../src/vocabulary/units.ts";
import { readFlags, text, wholeNumber } from "../flags.ts";
import { inNewStore, type NewStore } from "./new-store.ts";
import { timeRounds } from "./rounds.ts";

const flags = readFlags({
  prompts: wholeNumber(1_000_000),
  rounds: wholeNumber(60),
  dir: text(process.cwd()),
});
const DEVELOPERS = 200;
const WORDS_A_PROMPT = 25;
const DIFFERENT_WORDS = 60_000;
const DAYS = 365;
const END: Milliseconds = Date.UTC(2026, 9, 31);
const GOAL_MS: Milliseconds = 100;
const SYLLABLES = [
  "ka",
  "lo",
  "mi",
  "ter",
  "su",
  "ran",
  "pe",
  "dol",
  "vi",
  "ne",
  "gar",
  "tu",
  "bes",
  "fo",
  "hin",
  "wa",
];
const UNJUDGED = {
  model: null,
  judged_at: null,
  intent: null,
  context_leverage: null,
  information_density: null,
  turn_economy: null,
  ambiguity_cost: null,
  rubric_score: null,
};
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await inNewStore(flags.dir, { at: END, developers: DEVELOPERS }, measureTimes);

async function measureTimes({ database, path, organization }: NewStore): Promise<void> {
  await fill(database, organization);
  await engineOf(database).compact(database);
  const whole = statSync(path).size;
  await time(database, organization);
  await engineOf(database).dropWordIndex(database, PROMPTS);
  await engineOf(database).compact(database);
  const index = (whole - statSync(path).size) / flags.prompts;
  say(`  a prompt takes ${(whole / flags.prompts).toFixed(0)} bytes, of which its index ${index.toFixed(0)}`);
}

async function fill(database: Database, organization: string): Promise<void> {
  const random = createRandom("prompts");
  for (let first = 0; first < flags.prompts; first += 1_000) {
    const count = Math.min(1_000, flags.prompts - first);
    const rows = Array.from({ length: count }, (_, index) => promptOf(organization, first + index, random));
    await inTransaction(database, "normal", async (transaction) => {
      for (const chunk of rowChunks(rows))
        await tables(transaction, PROMPTS).insertInto("prompts").values(chunk).execute();
    });
  }
}

function promptOf(organization: string, index: number, random: Random): PromptRow {
  const at = Math.floor(END - DAYS * DAY + (index * DAYS * DAY) / flags.prompts);
  const session = `bench:${Math.floor(index / 10)}` as SessionName;
  const said = Array.from({ length: WORDS_A_PROMPT }, () => wordOf(rankIn(random))).join(" ");
  return {
    id: timedId(at, "prompt", organization, index),
    organization,
    session,
    developer: `dev-${index % DEVELOPERS}`,
    sub_session: `sub-${Math.floor(index / 3)}`,
    prompt: `prompt-${index}`,
    given: null,
    turn_index: (index % 10) + 1,
    submitted_at: at,
    trivial: 0,
    repair: 0,
    status: "pending",
    awaits: 0,
    content: `content-${index}`,
    ...UNJUDGED,
    text: said,
  };
}

/** The first word is in nearly every prompt, the last in hardly any. */
function rankIn(random: Random): number {
  return Math.floor(DIFFERENT_WORDS ** random.next()) - 1;
}

/** A word of a few syllables for each rank, longer for rare ones. */
function wordOf(rank: number): string {
  let word = "";
  for (let left = rank + SYLLABLES.length; left > 0; left = Math.floor(left / SYLLABLES.length))
    word = (SYLLABLES[left % SYLLABLES.length] ?? "") + word;
  return word;
}

async function time(database: Database, organizationId: string): Promise<void> {
  const scope = { organizationId, onlyDeveloper: null };
  const asked = { scope, from: 0, to: END, developer: null, kind: null, limit: 20, after: null };
  const random = createRandom("questions");
  const rank = (from: number, to: number): string => wordOf(random.whole(from, to));
  const cases: readonly [name: string, ask: () => Promise<unknown>][] = [
    ["words as frequent as in prompts", () => search(database, { ...asked, words: words(random) })],
    ["one of the ten most frequent", () => search(database, { ...asked, words: [rank(0, 9)] })],
    ["a rare one", () => search(database, { ...asked, words: [rank(20_000, 50_000)] })],
    [
      "a frequent and a rare one",
      () => search(database, { ...asked, words: [rank(0, 9), rank(5_000, 20_000)] }),
    ],
    [
      "two frequent ones of one developer",
      () =>
        search(database, {
          ...asked,
          scope: { organizationId, onlyDeveloper: `dev-${random.whole(0, DEVELOPERS - 1)}` },
          words: [rank(0, 9), rank(10, 50)],
        }),
    ],
    [
      "a frequent one in a day of a year ago",
      () => search(database, { ...asked, from: END - 360 * DAY, to: END - 359 * DAY, words: [rank(0, 9)] }),
    ],
    [
      "the beginning of a word",
      () => search(database, { ...asked, words: [rank(1_000, 50_000).slice(0, 5)] }),
    ],
  ];
  say(
    `${flags.prompts} prompts of ${DEVELOPERS} developers in ${DAYS} days        p50 ms   p95 ms   of it processor   goal`,
  );
  for (const [name, ask] of cases) say(await timeRounds(name, { rounds: flags.rounds, goal: GOAL_MS }, ask));
}

/** One to three, as often as prompts have them. */
function words(random: Random): string[] {
  const all = Array.from({ length: random.whole(1, 3) }, () => wordOf(rankIn(random)));
  return [...new Set(all)];
}
