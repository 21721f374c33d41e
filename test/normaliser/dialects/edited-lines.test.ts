/** How many lines an edit wrote, by its arguments. */
import { describe, expect, test } from "bun:test";
import { linesGiven } from "../../../src/normaliser/dialects/edited-lines.ts";

describe("an edit's lines", () => {
  test("are those that its texts do not share at their beginning and end", () => {
    expect(linesGiven({ old_str: "a\nb\nc", new_str: "a\nx\ny\nc" })).toEqual({ added: 2, removed: 1 });
    expect(linesGiven({ old_str: "a", new_str: "b\n\na" })).toEqual({ added: 2, removed: 0 });
    expect(linesGiven({ oldString: "a\na\na", newString: "a\na" })).toEqual({ added: 0, removed: 1 });
    expect(linesGiven({ old_string: "a", new_string: "a" })).toEqual({ added: 0, removed: 0 });
    expect(linesGiven({ old_str: "a\nb", new_str: "" })).toEqual({ added: 0, removed: 2 });
  });

  test("are all of a file that is written, or of what is put in", () => {
    expect(linesGiven({ file_text: "a\nb\n" })).toEqual({ added: 2, removed: 0 });
    expect(linesGiven({ content: "" })).toEqual({ added: 0, removed: 0 });
    expect(linesGiven({ path: "x", insert_line: 3, new_str: "a\nb" })).toEqual({ added: 2, removed: 0 });
  });

  test("are unknown where its arguments are withheld", () => {
    for (const given of [null, "withheld", {}, { path: "x" }])
      expect(linesGiven(given)).toEqual({ added: null, removed: null });
  });
});
