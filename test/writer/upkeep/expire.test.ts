import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ANSWER_TEXTS, saveAnswerTexts } from "../../../src/catalogue/answer-texts-table.ts";
import { findByWords } from "../../../src/database/words/find-by-words.ts";
import { timedId } from "../../../src/vocabulary/hash.ts";
import { DAY, SECOND } from "../../../src/vocabulary/units.ts";
import { readFigures } from "../../../src/books/books-table.ts";
import { runRound } from "../../../src/writer/upkeep/keep.ts";
import { selectOutlines } from "../../../src/writer/upkeep/object-table.ts";
import { selectSealed } from "../../../src/writer/upkeep/table.ts";
import { named } from "../../session-names.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { Holding, logsBody, NOON, SENDER } from "./holding.ts";
import { agentSessionId } from "../../../src/vocabulary/held-name.ts";

let holding: Holding;
beforeEach(async () => {
  holding = await Holding.open();
});
afterEach(() => holding.close());

/** One object a day, beginning with the day of NOON. */
async function sayDaily(...texts: string[]): Promise<void> {
  for (const text of texts) {
    await holding.write([logsBody([{ session: `s-${text}`, at: holding.now, text }])]);
    holding.now += DAY;
  }
}

function keep(days: number, maxBytes: number | null = null): Promise<void> {
  return runRound(holding.parts({ retention: { days, maxBytes } }));
}

describe("retention by age", () => {
  test("removes nothing that is not examined", async () => {
    await sayDaily("a", "b");
    holding.now += 10 * DAY;
    await keep(1);
    expect(await holding.keys()).toHaveLength(2);
  });

  test("keeps a record for whole days after the one it arrived on", async () => {
    await sayDaily("a");
    await holding.examine();
    holding.now = (Math.floor(NOON / DAY) + 3) * DAY - SECOND;
    await keep(2);
    expect(await holding.texts()).toEqual(["a"]);
    holding.now += SECOND;
    await keep(2);
    expect(await holding.texts()).toEqual([]);
  });

  test("removes what came after an object that a clock which was ahead dated in the future", async () => {
    const body = logsBody([{ session: "s-ahead", at: NOON, text: "ahead" }]);
    await holding.write([body], SENDER, NOON + 700 * DAY);
    await sayDaily("a", "b");
    await holding.examine();
    await keep(1);
    expect(await holding.texts()).toEqual(["ahead", "b"]);
  });

  test("removes whole objects, the oldest first, seals their sessions and leaves the books balanced", async () => {
    await sayDaily("a", "b", "c");
    await holding.examine();
    await keep(2);
    expect(await holding.texts()).toEqual(["b", "c"]);
    expect(await selectSealed(holding.database, "org-1", ["s-a", "s-b", "s-c"].map(agentSessionId))).toEqual(
      ["s-a"].map(agentSessionId),
    );
    expect((await readFigures(holding.database)).expired.records).toBe(1);
    expect(await holding.differences()).toEqual([]);
    holding.now += 31 * SECOND;
    await keep(2);
    expect(holding.files()).toEqual(await holding.keys());
  });
});

describe("what was answered", () => {
  test("is no longer found once its record file is gone", async () => {
    await sayDaily("a", "b", "c");
    await holding.examine();
    const answer = { organization: "org-1", session: named("s"), answered_at: NOON, prompt: null };
    for (const [sequence, signal] of [
      [1, "logs"],
      [1, "prompts"],
      [2, "logs"],
    ] as const) {
      const text = `walrus of ${signal} ${sequence}`;
      const row = { ...answer, signal, text, id: timedId(NOON, text) };
      await saveAnswerTexts(holding.database, [row], sequence);
    }
    await keep(2);
    expect(await findWalruses()).toEqual(["walrus of logs 2", "walrus of prompts 1"]);
  });

  async function findWalruses() {
    const asked = { organization: "org-1", developers: null, words: ["walrus"], beginning: null };
    const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, upTo: Number.MAX_SAFE_INTEGER, limit: 9 };
    const found = await findByWords(holding.database, ANSWER_TEXTS, { ...asked, ...everything });
    const all = await wholeSchema(holding.database)
      .selectFrom("answer_texts")
      .select(["id", "text"])
      .execute();
    expect(found.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    return all.map(({ text }) => text).toSorted();
  }
});

describe("retention by bytes", () => {
  test("removes the oldest objects until the rest fits", async () => {
    await sayDaily("a", "b", "c");
    await holding.examine();
    const [, second, third] = await selectOutlines(holding.database, {});
    await keep(10_000, (second?.bytes ?? 0) + (third?.bytes ?? 0));
    expect(await holding.texts()).toEqual(["b", "c"]);
    await keep(10_000, 1);
    expect(await holding.texts()).toEqual([]);
    expect(await holding.differences()).toEqual([]);
  });
});

describe("a record without a session", () => {
  test("may be a part of those that other signals name, so these are sealed when it goes", async () => {
    const span = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", name: "chat" };
    const attributes = [{ key: "session.id", value: { stringValue: "s-traced" } }];
    const at = `${NOON}000000`;
    const spans = [{ ...span, startTimeUnixNano: at, endTimeUnixNano: at, attributes }];
    const traces = { resourceSpans: [{ scopeSpans: [{ spans }] }] };
    await holding.write([logsBody([{ session: null, at: NOON, text: "a" }]), traces]);
    await sayDaily("b");
    await holding.examine();
    const sizes = (await selectOutlines(holding.database, {})).map(({ bytes }) => bytes);
    await keep(10_000, sizes.reduce((sum, bytes) => sum + bytes) - 1);
    expect(await holding.texts()).toEqual(["b"]);
    expect((await selectOutlines(holding.database, {})).map(({ signal }) => signal)).toEqual([
      "traces",
      "logs",
    ]);
    expect(await selectSealed(holding.database, "org-1", ["s-traced", "s-b"].map(agentSessionId))).toEqual(
      ["s-traced"].map(agentSessionId),
    );
  });
});

describe("a crash", () => {
  test("after objects were removed lets the next start delete their files", async () => {
    await sayDaily("a", "b");
    await holding.examine();
    await keep(0);
    const copy = await holding.copy();
    expect(copy.files()).toHaveLength(2);
    copy.now += 31 * SECOND;
    await runRound(copy.parts());
    expect(copy.files()).toEqual(await copy.keys());
    await copy.close();
  });
});
