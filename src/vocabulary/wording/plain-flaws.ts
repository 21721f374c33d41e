/** Describes in plain words why a value does not fit its schema. */
import { z } from "zod";

/** Replaces zod's own messages; messages that a schema sets itself stay as they are. */
export function speakPlainly(): void {
  z.config({ customError: sayPlainly });
}

type Flaw = Parameters<z.core.$ZodErrorMap>[0];

/** Returns nothing for kinds of flaws that zod says well enough. Nothing of the value itself is in it. */
function sayPlainly(flaw: Flaw): string | undefined {
  switch (flaw.code) {
    case "invalid_type":
      return flaw.input === undefined ? "is missing" : `expected ${EXPECTED[flaw.expected] ?? flaw.expected}`;
    case "invalid_value":
      return `expected ${listOf(flaw.values)}`;
    case "too_small":
      return flaw.inclusive === false
        ? `expected more than ${flaw.minimum}`
        : `expected at least ${quantity(flaw.minimum, flaw.origin)}`;
    case "too_big":
      return flaw.inclusive === false
        ? `expected less than ${flaw.maximum}`
        : `expected at most ${quantity(flaw.maximum, flaw.origin)}`;
    default:
      return undefined;
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const UNITS: Readonly<Record<string, string>> = { string: "character", array: "entry" };
const PLURALS: Readonly<Record<string, string>> = { character: "characters", entry: "entries" };

function quantity(size: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  if (unit === undefined) return String(size);
  return `${size} ${Number(size) === 1 ? unit : PLURALS[unit]}`;
}

function listOf(values: readonly unknown[]): string {
  const [only] = values;
  return values.length === 1 ? String(only) : `one of ${values.join(", ")}`;
}
