/** The tables on fairness, as the program prints them and as a document holds them. */
import { farthest, type Points, SCORES, type World } from "./fairness.ts";
import type { Figures, Steadiness, WayWorth } from "./figures.ts";

const WORLD_TITLES: Record<World, string> = {
  usual: "Usual",
  withheld: "Texts withheld",
  rougher: "Rougher",
};
const COLUMNS: readonly World[] = ["usual", "withheld", "rougher"];

/** Writes all figures as Markdown. */
export function fairnessTables({ scale, ways, steadiness, shownInRougher }: Figures): string {
  const { developers, seeds } = scale;
  return [
    `Points of Skill / Speed / Efficiency, the farthest from 0 of the seeds ${seeds.join(", ")}; ${developers} developers for each.`,
    "",
    ...wayTable(ways),
    "",
    ...steadinessTable(steadiness, shownInRougher),
    "",
  ].join("\n");
}

function wayTable(ways: readonly WayWorth[]): string[] {
  const rows = [...Map.groupBy(ways, ({ group }) => group)].flatMap(([group, itsWays]) => [
    row([`**${group}**`, "", "", ""]),
    ...itsWays.map(({ way, worlds }) => row([way, ...COLUMNS.map((world) => cell(farthest(worlds[world])))])),
  ]);
  const titles = ["Way of working", ...COLUMNS.map((world) => WORLD_TITLES[world])];
  return [row(titles), row(["---", "--:", "--:", "--:"]), ...rows];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function cell(points: Points): string {
  return SCORES.map((name) => signed(points[name])).join(" / ");
}

function signed(value: number): string {
  if (Number.isNaN(value)) return "null";
  const text = Math.abs(value).toFixed(1);
  if (text === "0.0") return text;
  return value < 0 ? `−${text}` : `+${text}`;
}

function steadinessTable(steadiness: Steadiness, shownInRougher: readonly Points[]): string[] {
  const { meanSse, withinFive, covered, shown, worth } = steadiness;
  const percent = (all: readonly Points[]) =>
    SCORES.map((name) =>
      span(
        all.map((one) => one[name]),
        0,
      ),
    );
  return [
    `Mean SSE of an organization after its baseline: ${span(Object.values(meanSse).flat(), 1)}.`,
    "",
    row(["Least and most of the seeds", "Skill", "Speed", "Efficiency"]),
    row(["---", "--:", "--:", "--:"]),
    row(["weeks within 5 points, % (17 sub-sessions)", ...percent(withinFive.few)]),
    row(["weeks within 5 points, % (40 sub-sessions)", ...percent(withinFive.many)]),
    row(["intervals that hold the truth, % (17)", ...percent(covered.few)]),
    row(["intervals that hold the truth, % (40)", ...percent(covered.many)]),
    row(["a fifth better shown by week six, %", ...percent(shown)]),
    row(["the same in the rougher simulation, %", ...percent(shownInRougher)]),
    row([
      "a fifth better is worth, points",
      ...SCORES.map((name) =>
        span(
          worth.map((one) => one[name]),
          1,
        ),
      ),
    ]),
  ];
}

function span(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return `${least} to ${most}`;
}

/** What a document's table says that each way is worth in usual organizations, by its name, in the table's order. */
export function statedWorths(document: string): Map<string, Points> {
  const lines = document.split("\n").filter((line) => /^\| [a-z0-9]/.test(line) && line.includes(" / "));
  return new Map(
    lines.map((line) => {
      const [name = "", usual = ""] = line
        .split("|")
        .map((text) => text.trim())
        .slice(1);
      const [skill = NaN, speed = NaN, efficiency = NaN] = usual
        .split("/")
        .map((text) => Number(text.trim().replace("−", "-")));
      return [name, { skill, speed, efficiency }];
    }),
  );
}
