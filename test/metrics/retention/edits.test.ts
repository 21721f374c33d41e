import { describe, expect, test } from "bun:test";
import type { Event } from "../../../src/normaliser/event.ts";
import { addEditCounts, countEdits } from "../../../src/metrics/retention/edits.ts";
import { findRepairTurns } from "../../../src/metrics/iteration/repairs.ts";
import {
  decision,
  edit,
  HOURS,
  interrupt,
  landed,
  prompt,
  rejectedEdit,
  shell,
  turnsOf,
} from "../../turns/events.ts";

/** Edits that count, and those retained, of a whole session, with the tier. */
function counted(...events: readonly (Event | readonly Event[])[]) {
  const turns = turnsOf(...events);
  const repairs = new Set(findRepairTurns({ turns, looks: [] }, () => null).keys());
  const { edits, retained, tier } = addEditCounts([...countEdits(turns, repairs).values()]);
  return [edits, retained, tier];
}

const cart = prompt(0, "Add a cart to the shop");
const next = (seconds: number) => prompt(seconds, `Describe part ${seconds} of page ${seconds * 7}`);
const fix = (seconds: number) => prompt(seconds, "That's wrong, the total is off");
const turns = (count: number) => Array.from({ length: count }, (_, number) => next(100 + number));

describe("an edit", () => {
  test("does not count while nothing has been decided on it", () => {
    expect(counted(cart, edit(1, "a.ts"), turns(9))).toEqual([0, 0, null]);
  });

  test("does not count when it failed, or when a rule approved or refused it", () => {
    const approved = edit(1, "a.ts");
    expect(counted(cart, edit(1, "a.ts", { ok: false }), turns(12))).toEqual([0, 0, null]);
    expect(counted(cart, approved, decision(approved, "accept", "automatic"))).toEqual([0, 0, null]);
    expect(counted(cart, rejectedEdit(1, "a.ts", "automatic"), turns(12))).toEqual([0, 0, null]);
  });

  test("counts once a person decided on it", () => {
    const accepted = edit(1, null);
    expect(counted(cart, accepted, decision(accepted, "accept"))).toEqual([1, 1, "decisions"]);
    expect(counted(cart, rejectedEdit(1, null))).toEqual([1, 0, "decisions"]);
  });

  test("counts once ten later turns went by", () => {
    expect(counted(cart, edit(1, "a.ts"), turns(10))).toEqual([1, 1, "survival"]);
  });

  test("counts once its file was edited again in a later turn, however its path is written", () => {
    expect(counted(cart, edit(1, "src/a.ts"), edit(2, "src/a.ts"))).toEqual([0, 0, null]);
    expect(counted(cart, edit(1, "src/a.ts"), next(60), edit(61, "/repo/src/a.ts"))).toEqual([
      1,
      1,
      "survival",
    ]);
    expect(counted(cart, edit(1, "src/a.ts"), next(60), edit(61, "src/b.ts"))).toEqual([0, 0, null]);
  });

  test("counts once its session committed", () => {
    const commit = shell(9, "git commit -am x", { exitCode: 0 });
    expect(counted(cart, edit(1, null), edit(2, "a.ts"), commit, edit(10, "a.ts"))).toEqual([2, 2, "commit"]);
    expect(counted(cart, edit(1, "a.ts"), landed(30, "commit"))).toEqual([1, 1, "commit"]);
    expect(counted(cart, edit(1, "a.ts"), landed(30, "pull_request"))).toEqual([0, 0, null]);
  });

  test("with an unknown path counts only by a decision or a commit", () => {
    expect(counted(cart, edit(1, null), turns(12), edit(200, null))).toEqual([0, 0, null]);
  });

  test("is one for each file of a call", () => {
    const files = ["a.ts", "b.ts"].map((path) => ({ path, added: 1, removed: 0 }));
    expect(counted(cart, edit(1, "a.ts", { files }), landed(30, "commit"))).toEqual([2, 2, "commit"]);
  });
});

describe("an edit is not retained", () => {
  test("when its file was edited again in a repair turn within 10 turns", () => {
    expect(counted(cart, edit(1, "a.ts"), fix(60), edit(61, "a.ts"))).toEqual([1, 0, "survival"]);
    expect(counted(cart, edit(1, "a.ts"), turns(9), fix(200), edit(201, "a.ts"))).toEqual([1, 0, "survival"]);
    expect(counted(cart, edit(1, "a.ts"), turns(10), fix(200), edit(201, "a.ts"))).toEqual([
      1,
      1,
      "survival",
    ]);
  });

  test("and is when that repair came after more than 24 hours", () => {
    const late = 24 * HOURS + 60;
    expect(counted(cart, edit(1, "a.ts"), fix(late), edit(late + 1, "a.ts"))).toEqual([1, 1, "survival"]);
  });

  test("although a person had accepted it", () => {
    const accepted = edit(1, "a.ts");
    const repaired = [fix(60), edit(61, "a.ts")];
    expect(counted(cart, accepted, decision(accepted, "accept"), repaired)).toEqual([1, 0, "survival"]);
  });

  test("when it was reverted: by its path, its folder, or with everything", () => {
    const reverted = (command: string) =>
      counted(cart, edit(1, "src/a.ts"), next(60), shell(61, command, { exitCode: 0 }));
    expect(reverted("git restore src/a.ts")).toEqual([1, 0, "survival"]);
    expect(reverted("git checkout -- src/")).toEqual([1, 0, "survival"]);
    expect(reverted("git reset --hard")).toEqual([1, 0, "survival"]);
    expect(reverted("git restore src/b.ts")).toEqual([0, 0, null]);
  });

  test("when a person rejected it, which changes no file again", () => {
    expect(counted(cart, edit(1, "a.ts"), next(60), rejectedEdit(61, "a.ts"))).toEqual([1, 0, "decisions"]);
    expect(counted(cart, rejectedEdit(1, "a.ts"), interrupt(2), next(60), edit(61, "a.ts"))).toEqual([
      1,
      0,
      "survival",
    ]);
  });
});

describe("a commit", () => {
  const commit = (seconds: number, outputTail: string | null = null) =>
    shell(seconds, "git commit -am x", { exitCode: 0, outputTail });
  const command = (seconds: number, line: string) => [
    next(seconds - 1),
    shell(seconds, line, { exitCode: 0 }),
  ];
  const twice = [cart, edit(1, "a.ts"), commit(2, "[main 1a2b3c4] x"), next(60), edit(61, "a.ts")];

  test("settles the edits before it: undoing a later one leaves them", () => {
    expect(counted(...twice, command(71, "git checkout -- a.ts"))).toEqual([2, 1, "commit"]);
    expect(counted(...twice, command(71, "git reset --hard"))).toEqual([2, 1, "commit"]);
    expect(counted(...twice, command(71, "git reset --hard HEAD"))).toEqual([2, 1, "commit"]);
  });

  test("reported by a counter settles them as well", () => {
    const edits = [cart, edit(1, "a.ts"), landed(30, "commit"), next(60), edit(61, "a.ts")];
    expect(counted(...edits, command(71, "git restore a.ts"))).toEqual([2, 1, "commit"]);
  });

  test("is undone by a revert that names it, which leaves what is not committed", () => {
    for (const name of ["HEAD", "1a2b3c4", "1a2b3c4d5e6f"])
      expect(counted(...twice, command(71, `git revert --no-edit ${name}`), landed(90, "commit"))).toEqual([
        1,
        0,
        "commit",
      ]);
    expect(counted(...twice, command(71, "git revert --no-edit 9999999"))).toEqual([1, 1, "commit"]);
  });

  test("is undone by a reset to one before it, with all that came after", () => {
    const three = [
      cart,
      edit(1, "a.ts"),
      commit(2),
      next(60),
      edit(61, "b.ts"),
      commit(62),
      edit(63, "c.ts"),
    ];
    expect(counted(...three, command(71, "git reset --hard HEAD~1"))).toEqual([3, 1, "commit"]);
    expect(counted(...three, command(71, "git reset --hard HEAD~2"))).toEqual([3, 0, "commit"]);
    expect(counted(...three, command(71, "git reset --hard HEAD^"))).toEqual([3, 1, "commit"]);
  });
});
