import { describe, expect, test } from "bun:test";
import type { Answered } from "../../src/answers/post-office.ts";
import { changeAnswer, queryAnswer } from "../../src/http/answered.ts";
import { Refusal } from "../../src/http/refusal.ts";

const SLOW: Answered<number> = { ok: false, problem: { kind: "too_slow", deadline: 10_000 } };
const AWAY: Answered<number> = { ok: false, problem: { kind: "away" } };

async function refusalOf(asked: Promise<unknown>): Promise<unknown> {
  const error: unknown = await asked.catch((reason: unknown) => reason);
  return error instanceof Refusal ? [error.status, error.parts] : error;
}

describe("what did not come is refused with 503", () => {
  test("a slow query says to ask for less", async () => {
    expect(await refusalOf(queryAnswer(Promise.resolve(SLOW)))).toEqual([
      503,
      { detail: "This took longer than 10 s; ask for a smaller window." },
    ]);
  });

  test("a slow change says that it may still be made", async () => {
    expect(await refusalOf(changeAnswer(Promise.resolve(SLOW)))).toEqual([
      503,
      { detail: "This took longer than 10 s; the change may still be made. Look before you ask again." },
    ]);
  });

  test("while the engine is away, with the time after which to ask again", async () => {
    expect(await refusalOf(changeAnswer(Promise.resolve(AWAY)))).toMatchObject([
      503,
      { extensions: { retryAfterSeconds: 1 } },
    ]);
  });
});

test("what broke is no refusal, and what came is the answer", async () => {
  expect(await refusalOf(queryAnswer(Promise.reject(new Error("a full disk"))))).toEqual(
    new Error("a full disk"),
  );
  expect(await queryAnswer(Promise.resolve({ ok: true, value: 7 }))).toBe(7);
});
