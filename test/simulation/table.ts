/** The tables on fairness, as the program prints them and as a document holds them. */
import { farthest, meanOf, type Points, SCORES, type World } from "./fairness.ts";
import type { Figures, WayWorth } from "./figures.ts";

/** Writes all figures as Markdown. */
export function fairnessTables(figures: Figures): string {
  const { developers, seeds } = figures.scale;
  return [
    `Points of Skill/Speed/Efficiency, the farthest from 0 of the seeds ${seeds.join(", ")}; ${developers} developers for each.`,
    "",
    ...wayTable(figures.ways),
    "",
    "More than 2 points farther from 0 than here:",
    "",
    elsewhere("- with texts withheld", "withheld", figures.ways),
    elsewhere("- in the rougher simulation", "rougher", figures.ways),
    "",
    ...steadinessTable(figures),
    "",
  ].join("\n");
}

function wayTable(ways: readonly WayWorth[]): string[] {
  const rows = [...Map.groupBy(ways, ({ group }) => group)].flatMap(([group, itsWays]) => [
    row([`**${group}**`, ""]),
    ...itsWays.map(({ way, worlds }) => row([way, cell(farthest(worlds.usual))])),
  ]);
  return [row(["Way of working", "Worth"]), row(["---", "--:"]), ...rows];
}

/** Lists the ways whose worth is more than two points farther from 0 than in the usual organization. */
function elsewhere(title: string, world: World, ways: readonly WayWorth[]): string {
  const farther = ways
    .map(({ way, worlds }) => ({ way, here: farthest(worlds[world]), usual: farthest(worlds.usual) }))
    .filter(({ here, usual }) => SCORES.some((name) => Math.abs(here[name]) > Math.abs(usual[name]) + 2));
  return `${title}: ${farther.map(({ way, here }) => `${way} ${cell(here)}`).join(", ")}.`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function cell(points: Points): string {
  return SCORES.map((name) => signed(points[name])).join("/");
}

function signed(value: number): string {
  if (Number.isNaN(value)) return "null";
  const text = Math.abs(value).toFixed(1);
  if (text === "0.0") return text;
  return value < 0 ? `−${text}` : `+${text}`;
}

function steadinessTable({ steadiness, improvement, improvementInRougher }: Figures): string[] {
  const { meanSse, withinFive, covered } = steadiness;
  const means = Object.values(meanSse).flat();
  const line = (title: string, all: readonly Points[], digits = 0) =>
    row([
      title,
      ...SCORES.map((name) =>
        meanAndLeast(
          all.map((points) => points[name]),
          digits,
        ),
      ),
    ]);
  return [
    `Mean SSE of an organization after its baseline: ${Math.min(...means).toFixed(1)} to ${Math.max(...means).toFixed(1)}.`,
    "",
    row(["Mean (least) of the seeds", "Skill", "Speed", "Efficiency"]),
    row(["---", "--:", "--:", "--:"]),
    line("weeks within 5 points, % (17 sub-sessions)", withinFive.few),
    line("weeks within 5 points, % (40 sub-sessions)", withinFive.many),
    line("intervals that hold the truth, % (17)", covered.few),
    line("intervals that hold the truth, % (40)", covered.many),
    line("a fifth better shown by week six, %", improvement.shown),
    line("the same in the rougher simulation, %", improvementInRougher.shown),
    line("a fifth better is worth, points", improvement.worth, 1),
  ];
}

function meanAndLeast(values: readonly number[], digits: number): string {
  return `${meanOf(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)})`;
}

/** What a document's table says that each way is worth in usual organizations, by its name, in the table's order. */
export function statedWorths(document: string): Map<string, Points> {
  const lines = document.split("\n").filter((line) => /^\| [a-z0-9]/.test(line) && /\d\/[−+\dn]/.test(line));
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
