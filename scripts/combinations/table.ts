/** What came of combinations, as a table: a line for each step, a column for each combination. */
import type { StepResult, TrialResult } from "./run.ts";

/** Returns its lines, and a line for each failure after them. */
export function tableOf(results: readonly TrialResult[]): string[] {
  const steps = results.flatMap((result) => result.steps.map(({ step }) => step));
  const names = steps.filter((step, index) => steps.indexOf(step) === index);
  const head = (["rows", "records", "queue"] as const).map((part) => [
    part,
    ...results.map(({ combination }) => combination[part]),
  ]);
  const lines = names.map((name) => [
    name,
    ...results.map((result) => cellOf(result.steps.find(({ step }) => step === name))),
  ]);
  const sums = ["seconds", ...results.map((result) => seconds(sumOf(result)))];
  const rows = [...head, ...lines, sums];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return [
    ...rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    ),
    ...results.flatMap(failuresOf),
  ];
}

function cellOf(result: StepResult | undefined): string {
  if (result === undefined) return "-";
  return `${result.failed === null ? "ok" : "FAILED"} ${seconds(result.tookMs)}`;
}

function failuresOf({ combination, steps }: TrialResult): string[] {
  return steps.flatMap(({ step, failed }) =>
    failed === null ? [] : [`FAILED: ${combination.name}, ${step}: ${failed}`],
  );
}

function sumOf({ steps }: TrialResult): number {
  return steps.reduce((sum, { tookMs }) => sum + tookMs, 0);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
