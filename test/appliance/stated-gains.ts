/** What docs/fairness.md states that the demo's developers gain by tricks, read from its table. */
import { readText } from "../sources.ts";

/** The scores that tricks are played for. */
export const SCORES = ["skill", "speed", "efficiency"] as const;

/** Points of each score; NaN where there is none. */
export type Gains = Record<(typeof SCORES)[number], number>;

/** Returns the rows, by their first cell, of the table whose first title this is. */
export function statedGains(title: string): Map<string, Gains> {
  const text = readText("docs/fairness.md");
  const start = text.indexOf(`\n| ${title} `);
  if (start === -1) throw new Error(`docs/fairness.md has no table of "${title}"`);
  const [table = ""] = text
    .slice(start + 1)
    .trimEnd()
    .split("\n\n");
  const [, , ...rows] = table.split("\n");
  return new Map(
    rows.map((row) => {
      const [name = "", ...gains] = row
        .split("|")
        .map((cell) => cell.trim())
        .slice(1);
      const [skill = NaN, speed = NaN, efficiency = NaN] = gains.map((gain) =>
        Number(gain.replace("−", "-")),
      );
      return [name, { skill, speed, efficiency }];
    }),
  );
}
