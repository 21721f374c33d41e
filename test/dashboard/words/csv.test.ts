/** The CSV of a table on a page. */
import { describe, expect, test } from "bun:test";
import { csvName, csvOf } from "../../../embedded/dashboard/words/csv.ts";

describe("a table's file", () => {
  test("quotes what needs it, and has plain minus signs", () => {
    expect(
      csvOf([
        ["Model", "Cost USD"],
        ['a "b", c', "−1.50"],
        ["two\n lines", "+3 (1 to 5)"],
      ]),
    ).toBe('Model,Cost USD\r\n"a ""b"", c",-1.50\r\ntwo lines,\'+3 (1 to 5)\r\n');
  });

  test.each(["=1+1", "@SUM(A1)", "-x", "+cmd", "\0=1", "\uff1d1+1"])("defuses %j", (text) => {
    expect(csvOf([[text]])).toBe(`'${text}\r\n`);
  });

  test("is called after the table", () => {
    expect(["Model calls", "What Claude Code sends", "…"].map(csvName)).toEqual([
      "model-calls.csv",
      "what-claude-code-sends.csv",
      "table.csv",
    ]);
  });
});
