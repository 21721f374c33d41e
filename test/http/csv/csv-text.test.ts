/** CSV as spreadsheets and other programs read it. */
import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { csvHead, csvLines } from "../../../src/http/csv/csv-text.ts";

const COLUMNS = [["id"], ["developer", "name"], ["costUsd"], ["flags"]] as const;

function read(rows: readonly unknown[]): string[][] {
  return parse(csvHead(COLUMNS) + csvLines(rows, COLUMNS));
}

test("a row has a cell for each column, and none where there is no value", () => {
  const row = {
    id: "a",
    developer: { name: "Ada, “Countess”\nof Lovelace" },
    costUsd: -0.5,
    flags: ["x", 1],
  };
  expect(read([row, { id: null }])).toEqual([
    ["id", "developer.name", "costUsd", "flags"],
    ["a", "Ada, “Countess”\nof Lovelace", "-0.5", '["x",1]'],
    ["", "", "", ""],
  ]);
});

test("an empty list is its head", () => {
  expect(csvHead(COLUMNS) + csvLines([], COLUMNS)).toBe("id,developer.name,costUsd,flags\r\n");
});

describe("a text that a spreadsheet would run", () => {
  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1+1", "\0=1", "\uff1d1+1"])(
    "%j is defused",
    (id) => {
      expect(read([{ id }])[1]?.[0]).toBe(`'${id}`);
    },
  );

  test.each(["1=1", "a-b", "ada@example.com"])("%j is left as it is", (id) => {
    expect(read([{ id }])[1]?.[0]).toBe(id);
  });
});
