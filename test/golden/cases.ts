/** The golden vectors: inputs and expected outputs that were computed independently of this program. */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";

export interface Case<Input, Output> {
  input: Input;
  output: Output;
}

type Sections = Record<string, Case<unknown, unknown>[]>;

/** All cases of one section of scoring.json, whichever a newer file holds. */
export function goldenCases<Input, Output>(section: string): Case<Input, Output>[] {
  return casesIn<Input, Output>(JSON.parse(readFileSync(fileNamed("scoring.json"), "utf8")), section);
}

/** All cases of one section of scoring-2026.12.json.zst. */
export function goldenCasesOf2026_12<Input, Output>(section: string): Case<Input, Output>[] {
  return casesIn<Input, Output>(golden2026_12() as Sections, section);
}

/** The whole of scoring-2026.12.json.zst. */
export function golden2026_12(): Record<string, unknown> {
  const unpacked = Bun.zstdDecompressSync(readFileSync(fileNamed("scoring-2026.12.json.zst")));
  return JSON.parse(new TextDecoder().decode(unpacked)) as Record<string, unknown>;
}

function fileNamed(name: string): URL {
  return new URL(`./${name}`, import.meta.url);
}

function casesIn<Input, Output>(sections: Sections, name: string): Case<Input, Output>[] {
  const cases = sections[name];
  if (cases === undefined || cases.length === 0) throw new Error(`golden section ${name} holds no case`);
  return cases as Case<Input, Output>[];
}

/** Compares with the tolerance of the golden file, 0.000001, however deep the numbers are. */
export function expectClose(actual: unknown, expected: unknown, where = "output"): void {
  if (typeof expected === "number" && typeof actual === "number") {
    if (!(Math.abs(actual - expected) <= 0.000001)) throw new Error(`${where}: ${actual} is not ${expected}`);
  } else if (expected !== null && typeof expected === "object") {
    if (Array.isArray(expected)) expect(actual, where).toHaveLength(expected.length);
    expect(actual, where).not.toBeNull();
    for (const [name, value] of Object.entries(expected)) {
      expectClose((actual as Record<string, unknown>)[name], value, `${where}.${name}`);
    }
  } else {
    expect(actual, where).toEqual(expected);
  }
}

/** Compares rows in everything, numbers with the tolerance of the golden file. */
export function expectRows(found: readonly object[], expected: readonly object[]): void {
  expect(found.map((row, place) => withNearNumbers(row, expected[place]))).toEqual([...expected]);
}

/** Returns what was found, with the expected number in place of each that is near it. */
function withNearNumbers(found: unknown, expected: unknown): unknown {
  if (typeof found === "number" && typeof expected === "number")
    return Math.abs(found - expected) <= 0.000001 ? expected : found;
  if (found === null || typeof found !== "object" || expected === null || typeof expected !== "object")
    return found;
  const wanted = expected as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, withNearNumbers(value, wanted[name])]),
  );
}
