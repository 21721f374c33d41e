/** Sub-sessions column by column: a team's month is added up faster than as many objects could be made. */
import type { Missable, MissingReason } from "../metrics/missing.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import type { MeasuredSubSession } from "./sub-session-row.ts";
import { efficiencyOf, speedOf } from "./sub-session-scores.ts";

export const COLUMNS = [
  "startedAt",
  /** w: the turn baseline of its size bucket. */
  "usualTurns",
  /** Its non-trivial turns. */
  "turns",
  /** 1 when it counts in scores. */
  "scoreable",
  /** 1 when it is closed for good. */
  "closed",
  /** Why what is missing is missing, as `encodeReasons` writes it. */
  "reasons",
  "sse",
  "pes",
  "ie",
  "crr",
  "fc",
  "speed",
  "efficiency",
] as const;

/** Equally long; NaN stands where there is no value. */
export type Columns = Readonly<Record<(typeof COLUMNS)[number], Float64Array>>;

/** Gives: columns with the rows in their order. */
export function columnsOf(rows: readonly MeasuredSubSession[]): Columns {
  return eachColumn((name) => Float64Array.from(rows, VALUES[name]));
}

const VALUES: Readonly<Record<keyof Columns, (row: MeasuredSubSession) => number>> = {
  startedAt: (row) => row.startedAt,
  usualTurns: (row) => row.usualTurns,
  turns: (row) => row.turns,
  scoreable: (row) => Number(row.scoreable),
  closed: (row) => Number(row.closed),
  reasons: (row) => encodeReasons(row.missing),
  sse: (row) => row.sse ?? NaN,
  pes: (row) => row.pes ?? NaN,
  ie: (row) => row.ie ?? NaN,
  crr: (row) => row.crr ?? NaN,
  fc: (row) => row.fc ?? NaN,
  speed: (row) => speedOf(row) ?? NaN,
  efficiency: (row) => efficiencyOf(row) ?? NaN,
};

/** Gives: the scoreable rows that start in the span, one set after the other. */
export function gatherScoreable(
  sets: readonly Columns[],
  span: { start: Milliseconds; end: Milliseconds },
): Columns {
  const most = sets.reduce((sum, { startedAt }) => sum + startedAt.length, 0);
  const gathered = eachColumn(() => new Float64Array(most));
  let count = 0;
  for (const set of sets) {
    for (const [row, startedAt] of set.startedAt.entries()) {
      if (startedAt < span.start || startedAt >= span.end || set.scoreable[row] === 0) continue;
      for (const name of COLUMNS) gathered[name][count] = set[name][row] ?? NaN;
      count += 1;
    }
  }
  return eachColumn((name) => gathered[name].subarray(0, count));
}

/** Gives: the bytes of all columns, one after the other. */
export function packColumns(columns: Columns): Uint8Array {
  const rows = columns.startedAt.length;
  const numbers = new Float64Array(COLUMNS.length * rows);
  for (const [index, name] of COLUMNS.entries()) numbers.set(columns[name], index * rows);
  return new Uint8Array(numbers.buffer);
}

/** Takes: what `packColumns` gave, on a machine of the same byte order. */
export function unpackColumns(bytes: Uint8Array): Columns {
  // copied, because numbers may only begin at every eighth byte
  const numbers = new Float64Array(bytes.slice().buffer);
  const rows = numbers.length / COLUMNS.length;
  const made: Partial<Record<keyof Columns, Float64Array>> = {};
  for (const [index, name] of COLUMNS.entries())
    made[name] = numbers.subarray(index * rows, (index + 1) * rows);
  return made as Columns;
}

function eachColumn(make: (name: keyof Columns) => Float64Array): Columns {
  return Object.fromEntries(COLUMNS.map((name) => [name, make(name)])) as unknown as Columns;
}

const MISSABLE: readonly Missable[] = ["sse", "pes", "ie", "crr", "fc", "qr", "humanTime"];
const REASONS: readonly MissingReason[] = [
  "not_judged",
  "text_withheld",
  "no_context_window",
  "not_interactive",
  "shared_key",
  "too_few",
  "no_edits",
  "no_calls",
];
/** One hexadecimal digit for each metric: 0, or the reason's place in the list counted from 1. */
const DIGIT = 16;

function encodeReasons(missing: MeasuredSubSession["missing"]): number {
  return MISSABLE.reduce((code, metric, place) => {
    const reason = missing[metric];
    return reason === undefined ? code : code + (REASONS.indexOf(reason) + 1) * DIGIT ** place;
  }, 0);
}

/** Why the metric is missing in a row; null where it is not, or nobody can tell. */
export function reasonIn(code: number, metric: Missable): MissingReason | null {
  const digit = Math.floor(code / DIGIT ** MISSABLE.indexOf(metric)) % DIGIT;
  return REASONS[digit - 1] ?? null;
}
