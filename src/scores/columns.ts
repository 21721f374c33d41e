/** Sub-sessions column by column: a team's month is added up faster than as many objects could be made. */
import { MISSABLE, type Missable, SKILL_INPUTS } from "../metrics/metrics.ts";
import { MISSING_REASONS, type MissingReason } from "../metrics/missing.ts";
import { SCORING_VERSION, versionNumber } from "../metrics/version.ts";
import type { Instant } from "../vocabulary/units.ts";
import { eachInput } from "./skill-inputs.ts";
import type { MeasuredSubSession } from "./sub-session-row.ts";
import { BASELINE_SOURCES } from "../metrics/baselines/baseline-versions.ts";

export const COLUMNS = [
  "startedAt",
  /** That of the formulas, as `versionNumber` writes it. */
  "version",
  /** w: its non-trivial change turns, at least 1. */
  "weight",
  /** Its non-trivial turns. */
  "turns",
  /** 1 when it counts in means; sums are of all. */
  "scoreable",
  /** 1 when it is closed for good. */
  "closed",
  /** 1 when its outcome is unknown. */
  "unknown",
  /** Where its baselines come from, by its place in the list of sources. */
  "baseline",
  /** Why what is missing is missing, as `encodeReasons` writes it. */
  "reasons",
  /** NaN in those that are not scoreable. */
  ...SKILL_INPUTS,
  /** What its turns took and earned. */
  "tookT",
  "tookN",
  "tookH",
  "tookK",
  "earnedT",
  "earnedN",
  "earnedH",
  "earnedK",
  /** M of its baselines. */
  "referenceSse",
  "referenceSpeed",
  "referenceEfficiency",
] as const;

/** Equally long; NaN is where there is no value. */
export type Columns = Readonly<Record<(typeof COLUMNS)[number], Float64Array>>;

/** The same in one piece, column after column, as days are stored. */
export interface ColumnBlock {
  rows: number;
  numbers: Float64Array;
}

/** Returns the rows in their order. */
export function blockOf(rows: readonly MeasuredSubSession[]): ColumnBlock {
  const numbers = new Float64Array(COLUMNS.length * rows.length);
  for (const [column, name] of COLUMNS.entries()) {
    for (const [index, row] of rows.entries()) numbers[column * rows.length + index] = VALUES[name](row);
  }
  return { rows: rows.length, numbers };
}

const VALUES: Readonly<Record<keyof Columns, (row: MeasuredSubSession) => number>> = {
  startedAt: (row) => row.startedAt,
  version: (row) => versionNumber(row.scoringVersion),
  weight: (row) => row.weight,
  turns: (row) => row.turns,
  scoreable: (row) => Number(row.scoreable),
  closed: (row) => Number(row.closed),
  unknown: (row) => Number(row.outcome === "unknown"),
  baseline: (row) => BASELINE_SOURCES.indexOf(row.baseline),
  reasons: (row) => encodeReasons(row.missing),
  ...eachInput((input) => (row: MeasuredSubSession) => (row.scoreable ? (row[input] ?? NaN) : NaN)),
  tookT: (row) => row.took.t,
  tookN: (row) => row.took.n,
  tookH: (row) => row.took.h,
  tookK: (row) => row.took.k,
  earnedT: (row) => row.earned.t,
  earnedN: (row) => row.earned.n,
  earnedH: (row) => row.earned.h,
  earnedK: (row) => row.earned.k,
  referenceSse: (row) => row.reference.sse,
  referenceSpeed: (row) => row.reference.speed,
  referenceEfficiency: (row) => row.reference.efficiency,
};

/** The columns of what was taken and earned, by axis. */
export const TOOK = { t: "tookT", n: "tookN", h: "tookH", k: "tookK" } as const;
export const EARNED = { t: "earnedT", n: "earnedN", h: "earnedH", k: "earnedK" } as const;
export const REFERENCE = {
  sse: "referenceSse",
  speed: "referenceSpeed",
  efficiency: "referenceEfficiency",
} as const;

const STARTED_AT = COLUMNS.indexOf("startedAt");
const VERSION = COLUMNS.indexOf("version");

/** A span of time, its end exclusive. */
interface Span {
  start: Instant;
  end: Instant;
}

/** Whether any row of the block starts in the span. */
export function startsIn({ rows, numbers }: ColumnBlock, { start, end }: Span): boolean {
  const starts = numbers.subarray(STARTED_AT * rows, (STARTED_AT + 1) * rows);
  return starts.some((startedAt) => startedAt >= start && startedAt < end);
}

/**
 * Returns the rows that start in the span, scoreable or not, one block's after the other's.
 *
 * @param version - Only rows of these formulas: numbers of several are never added up.
 */
export function gatherRows(
  blocks: readonly ColumnBlock[],
  span: Span,
  version: string = SCORING_VERSION,
): Columns {
  const most = blocks.reduce((sum, { rows }) => sum + rows, 0);
  const gathered = new Float64Array(COLUMNS.length * most);
  const places = new Int32Array(blocks.reduce((longest, { rows }) => Math.max(longest, rows), 0));
  let count = 0;
  for (const block of blocks) {
    const found = findRows(block, { ...span, version: versionNumber(version) }, places);
    for (let column = 0; column < COLUMNS.length; column += 1) {
      const [from, to] = [column * block.rows, column * most + count];
      for (let index = 0; index < found; index += 1)
        gathered[to + index] = block.numbers[from + (places[index] ?? 0)] ?? NaN;
    }
    count += found;
  }
  const columns = COLUMNS.map((name, column) => [
    name,
    gathered.subarray(column * most, column * most + count),
  ]);
  return Object.fromEntries(columns) as Columns;
}

/**
 * Writes the places of the version's rows that start in the span to the beginning of `places`.
 *
 * @returns How many.
 */
function findRows(
  { rows, numbers }: ColumnBlock,
  span: Span & { version: number },
  places: Int32Array,
): number {
  let found = 0;
  for (let row = 0; row < rows; row += 1) {
    const startedAt = numbers[STARTED_AT * rows + row] ?? NaN;
    if (startedAt < span.start || startedAt >= span.end) continue;
    if (numbers[VERSION * rows + row] !== span.version) continue;
    places[found] = row;
    found += 1;
  }
  return found;
}

/** Returns the block's bytes. */
export function packBlock({ numbers }: ColumnBlock): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** @param bytes - Bytes from `packBlock`, of a machine with the same byte order. */
export function unpackBlock(bytes: Uint8Array): ColumnBlock {
  // numbers may only begin at every eighth byte
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const numbers = new Float64Array(buffer, byteOffset, bytes.byteLength / 8);
  return { rows: numbers.length / COLUMNS.length, numbers };
}

/** One hexadecimal digit for each metric: 0, or the reason's place in the list counted from 1. */
const DIGIT = 16;

function encodeReasons(missing: MeasuredSubSession["missing"]): number {
  return MISSABLE.reduce((code, metric, place) => {
    const reason = missing[metric];
    return reason === undefined ? code : code + (MISSING_REASONS.indexOf(reason) + 1) * DIGIT ** place;
  }, 0);
}

/** Why the metric is missing in a row; null when it is not missing or the reason is unknown. */
export function reasonIn(code: number, metric: Missable): MissingReason | null {
  const digit = Math.floor(code / DIGIT ** MISSABLE.indexOf(metric)) % DIGIT;
  return MISSING_REASONS[digit - 1] ?? null;
}
