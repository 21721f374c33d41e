import { describe, expect, test } from "bun:test";
import { preferredType } from "../../../src/http/accept/preferred-type.ts";

const FORMS = ["application/json", "text/html", "text/markdown"] as const;
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

describe("the form of an answer", () => {
  test.each([
    [null, "application/json"],
    ["", "application/json"],
    ["*/*", "application/json"],
    [BROWSER, "text/html"],
    ["text/markdown", "text/markdown"],
    ["TEXT/Markdown; charset=utf-8", "text/markdown"],
    ["text/html;q=0.2, text/markdown;q=0.9", "text/markdown"],
    ["text/html, application/json", "application/json"],
    ["text/*", "text/html"],
    ["text/*, text/html;q=0.1", "text/markdown"],
    ["application/json;q=0, */*", "text/html"],
    ["image/png", "application/json"],
    ["text/html;q=much", "application/json"],
  ] as const)("for Accept %p is %s", (accept, expected) => {
    expect(preferredType(accept, FORMS)).toBe(expected);
  });
});
