import { describe, expect, test } from "bun:test";
import { PostOffice, replyTo } from "../../src/answers/post-office.ts";
import { StoreUnavailable } from "../../src/objects/object-store.ts";

const SOON = 5;
const NEVER = 600_000;

describe("a letter has no answer", () => {
  test("past the deadline; a later reply is dropped, and the sender hears of it", async () => {
    const givenUp: string[] = [];
    const office = new PostOffice(SOON);
    const { id, answered } = office.write("the change x", () => void givenUp.push("x"));
    expect(await answered).toEqual({ ok: false, problem: { kind: "too_slow", deadline: SOON } });
    office.settle({ kind: "answer", id, answer: 1 });
    expect(givenUp).toEqual(["x"]);
  });

  test("when the thread that would have answered is gone", async () => {
    const office = new PostOffice(NEVER);
    const letters = [office.write("the change x"), office.write("the change y")];
    office.endAll();
    for (const { answered } of letters)
      expect(await answered).toEqual({ ok: false, problem: { kind: "away" } });
  });
});

describe("a letter is away", () => {
  test("when a bucket that it needs does not answer", async () => {
    const office = new PostOffice(NEVER);
    const { id, answered } = office.write("the query x");
    office.settle(await replyTo(id, () => Promise.reject(new StoreUnavailable("SlowDown"))));
    expect(await answered).toEqual({ ok: false, problem: { kind: "away" } });
  });
});

describe("a letter fails", () => {
  test("with what it is about and the other thread's reason", async () => {
    const office = new PostOffice(NEVER);
    const { id, answered } = office.write("the change x");
    office.settle(await replyTo(id, () => Promise.reject(new Error("a full disk"))));
    await expect(answered).rejects.toThrow("the change x: a full disk");
  });

  test("one after the other, or all at once", async () => {
    const office = new PostOffice(NEVER);
    const [first, second] = [office.write("the query x"), office.write("the query y")];
    office.fail(first.id, new Error("a worker broke"));
    await expect(first.answered).rejects.toThrow("a worker broke");
    office.failAll(new Error("stopped"));
    await expect(second.answered).rejects.toThrow("stopped");
  });
});

describe("a reply", () => {
  test("comes to who asked, in whatever order replies come", async () => {
    const office = new PostOffice(NEVER);
    const [first, second] = [office.write("the query x"), office.write("the query y")];
    office.settle(await replyTo(second.id, async () => "two"));
    office.settle(await replyTo(first.id, async () => "one"));
    expect([await first.answered, await second.answered]).toEqual([
      { ok: true, value: "one" },
      { ok: true, value: "two" },
    ]);
  });
});
