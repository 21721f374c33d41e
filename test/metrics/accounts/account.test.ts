import { describe, expect, test } from "bun:test";
import { accountFor } from "../../../src/metrics/accounts/account.ts";
import { packTurns, unpackTurns } from "../../../src/metrics/accounts/stored-turns.ts";
import { type TurnAccount } from "../../../src/metrics/accounts/turn-account.ts";
import { type Baselines, shippedBaselines } from "../../../src/metrics/baselines/baseline.ts";
import { learnBaselines } from "../../../src/metrics/baselines/learning/learn-baselines.ts";
import { iterationEfficiency } from "../../../src/metrics/iteration/iteration.ts";
import { expectClose, golden2026_12 } from "../../golden/cases.ts";
import { inGoldenWords, inOrder, ORGANIZATIONS, workOf } from "../../golden/organizations.ts";
import { named } from "../../session-names.ts";
import { turnOf } from "../stored-rows.ts";

function inFileWords({ unit, volume, entries }: TurnAccount) {
  const axes = Object.entries(entries).map(([axis, { took, earned }]) => [axis, { x: took, a: earned }]);
  return { unit, volume, ...Object.fromEntries(axes) };
}

describe("baselines", () => {
  test("that ship are those of the golden file, and those that no work teaches", () => {
    expectClose(inGoldenWords(shippedBaselines), golden2026_12().shipped);
    expectClose(learnBaselines([]), shippedBaselines);
  });

  for (const [number, { input, output }] of ORGANIZATIONS.entries()) {
    test(`are learned as golden organization ${number} learns them`, () => {
      expectClose(inGoldenWords(learnBaselines(inOrder(input.flatMap(workOf)))), output.learned);
    });
  }
});

describe("accounts", () => {
  for (const [number, { input, output }] of ORGANIZATIONS.entries()) {
    const learned = learnBaselines(inOrder(input.flatMap(workOf)));
    const versions: ["withShipped" | "withLearned", Baselines][] = [
      ["withShipped", shippedBaselines],
      ["withLearned", learned],
    ];
    test.each(versions)(`of golden organization ${number} are exact, %s`, (name, baselines) => {
      for (const [place, developer] of input.entries()) {
        const expected = output[name][place];
        const turns = new Map<string, object>();
        const found = workOf(developer).map((work) => {
          const account = accountFor(work, baselines);
          for (const [at, turn] of account.turns.entries())
            turns.set(work.ids[at] ?? "", { id: work.ids[at], ...inFileWords(turn) });
          const ie = iterationEfficiency({ ...work, usualRepairShare: baselines.repairShare });
          const { earned: A, took: X, weight: w, sse } = account;
          return { id: work.given.id, A, X, w, sse, ie };
        });
        expectClose(found, expected?.subSessions);
        for (const turn of expected?.turns ?? [])
          expect(Object.keys(turns.get(turn.id) ?? {})).toEqual(Object.keys(turn));
        for (const turn of expected?.turns ?? []) expectClose(turns.get(turn.id), turn);
      }
    });
  }
});

test("turns are the same after they were stored", () => {
  for (const work of ORGANIZATIONS.flatMap(({ input }) => input.flatMap(workOf)))
    expect(unpackTurns(packTurns(work.turns as never))).toEqual(work.turns as never);
});

test("the reasons of repairs and undone turns are the same after they were stored", () => {
  const place = { session: named("another"), index: 0 };
  const turns = [
    turnOf({ repair: true, repairOf: { rule: "duplicate", session: null, index: 3 } }),
    turnOf({ repair: true, repairOf: { rule: "correction", ...place } }),
    turnOf({ undone: true, undoneBy: place }),
    turnOf({ undone: true, undoneBy: { session: null, index: 0 } }),
    turnOf({}),
  ];
  expect(unpackTurns(packTurns(turns))).toEqual(turns);
});
