import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { speakPlainly } from "../../../src/vocabulary/wording/plain-flaws.ts";

speakPlainly();

function flawOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

describe("a value that does not fit", () => {
  test.each<[string, z.ZodType, unknown]>([
    ["is missing", z.string(), undefined],
    ["expected text", z.string(), 5],
    ["expected a number", z.number(), "5"],
    ["expected a whole number", z.int(), 1.5],
    ["expected true or false", z.boolean(), "yes"],
    ["expected a list", z.array(z.string()), {}],
    ["expected an object", z.object({}), []],
    ["expected an object", z.record(z.string(), z.string()), 5],
    ["expected at least 1 character", z.string().min(1), ""],
    ["expected at most 3 characters", z.string().max(3), "four"],
    ["expected at least 2 entries", z.array(z.string()).min(2), ["a"]],
    ["expected at least 0", z.int().min(0), -1],
    ["expected more than 0", z.number().positive(), 0],
    ["expected at most 5", z.number().max(5), 6],
    ["expected less than 5", z.number().lt(5), 5],
    ["expected one of day, week", z.enum(["day", "week"]), "year"],
    ["expected yes", z.literal("yes"), "no"],
  ])("%s", (message, schema, value) => {
    expect(flawOf(schema, value)).toBe(message);
  });

  test("keeps what its schema says of it", () => {
    expect(flawOf(z.string("a name, please"), 5)).toBe("a name, please");
  });
});
