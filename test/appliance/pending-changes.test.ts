import { describe, expect, test } from "bun:test";
import type { ToEngine } from "../../src/appliance/engine/engine-message.ts";
import { PendingChanges } from "../../src/appliance/pending-changes.ts";
import { Refusal } from "../../src/answers/refusal.ts";

const ASKED = { organization: "ours", from: 0, to: 1 };
const ANSWER = { id: "1", status: "pending" as const, done: 0, total: 0 };

function refusedWith(status: number): (error: unknown) => boolean {
  return (error) => error instanceof Refusal && error.status === status;
}

describe("a change that is asked for", () => {
  test("is refused with 503 while the engine is away", async () => {
    const error = await new PendingChanges(1_000).ask(null, "requestRecompute", ASKED).catch((one) => one);
    expect(refusedWith(503)(error)).toBe(true);
  });

  test("is refused with 503 when the engine breaks before it answers", async () => {
    const changes = new PendingChanges(1_000);
    const asked = changes.ask(() => {}, "requestRecompute", ASKED).catch((one) => one);
    changes.refuseAll();
    expect(refusedWith(503)(await asked)).toBe(true);
  });

  test("is refused with 503 past the deadline, and a later answer is dropped", async () => {
    const told: ToEngine[] = [];
    const changes = new PendingChanges(5);
    const error = await changes
      .ask((message) => void told.push(message), "requestRecompute", ASKED)
      .catch((one) => one);
    expect(refusedWith(503)(error)).toBe(true);
    changes.settle({ kind: "changed", id: 1, answer: ANSWER });
  });

  test("fails with the engine's reason, which is no answer for a caller", async () => {
    const changes = new PendingChanges(1_000);
    const asked = changes.ask(() => {}, "requestRecompute", ASKED).catch((one) => one);
    changes.settle({ kind: "change_failed", id: 1, reason: "a full disk" });
    const error: unknown = await asked;
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Refusal);
  });

  test("brings each answer to who asked, in whatever order they come", async () => {
    const changes = new PendingChanges(1_000);
    const first = changes.ask(() => {}, "requestRecompute", ASKED);
    const second = changes.ask(() => {}, "requestRecompute", ASKED);
    changes.settle({ kind: "changed", id: 2, answer: { ...ANSWER, id: "2" } });
    changes.settle({ kind: "changed", id: 1, answer: ANSWER });
    expect([(await first).id, (await second).id]).toEqual(["1", "2"]);
  });
});
