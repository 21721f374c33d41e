import { describe, expect, test } from "bun:test";
import { COMMANDS } from "../../src/cli/commands.ts";
import { run } from "./in-process.ts";

describe.each([["help"], ...COMMANDS.map(({ name }) => [`help ${name}`])])("scoring %s", (line) => {
  test.each([60, 80, 120])("fits a terminal of %d columns", async (columns) => {
    const { code, out } = await run(line.split(" "), { columns });
    expect(code).toBe(0);
    expect(out.split("\n").filter((text) => Bun.stringWidth(text) > columns)).toEqual([]);
  });
});
