/** Shows the figures of runs: the median of each, version next to version. */
import { median } from "../sample.ts";
import type { LastBody } from "./long.ts";
import type { LiveFigures } from "./run.ts";
import { PARTS } from "./threads.ts";

/** A version, and what its runs came to. */
export interface Measured<Run> {
  name: string;
  /** Of the machine, after each run. */
  loads: readonly number[];
  runs: readonly Run[];
}

type Figures = Map<string, Map<string, number>>;

/** Returns the medians as lines; of two versions with the second as a share of the first. */
export function describe(measured: readonly Measured<LiveFigures>[]): string[] {
  const [first, second] = measured.map(({ runs }) => mediansOf(runs));
  if (first === undefined) return [];
  const heads = [...measured.map(({ name }) => name), ...(second === undefined ? [] : ["ratio"])];
  const width = Math.max(WIDTH, ...heads.map((head) => head.length + 2));
  const inColumns = (cells: readonly string[]) => cells.map((cell) => cell.padStart(width)).join("");
  const lines = ["".padEnd(NAME_WIDTH) + inColumns(heads)];
  for (const [group, figures] of first) {
    lines.push(group);
    for (const [name, value] of figures) {
      const other = second?.get(group)?.get(name);
      const ratio = value === 0 || other === undefined ? "" : (other / value).toFixed(2);
      const cells = [value, ...(other === undefined ? [] : [other])].map((cell) => cell.toFixed(2));
      lines.push(`  ${name.padEnd(NAME_WIDTH - 2)}${inColumns([...cells, ratio])}`.trimEnd());
    }
  }
  const loads = measured.map((version) => median(version.loads).toFixed(1));
  lines.push(`${"load of the machine".padEnd(NAME_WIDTH)}${inColumns(loads)}`);
  return lines;
}

/** Returns, for each agent, what one of the last bodies costs at each length, and the longest as a share of the first. */
export function describeLong({ name, loads, runs }: Measured<LastBody[]>): string[] {
  const sizes = [...new Set(runs.flat().map(({ size }) => size))];
  const heads = [...sizes.map((size) => `after ${size}`), "ratio"];
  const lines = [`engine, ms a body, ${name}; load ${median(loads).toFixed(1)}`];
  lines.push("".padEnd(NAME_WIDTH) + heads.map((head) => head.padStart(WIDTH)).join(""));
  for (const agent of new Set(runs.flat().map((body) => body.agent))) {
    const costs = sizes.map((size) => {
      const bodies = runs.flat().filter((body) => body.agent === agent && body.size === size);
      return median(bodies.map(({ engineMs }) => engineMs));
    });
    const cells = [...costs, (costs.at(-1) ?? 0) / (costs[0] ?? 1)];
    lines.push(
      `  ${agent.padEnd(NAME_WIDTH - 2)}${cells.map((cell) => cell.toFixed(2).padStart(WIDTH)).join("")}`,
    );
  }
  return lines;
}

/** Returns what its first run wrote to each table and index, without those of less than a byte for a body. */
export function describeTables({ name, runs: [run] }: Measured<LiveFigures>): string[] {
  if (run === undefined) return [];
  const heads = ["logged B/body", "back B/body", "size KB", "empty %"];
  const lines = [`${heads.map((head) => head.padStart(WIDTH)).join("")}  ${name}`];
  for (const table of run.end.tables.filter(({ loggedBytes }) => loggedBytes >= run.bodies)) {
    const cells = [
      table.loggedBytes / run.bodies,
      table.writtenBackBytes / run.bodies,
      table.sizeBytes / 1_000,
      table.unusedShare * 100,
    ];
    lines.push(`${cells.map((cell) => cell.toFixed(0).padStart(WIDTH)).join("")}  ${table.name}`);
  }
  return lines;
}

/** Returns the same as JSON, with every run. */
export function asJson(measured: readonly Measured<LiveFigures>[]): string {
  return JSON.stringify(
    measured.map(({ name, loads, runs }) => ({ name, loads, medians: plain(mediansOf(runs)), runs })),
    null,
    2,
  );
}

const NAME_WIDTH = 34;
const WIDTH = 14;

function mediansOf(runs: readonly LiveFigures[]): Figures {
  const all = runs.map(figuresOf);
  const medians: Figures = new Map();
  for (const [group, figures] of all[0] ?? []) {
    const values = [...figures.keys()].map((name): [string, number] => [
      name,
      median(all.map((run) => run.get(group)?.get(name) ?? 0)),
    ]);
    medians.set(group, new Map(values));
  }
  return medians;
}

function figuresOf(run: LiveFigures): Figures {
  const { bodies, used, disk, lag, end } = run;
  const all = (pick: (part: (typeof PARTS)[number]) => number) =>
    PARTS.reduce((total, part) => total + pick(part), 0);
  const kilobytes = (bytes: number) => bytes / bodies / 1_000;
  const written = all((part) => used[part].writtenBytes);
  const streamBytes = used["stream server"].writtenBytes;
  const highest: [string, number][] = run.highestRate === null ? [] : [["highest in time", run.highestRate]];
  return new Map([
    [
      "processor, ms a body",
      new Map([
        ...PARTS.map((part): [string, number] => [part, used[part].cpuMs / bodies]),
        ["all", all((part) => used[part].cpuMs) / bodies],
      ]),
    ],
    [
      "written, KB a body",
      new Map([
        ["all, as the kernel counts", kilobytes(written)],
        ["stream server", kilobytes(streamBytes)],
        ["the program", kilobytes(written - streamBytes)],
        ["database's log", kilobytes(disk.logBytes)],
        ["log written back", kilobytes(disk.writtenBackBytes)],
        ["growth of record files", kilobytes(disk.objectBytes)],
      ]),
    ],
    [
      "from sent to scored, seconds",
      new Map([
        ["median", lag.medianSeconds],
        ["99 of 100", lag.p99Seconds],
        ["worst", lag.worstSeconds],
        ["bodies not seen scored", lag.unseen],
      ]),
    ],
    ...(highest.length === 0 ? [] : [["records a second", new Map(highest)] as const]),
    [
      "size, MB",
      new Map([
        ["memory at most, all processes", run.residentBytes / 1e6],
        ["database for a million turns", end.bytes / Math.max(1, end.turns)],
      ]),
    ],
  ]);
}

function plain(figures: Figures): Record<string, Record<string, number>> {
  return Object.fromEntries([...figures].map(([group, values]) => [group, Object.fromEntries(values)]));
}
