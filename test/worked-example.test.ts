/** Every number of the example in docs/understand-your-scores.md is what the program computes. */
import { describe, expect, test } from "bun:test";
import { accountFor, type AccountedWork } from "../src/metrics/accounts/account.ts";
import { axisOf, type Sums } from "../src/metrics/accounts/sums.ts";
import { accountForTurn, type Axis, type TurnAccount } from "../src/metrics/accounts/turn-account.ts";
import type { Baselines } from "../src/metrics/baselines/baseline.ts";
import { iterationEfficiency } from "../src/metrics/iteration/iteration.ts";
import type { TurnKind } from "../src/metrics/kinds/kind.ts";
import { SCORING_VERSION } from "../src/metrics/version.ts";
import { blockOf, gatherRows } from "../src/scores/columns.ts";
import { scorePeriod } from "../src/scores/score-period.ts";
import type { Outcome } from "../src/turns/outcomes/outcome-kind.ts";
import { expectClose, golden2026_12 } from "./golden/cases.ts";
import type { GoldenBaselines } from "./golden/organizations.ts";
import { readText } from "./sources.ts";

interface GoldenTurn {
  kind: TurnKind;
  tokens: number;
  gap: number | null;
  lines: number;
  calls: number;
  undone: boolean;
}

interface GoldenExample {
  input: {
    baselines: GoldenBaselines;
    subSessions: { id: string; outcome: Outcome; turns: GoldenTurn[] }[];
  };
  output: { subSessions: { A: Sums["earned"]; X: Sums["took"]; sse: number }[]; scores: object };
}

const golden = golden2026_12()["example"] as unknown as GoldenExample;
const explained = readText("docs/understand-your-scores.md").replace(/\s+/g, " ");

const baselines = readBaselines(golden.input.baselines);
const tasks = golden.input.subSessions.map(readTask);
const accounts = tasks.map((task) => accountFor(task, baselines));
const ie =
  iterationEfficiency({
    countedTurns: 1,
    repairTurns: 0,
    repairsVisible: true,
    mayHaveWorked: true,
    usualRepairShare: baselines.repairShare,
  }) ?? 0;
const scores = scorePeriod(
  gatherRows([blockOf(tasks.map((task, place) => rowOf(task, place)))], { start: 0, end: Infinity }),
);

describe("the example in docs/understand-your-scores.md", () => {
  test("is that of the golden file", () => {
    for (const [place, { A, X, sse }] of golden.output.subSessions.entries()) {
      const { earned, took, sse: computed } = accounts[place] ?? {};
      expectClose({ A: earned, X: took, sse: computed }, { A, X, sse });
    }
    const { skill, speed, efficiency } = scores;
    expect(golden.output.scores).toMatchObject({
      skill: { value: expect.closeTo(skill ?? NaN, 5) },
      speed: { value: expect.closeTo(speed ?? NaN, 5) },
      efficiency: { value: expect.closeTo(efficiency ?? NaN, 5) },
    });
  });

  test("has the baselines", () => {
    const { tokens, humanSeconds, usualLines, usualCalls, leastLines } = baselines;
    expect(explained).toContain(
      `usually takes ${whole(tokens.new)} tokens and ${humanSeconds.new} of your seconds, one that goes on ` +
        `${whole(tokens.on)} and ${humanSeconds.on}, another turn ${whole(tokens.other)}. ` +
        `A change has one prompt, ${usualLines} lines and ${usualCalls} model calls; ` +
        `one of fewer than ${leastLines} lines earns in proportion.`,
    );
  });

  test.each(turnRows())("has what each turn took and earned: %s", (row) => {
    expect(rows()).toContainEqual(expect.stringContaining(row));
  });

  test.each(sumRows())("has the sums: %s", (row) => {
    expect(rows()).toContain(row);
  });

  test.each(sentences())("says: %s", (sentence) => {
    expect(explained).toContain(sentence);
  });
});

/** The tables' rows, each with single spaces. */
function rows(): string[] {
  const lines = readText("docs/understand-your-scores.md").split("\n");
  return lines.filter((line) => line.startsWith("|")).map((line) => line.replace(/ +/g, " "));
}

function turnRows(): string[] {
  return tasks.flatMap((task, place) =>
    task.turns.map((turn, index) => {
      const entries = accounts[place]?.turns[index]?.entries ?? {};
      const work = turn.lines === 0 ? "" : `, ${turn.lines} lines, ${turn.calls} calls`;
      return `${work} | ${amounts(entries, "took")} | ${amounts(entries, "earned")} |`;
    }),
  );
}

function amounts({ t, h }: TurnAccount["entries"], which: "took" | "earned"): string {
  const tokens = `${whole(t?.[which] ?? NaN)} tokens`;
  return h === undefined ? tokens : `${tokens}, ${h[which]} s`;
}

function sumRows(): string[] {
  const { sums } = summed("sse");
  const named: [string, Sums][] = [
    ...tasks.map((_, place): [string, Sums] => ["abc"[place] ?? "", accounts[place] as Sums]),
    ["Together", sums],
  ];
  const axes: Axis[] = ["t", "n", "h"];
  const percents = axes.map((axis) => ((100 * sums.earned[axis]) / sums.took[axis]).toFixed(0));
  return [
    ...named.map(([name, { earned, took }]) => {
      const cells = axes.map((axis) => `${whole(earned[axis])} / ${whole(took[axis])}`);
      return `| ${name} | ${cells.join(" | ")} |`;
    }),
    `| In % | ${percents.join(" | ")} |`,
  ];
}

function sentences(): string[] {
  return [...ofSpeed(), ...ofOtherScores(), ...ofTurns()];
}

function ofSpeed(): string[] {
  const { sums, evidence, shrunk, reference } = summed("speed");
  const [earned, took] = [sums.earned.k, sums.took.k];
  const axis = axisOf(sums, "k") ?? NaN;
  const [low, high] = scores.interval?.speed ?? [NaN, NaN];
  return [
    `You earned ${percent(earned / took)} of the seconds that you took: ln(${earned}/${took}) = ${signed(axis)}`,
    `the rest is ${percent(evidence)} of what was earned`,
    `−0.1 + (1 + ${evidence.toFixed(3)})/2·(${signed(axis)} + 0.1) = ${signed(shrunk)}`,
    `Usual is ${signed(reference, 2)}, so Speed is ` +
      `100/(1 + e^(2.4·(${(-shrunk).toFixed(3)} − ${(-reference).toFixed(2)}))) = **${shown(scores.speed)}**`,
    `with an interval from ${low.toFixed(0)} to ${high.toFixed(0)}`,
  ];
}

function ofOtherScores(): string[] {
  const [sse, iteration] = [shown(scores.skillInputs?.sse), shown(ie)];
  return [
    `**Efficiency** takes tokens (60 %) and prompts (40 %) in the same way and is **${shown(scores.efficiency)}**`,
    `Sub-session efficiency takes all three and is **${sse}**`,
    `iteration efficiency, which is ${iteration} without a repair: ` +
      `(45·${sse} + 15·${iteration})/60 = **${shown(scores.skill)}**`,
  ];
}

function ofTurns(): string[] {
  const padded = accountForTurn({ ...rename(), lines: 60 }, "codex", baselines);
  return [
    `The report did the work of ${accounts[1]?.turns[0]?.volume} turns`,
    `Padding the rename to 60 lines would have earned ${whole(padded.entries.t?.earned ?? NaN)} tokens`,
  ];
}

function rename(): AccountedWork["turns"][number] {
  return tasks[2]?.turns[0] as AccountedWork["turns"][number];
}

function summed(name: "sse" | "speed") {
  const value = scores.summed?.[name];
  if (value === null || value === undefined) throw new Error(`the example has no ${name}`);
  return value;
}

function shown(score: number | null | undefined): string {
  return (score ?? NaN).toFixed(1);
}

function whole(amount: number): string {
  return amount.toLocaleString("en", { maximumFractionDigits: 1 });
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function signed(value: number, decimals = 3): string {
  return value.toFixed(decimals).replace("-", "−");
}

function readTask({ outcome, turns }: GoldenExample["input"]["subSessions"][number]): AccountedWork {
  return {
    agent: "codex",
    outcome,
    mayHaveWorked: true,
    turns: turns.map(({ gap, ...turn }) => ({ ...turn, nonTrivial: true, gapSeconds: gap })),
  };
}

function rowOf(task: AccountedWork, place: number) {
  const { earned, took, sse, weight } = accounts[place] as (typeof accounts)[number];
  return {
    startedAt: place,
    scoreable: true,
    closed: true,
    turns: task.turns.length,
    outcome: task.outcome,
    baseline: "set" as const,
    reference: baselines.reference,
    missing: {},
    scoringVersion: SCORING_VERSION,
    weight,
    earned,
    took,
    sse,
    ie,
    pes: null,
    crr: null,
    fc: null,
  };
}

function readBaselines({ usual, ...values }: GoldenBaselines): Baselines {
  const of = (axis: Axis, kind: string) => usual[`${axis} ${kind}`] ?? NaN;
  const { n, least, lines, calls, undone, r0, m, M } = values;
  return {
    tokens: { new: of("t", "new"), on: of("t", "on"), change: of("t", "change"), other: of("t", "other") },
    humanSeconds: { new: of("h", "new"), on: of("h", "on"), change: of("h", "change") },
    tokensByAgent: {},
    turnsPerChange: n,
    leastLines: least,
    usualLines: lines,
    usualCalls: calls,
    undoneShare: undone,
    repairShare: r0,
    m,
    reference: M,
  };
}
