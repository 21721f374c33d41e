/** How long each test file took, which `bun test` keeps: it starts the slowest first. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { kindOf } from "./kinds.ts";

/** From the project's root. */
export const TIMINGS = ".ci/timings.json";

const SHOWN = 30;

/** Returns lines with the slowest files, the slowest first, and the seconds of each kind of test. */
export function describeTimings(): string {
  const path = join(import.meta.dir, "../..", TIMINGS);
  const { files } = JSON.parse(readFileSync(path, "utf8")) as { files: Record<string, number> };
  const slowest = Object.entries(files).toSorted(([, one], [, other]) => other - one);
  const kinds = Map.groupBy(slowest, ([file]) => kindOf(file));
  const lines = [
    ...slowest.slice(0, SHOWN).map(([file, ms]) => line(ms, file)),
    ...[...kinds].map(([kind, inside]) => line(sum(inside), `${kind}, ${inside.length} files`)),
    line(sum(slowest), `all ${slowest.length} files, one after another`),
  ];
  return `\n${lines.join("\n")}\n`;
}

function sum(files: readonly (readonly [string, number])[]): number {
  return files.reduce((total, [, ms]) => total + ms, 0);
}

function line(ms: number, what: string): string {
  return `${(ms / 1_000).toFixed(1).padStart(8)} s  ${what}`;
}
