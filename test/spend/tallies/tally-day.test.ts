import { describe, expect, test } from "bun:test";
import type { SubSessionTally } from "../../../src/spend/tallies/sub-session-tally.ts";
import { countIn, hasHeard, tallyOf } from "../../../src/spend/tallies/tally.ts";
import { addUp, type Cut, CUTS, dividedByLabel } from "../../../src/spend/tallies/tally-day.ts";
import { KEPT_USAGE } from "../../../src/spend/usage/usage-days-table.ts";
import { usageDayOf } from "../../../src/spend/usage/usage-day.ts";
import { tally } from "../usage/used.ts";

const twoTools: SubSessionTally = {
  ...tally(),
  tools: [
    ["find", "issues", 2, 1, 30],
    ["open", "issues", 1, 0, 5],
    ["Bash", null, 4, 2, 900],
  ],
};
const owned = [
  { developer: "ada", tally: twoTools },
  { developer: "ada", tally: tally() },
  { developer: "bea", tally: tally() },
];

function rowsOf(cut: Cut) {
  return addUp(owned).rows(cut);
}

describe("a day's tallies", () => {
  test("count a sub-session once for each name, however many of its parts have it", () => {
    const [[name, counted, people] = [null, tallyOf({}), []]] = rowsOf("mcp_server");
    expect([name, people.length]).toEqual(["issues", 2]);
    expect([
      countIn(counted, "subSessions"),
      countIn(counted, "toolCalls"),
      countIn(counted, "toolMs"),
    ]).toEqual([3, 5, 75]);
  });

  test("have a row for each name of a cut", () => {
    expect(rowsOf("developer").map(([name, counted]) => [name, countIn(counted, "subSessions")])).toEqual([
      ["ada", 2],
      ["bea", 1],
    ]);
    expect(rowsOf("tool").map(([name]) => name)).toEqual(["find", "open", "Bash", "mcp__issues__find"]);
    expect(rowsOf("all")).toHaveLength(1);
  });

  test("are divided by a label, with what has none of its values under null", () => {
    const labelled = [
      { developer: "ada", tally: { ...tally(), labels: { "team.id": "shop" } } },
      { developer: "bea", tally: { ...tally(), labels: { "team.id": "web" } } },
      { developer: "bea", tally: tally() },
    ];
    const rowsBy = (name: string, shownAs = (value: string) => value) =>
      dividedByLabel(addUp(labelled), name, shownAs)
        .rows("label")
        .map(([value, counted]) => [value, countIn(counted, "subSessions")]);
    expect(rowsBy("team.id")).toEqual([
      ["shop", 1],
      ["web", 1],
      [null, 1],
    ]);
    expect(rowsBy("nothing")).toEqual([[null, 3]]);
    expect(rowsBy("team.id", () => "all").map(([value]) => value)).toEqual(["all", "all", null]);
  });

  test("know which facts were heard of", () => {
    const [[, counted] = [null, tallyOf({})]] = rowsOf("model");
    expect([hasHeard(counted, "input"), hasHeard(counted, "reasoning")]).toEqual([true, false]);
  });

  test("are the same once they are packed, part by part", () => {
    const day = addUp(owned);
    const packed = KEPT_USAGE.unpack(KEPT_USAGE.pack({ ...day, usage: () => usageDayOf([]) }));
    expect(packed.usage()).toEqual(usageDayOf([]));
    expect(packed.developers()).toEqual(day.developers());
    for (const cut of CUTS) expect(packed.rows(cut)).toEqual(day.rows(cut));
  });
});
