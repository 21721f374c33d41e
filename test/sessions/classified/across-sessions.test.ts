/** What a session's turns are depends on the other sessions of the same person, and nothing readable is kept for it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import { forgetKnown } from "../../../src/metrics/accounts/accounts-table.ts";
import { unpackTurns } from "../../../src/metrics/accounts/stored-turns.ts";
import { readKnown, unpackKnown } from "../../../src/metrics/kinds/known-lines.ts";
import type { KnownTurn } from "../../../src/metrics/kinds/known-turn.ts";
import { DAY, HOUR, type Milliseconds, MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { readAllRows } from "../../all-rows.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { Growing, START } from "../growing.ts";
import { turn } from "../one-turn.ts";
import type { MadeRecord } from "../random-session.ts";

let growing: Growing;
beforeEach(async () => {
  growing = await Growing.open();
});
afterEach(() => growing.close());

/** Sends records, and measures. */
async function send(records: readonly MadeRecord[], to = growing): Promise<void> {
  to.now = Math.max(to.now, ...records.map(({ at }) => at)) + SECOND;
  await to.examine(records);
  await to.measure();
}

function linesOf(known: string | null): string[] {
  return known === null ? [] : known.split("\n");
}

async function accounts(of = growing) {
  const rows = await wholeSchema(of.database)
    .selectFrom("accounts")
    .selectAll()
    .orderBy("started_at")
    .execute();
  return rows.map((row) => ({
    ...row,
    kinds: unpackTurns(row.turns).map(({ kind }) => kind),
    repairs: unpackTurns(row.turns).map(({ repair }) => repair),
  }));
}

const CART = { session: "cart", text: "Add a cart to src/shop/cart.ts", file: "/work/src/shop/cart.ts" };
const TOTAL = { session: "total", text: "Show a total in the cart of src/shop/cart.ts", file: CART.file };

describe("a session that comes after another one of the same person was measured", () => {
  test("makes an opening of the other one go on", async () => {
    await send(turn({ ...TOTAL, at: START + HOUR }));
    expect((await accounts()).map(({ kinds }) => kinds)).toEqual([["new"]]);
    await send(turn({ ...CART, at: START }));
    expect((await accounts()).map(({ kinds }) => kinds)).toEqual([["new"], ["on"]]);
    await growing.compare("cart", "total");
  });

  test("makes its first turn a repair, wherever repairs are kept", async () => {
    const wrong = { ...TOTAL, text: "No, that's wrong: the total belongs below the cart" };
    await send(turn({ ...wrong, at: START + HOUR }));
    expect((await accounts()).map(({ repairs }) => repairs)).toEqual([[false]]);
    await send(turn({ ...CART, at: START }));
    expect((await accounts()).map(({ repairs }) => repairs)).toEqual([[false], [true]]);
    await growing.compare("cart", "total");
  });

  test("makes a question before it a preparation", async () => {
    await send(turn({ session: "question", at: START, text: "Where is the cart of the shop computed?" }));
    expect((await accounts()).map(({ kinds }) => kinds)).toEqual([["other"]]);
    await send(turn({ ...CART, at: START + HOUR }));
    expect((await accounts()).map(({ kinds }) => kinds)).toEqual([["prep"], ["new"]]);
    await growing.compare("question", "cart");
  });
});

describe("a sub-session that lasts for more than a week", () => {
  test("is what a session after it goes on with", async () => {
    const long = Array.from({ length: 30 }, (_, index) =>
      turn({ ...CART, session: "long", at: START + index * 7 * HOUR }),
    );
    await send(long.flat());
    await send(turn({ ...TOTAL, at: START + 30 * 7 * HOUR }));
    expect((await accounts()).map(({ kinds }) => [kinds.length, kinds.at(-1)])).toEqual([
      [30, "on"],
      [1, "on"],
    ]);
    await growing.compare("long", "total");
  });
});

describe("a question that prepares a change", () => {
  test("stays that when something changes nearly a day before it, and the change comes over a day later", async () => {
    const question = { session: "question", text: "Where is the cart of the shop computed?" };
    await send(turn({ ...question, at: START + 23.5 * HOUR }));
    await send(turn({ ...TOTAL, at: START + 24.5 * HOUR }));
    await send(turn({ ...CART, at: START }));
    expect((await accounts()).map(({ kinds }) => kinds[0])).toEqual(["new", "prep", "new"]);
    await growing.compare("cart", "question", "total");
  });
});

describe("a session that is purged while others of the same person stay", () => {
  test("leaves the rows that there would be if it had never been", async () => {
    await send(turn({ session: "question", at: START, text: "Where is the cart of the shop computed?" }));
    await send(turn({ ...CART, at: START + 5 * MINUTE }));
    await send(turn({ ...TOTAL, at: START + 9 * HOUR }));
    const kinds = async () => (await accounts()).flatMap((row) => row.kinds);
    expect(await kinds()).toEqual(["prep", "new", "on"]);
    await growing.purge("cart");
    await growing.measure();
    expect(await kinds()).toEqual(["other", "new"]);
    await growing.compare("question", "total");
  });
});

describe("one more record of a live session", () => {
  test("changes only its own sub-session, and that of the turn before it", async () => {
    const sessions = Array.from({ length: 20 }, (_, index) => `session-${index}`);
    for (const [index, session] of sessions.entries()) {
      const at = START + index * 30 * MINUTE;
      const file = `/work/src/part${index % 7}.ts`;
      await send(
        Array.from({ length: 5 }, (__, place) =>
          turn({
            session,
            at: at + place * 3 * MINUTE,
            text: `Change step ${place} of part ${index % 7}`,
            file,
          }),
        ).flat(),
      );
    }
    const before = {
      accounts: await readAllRows(growing.database, "accounts"),
      metrics: await rowsOf("metrics"),
    };
    const [last, next] = ["session-19", "session-20"];
    const ended = START + 19 * 30 * MINUTE + 12 * MINUTE;
    await send(
      turn({ session: last, at: ended + 3 * MINUTE, text: "Change the last step", file: "/work/src/z.ts" }),
    );
    expect(changed(before.accounts, await rowsOf("accounts"))).toEqual([last]);
    expect(changed(before.metrics, await rowsOf("metrics"))).toEqual([last]);
    const then = { accounts: await rowsOf("accounts"), metrics: await rowsOf("metrics") };
    const [asked] = turn({ session: next, at: ended + 6 * MINUTE, text: "What does part 3 do?" });
    await send(asked === undefined ? [] : [asked]);
    const touched = [...changed(then.accounts, await rowsOf("accounts"))];
    expect(touched.filter((session) => session !== next && session !== last)).toEqual([]);
    expect(
      changed(then.metrics, await rowsOf("metrics")).filter((one) => one !== next && one !== last),
    ).toEqual([]);
    await growing.compare(...sessions, next);
  });

  function rowsOf(table: string): Promise<string[]> {
    return readAllRows(growing.database, table);
  }

  /** The sessions of rows that were not there before. */
  function changed(before: readonly string[], after: readonly string[]): string[] {
    const known = new Set(before);
    return after
      .filter((row) => !known.has(row))
      .map((row) => (JSON.parse(row) as { session: string }).session.split(":").at(-1) ?? "");
  }
});

describe("what is kept of texts and paths", () => {
  const SAID = ["cart", "shop", "work", "Add"];

  async function kept(of = growing): Promise<{ text: string; known: KnownTurn[] }> {
    const rows = await accounts(of);
    const known = rows.flatMap((row) =>
      linesOf(unpackKnown(row.known)).map((line) => readKnown(line, row.session)),
    );
    return { text: rows.map((row) => `${row.turns}\n${unpackKnown(row.known)}`).join("\n"), known };
  }

  /** The hashes of the first turn's words and paths. */
  function hashesOf([turn]: readonly KnownTurn[]): string[] {
    return turn === undefined ? [] : [...(turn.words ?? []), ...turn.paths.flat()];
  }

  test("are hashes, which another organization does not have", async () => {
    await send(turn({ ...CART, at: START }));
    const { text, known } = await kept();
    for (const word of SAID) expect(text).not.toMatch(new RegExp(`\\b${word}\\b|cart\\.ts`));
    expect(hashesOf(known).length).toBeGreaterThan(5);
    const other = await Growing.open();
    await send(turn({ ...CART, at: START }), other);
    const theirs = (await kept(other)).known;
    await other.close();
    const ours = new Set(hashesOf(known));
    expect(ours.size).toBeGreaterThan(3);
    expect(hashesOf(theirs)).toHaveLength(hashesOf(known).length);
    expect(hashesOf(theirs).filter((hash) => ours.has(hash))).toEqual([]);
  });

  test("hold nothing of a withheld text", async () => {
    await send(turn({ ...CART, at: START, text: null }));
    const { known } = await kept();
    expect(known[0]).toMatchObject({ words: null, named: [], newGoal: false, refersBack: false });
    expect((await accounts()).map(({ kinds }) => kinds)).toEqual([["change"]]);
  });

  test("stays forgotten while the session goes on, and rows that are over are not written again", async () => {
    for (const hours of [0, 9, 18]) await send(turn({ ...CART, at: START + hours * HOUR }));
    await inTransaction(growing.database, "normal", (transaction) =>
      forgetKnown(transaction, START + 3 * DAY),
    );
    const over = await readAllRows(growing.database, "accounts");
    expect(over).toHaveLength(3);
    growing.restart();
    for (const hours of [72, 81]) {
      await send(turn({ ...CART, at: START + hours * HOUR }));
      const left = new Set(await readAllRows(growing.database, "accounts"));
      expect(over.filter((row) => !left.has(row))).toEqual([]);
    }
    await growing.compare("cart");
  });

  test("are forgotten after a day, and a late record still makes the rows that it would have made", async () => {
    await send(turn({ ...CART, at: START }));
    await send(turn({ ...TOTAL, at: START + 2 * HOUR }));
    const forget = (now: Milliseconds) =>
      inTransaction(growing.database, "normal", (transaction) => forgetKnown(transaction, now));
    expect(await forget(START + DAY)).toBe(0);
    expect(await forget(START + 2 * DAY)).toBe(2);
    expect((await accounts()).map(({ known, known_until }) => [known, known_until])).toEqual([
      [null, null],
      [null, null],
    ]);
    growing.now = START + 2 * DAY;
    await send(turn({ ...CART, at: START + HOUR, text: "Take the cart out of src/shop/cart.ts again" }));
    expect((await accounts()).flatMap(({ kinds }) => kinds)).toEqual(["new", "on", "on"]);
    await growing.compare("cart", "total");
  });
});
