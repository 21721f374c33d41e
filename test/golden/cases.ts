/** The golden vectors: inputs and expected outputs that were computed independently of this program. */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";

interface Case<Input, Output> {
  input: Input;
  output: Output;
}

/** All cases of one section of scoring.json, whichever a newer file holds. */
export function goldenCases<Input, Output>(section: string): Case<Input, Output>[] {
  const file = readFileSync(new URL("./scoring.json", import.meta.url), "utf8");
  const cases = (JSON.parse(file) as Record<string, Case<Input, Output>[]>)[section];
  if (cases === undefined || cases.length === 0) throw new Error(`golden section ${section} holds no case`);
  return cases;
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
