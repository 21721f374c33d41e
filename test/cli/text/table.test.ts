import { describe, expect, test } from "bun:test";
import { count } from "../../../src/cli/text/count.ts";
import { formatTable } from "../../../src/cli/text/table.ts";

const columns = [
  { title: "NAME", align: "left" as const },
  { title: "TURNS", align: "right" as const, dropped: 2 },
  { title: "ROLE", align: "left" as const, dropped: 1 },
  { title: "REMARK", align: "left" as const },
];
const rows = [["Ada", "7", "member", "a remark that is rather long, but has words"]];

describe("a table", () => {
  test("is as wide as it is where any width will do", () => {
    expect(formatTable(columns, rows).split("\n")).toEqual([
      "NAME  TURNS  ROLE    REMARK",
      "Ada       7  member  a remark that is rather long, but has words",
    ]);
  });

  test("leaves out columns, the least needed first, before it breaks a cell", () => {
    const widths = [60, 50].map((width) => formatTable(columns, rows, width).split("\n")[0]);
    expect(widths).toEqual(["NAME  ROLE    REMARK", "NAME  REMARK"]);
  });

  test("breaks the widest column between words when nothing can be left out", () => {
    expect(formatTable(columns, rows, 30).split("\n")).toEqual([
      "NAME  REMARK",
      "Ada   a remark that is rather",
      "      long, but has words",
    ]);
  });

  test("keeps a name with a line feed on its own line", () => {
    expect(formatTable(columns.slice(0, 1), [["Ada\nBob"]])).toBe("NAME\nAda\\u000aBob");
  });
});

test("one thing is no plural", () => {
  expect([count(0, "key"), count(1, "key"), count(2_000, "key")]).toEqual(["0 keys", "1 key", "2,000 keys"]);
});
