/** When the turns of a session changed, seen from the rows that are stored of it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { inTransaction } from "../../../src/database/transaction.ts";
import {
  type AccountRow,
  forgetKnown,
  outdateKnownOf,
  readAccounts,
} from "../../../src/metrics/accounts/accounts-table.ts";
import { unpackTurns } from "../../../src/metrics/accounts/stored-turns.ts";
import { readKnown, writeKnown } from "../../../src/metrics/kinds/known-lines.ts";
import type { KnownTurn } from "../../../src/metrics/kinds/known-turn.ts";
import { changedSpan } from "../../../src/sessions/classified/changed-spans.ts";
import type { RememberedRow } from "../../../src/sessions/classified/remembered-rows.ts";
import { DAY, HOUR, MINUTE } from "../../../src/vocabulary/units.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { Growing, START } from "../growing.ts";
import { turn } from "../one-turn.ts";

const CART = { session: "cart", text: "Add a cart to src/shop/cart.ts", file: "/home/ann/shop/cart.ts" };
/** After more than eight hours another sub-session begins. */
const STARTS = [START, START + 5 * MINUTE, START + 9 * HOUR, START + 18 * HOUR];

let growing: Growing;
let turns: KnownTurn[];
beforeEach(async () => {
  growing = await Growing.open();
  growing.now = START + DAY;
  await growing.examine(STARTS.flatMap((at) => turn({ ...CART, at })));
  await growing.measure();
  turns = (await rows()).flatMap(({ known, session }) =>
    (known ?? "").split("\n").map((line) => readKnown(line, session)),
  );
});
afterEach(() => growing.close());

async function rows(): Promise<AccountRow[]> {
  const places = await wholeSchema(growing.database).selectFrom("accounts").select("sub_session").execute();
  const ids = places.map(({ sub_session }) => sub_session);
  const read = await readAccounts(growing.database, ids);
  return read.toSorted((left, right) => left.first_turn - right.first_turn);
}

/** As they are read when nothing is remembered. */
async function stored(): Promise<RememberedRow[]> {
  return (await rows()).map((row) => {
    const lines = row.known?.split("\n") ?? null;
    const known = (lines ?? []).map((line) => readKnown(line, row.session));
    return { row, turns: () => unpackTurns(row.turns), lines, known: () => known };
  });
}

async function spanOf(known: readonly KnownTurn[]) {
  return changedSpan({ known, lines: known.map(writeKnown) }, await stored());
}

function withOther(place: number): KnownTurn[] {
  return turns.map((each, at) => (at === place ? { ...each, tokens: 7 } : each));
}

function forget(): Promise<unknown> {
  return inTransaction(growing.database, "normal", (transaction) =>
    forgetKnown(transaction, START + 3 * DAY),
  );
}

describe("the time in which a session's turns changed", () => {
  test("is none when they are as they are stored, forgotten or not", async () => {
    expect(turns.map(({ startedAt }) => startedAt)).toEqual(STARTS);
    expect(await spanOf(turns)).toBeNull();
    await forget();
    expect((await rows()).map(({ known }) => known)).toEqual([null, null, null]);
    expect(await spanOf(turns)).toBeNull();
  });

  test("is that of the turn that differs", async () => {
    expect(await spanOf(withOther(1))).toEqual({ from: STARTS[1], to: STARTS[1] } as never);
  });

  test("is that of the whole sub-session when it was forgotten", async () => {
    await forget();
    const [first, , last] = await rows();
    expect(await spanOf(withOther(1))).toEqual({ from: START, to: first?.ended_at } as never);
    expect(await spanOf(withOther(3))).toEqual({ from: STARTS[3], to: last?.ended_at } as never);
  });

  test("is that of a sub-session next to which something was purged", async () => {
    const [, middle] = await rows();
    await inTransaction(growing.database, "normal", (transaction) =>
      outdateKnownOf(transaction, [middle?.sub_session ?? ""]),
    );
    expect(await spanOf(turns)).toEqual({ from: STARTS[2], to: middle?.ended_at } as never);
  });

  test("is that of turns that are new", async () => {
    const [first] = turns;
    if (first === undefined) throw new Error("there is a turn");
    const next = { ...first, index: 5, startedAt: START + 2 * DAY };
    await forget();
    expect(await spanOf([...turns, next])).toEqual({ from: next.startedAt, to: next.startedAt });
  });
});
