import "../../../dashboard/learned-names.ts";
import { describe, expect, test } from "bun:test";
import { lexer, type Token, type Tokens } from "marked";
import { escapeMarkdown } from "../../../../src/insights/reports/markdown/escape.ts";
import { writeMarkdown } from "../../../../src/insights/reports/markdown/write-markdown.ts";
import { madeDocument, madeReport } from "../made-report.ts";

const DASHBOARD = "https://scoring.example.com";

const HOSTILE = [
  "[click](https://evil.example)",
  "![pixel](https://evil.example/p.png)",
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "a | b | c\n| --- | --- |\n| d |",
  "@everyone look, and mail chiara@evil.example",
  "https://evil.example and http://evil.example and www.evil.example",
  "# heading\n\n## another\n- list\n1. one\n> quote\n```\ncode\n```",
  "**bold** __bold__ *em* _em_ ~~gone~~ `code` ``code``",
  "\\[click\\](https://evil.example) \\<b>",
  "&lt;b&gt; &#60;b&#62; &amp;",
  "[ref]: https://evil.example\n[ref]",
  "[^1] [^1]: note",
  "$$x$$ fixes #12 and GH-3",
  "<https://evil.example> <mailto:a@evil.example>",
  "--- \n===\n***",
  "| ".repeat(50),
  "`".repeat(50),
  "[".repeat(50) + "](x)",
  "\u202Etxt.exe\u0000\u001b[31m",
  "1) one",
  "- [ ] task",
  "+ plus",
] as const;

describe("text from telemetry in Markdown", () => {
  test.each(HOSTILE)("%j is text and nothing else", (text) => {
    const tokens = lexer(`${escapeMarkdown(text)}\n`);
    expect(kindsIn(tokens).filter((kind) => !PLAIN.has(kind))).toEqual([]);
  });

  test.each(HOSTILE)("%j adds no element to a report", (text) => {
    const harmless = skeletonOf("Harmless words");
    expect(skeletonOf(text)).toEqual(harmless);
  });

  test("is still what was written, for who reads it", () => {
    const [paragraph] = lexer(escapeMarkdown("keep `a_b` | <c> & 5 * 3 [x](y)"));
    expect(readText([paragraph as Token])).toBe("keep `a_b` | <c> & 5 * 3 [x](y)");
  });

  test("mentions nobody, and leads nowhere but to the dashboard", () => {
    const written = writeMarkdown(
      madeDocument(madeReport("@everyone https://evil.example"), "Example"),
      DASHBOARD,
    );
    expect(written).not.toMatch(/(^|\W)@\w/);
    const addresses = linksIn(lexer(written)).map(({ href }) => new URL(href).origin);
    expect(new Set(addresses)).toEqual(new Set([DASHBOARD]));
  });
});

describe("a report in Markdown", () => {
  const written = writeMarkdown(madeDocument(madeReport(), "Example"), DASHBOARD);

  test("has a heading for each chapter, in the order of the report", () => {
    const headings = lexer(written).filter((token) => token.type === "heading" && token.depth === 2);
    expect(headings.map((token) => readText(childrenOf(token)))).toEqual([
      "Overview",
      "Scores",
      "Prompts",
      "Waiting time",
      "Model choice",
      "Waste",
      "Coaching",
      "Appendix: method and coverage",
    ]);
  });

  test("has tables whose rows have as many cells as their heads", () => {
    const tables = lexer(written).filter((token): token is Tokens.Table => token.type === "table");
    expect(tables.length).toBeGreaterThan(8);
    for (const { header, rows } of tables)
      expect(rows.every((row) => row.length === header.length)).toBe(true);
  });

  test("says why a number is missing", () => {
    expect(written).toContain("Too few sub-sessions have a price.");
    expect(written).toContain("No call has a price.");
  });

  test("leads to the evidence, also where an id has brackets", () => {
    expect(linksIn(lexer(written)).map(({ href }) => href)).toContain(`${DASHBOARD}/prompts/p%281%29`);
  });

  test("leads nowhere when it is not known where the dashboard is", () => {
    expect(linksIn(lexer(writeMarkdown(madeDocument(madeReport(), "Example"), null)))).toEqual([]);
  });
});

const PLAIN = new Set(["paragraph", "text", "escape", "space"]);

function skeletonOf(text: string): string[] {
  const written = writeMarkdown(madeDocument(madeReport(text), text), DASHBOARD);
  return kindsIn(lexer(written)).filter((kind) => !PLAIN.has(kind));
}

function kindsIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => [token.type, ...kindsIn(childrenOf(token))]);
}

function linksIn(tokens: readonly Token[]): Tokens.Link[] {
  return tokens.flatMap((token) => [
    ...(token.type === "link" ? [token as Tokens.Link] : []),
    ...linksIn(childrenOf(token)),
  ]);
}

function readText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const children = childrenOf(token);
      return children.length > 0 ? readText(children) : String((token as Tokens.Text).text);
    })
    .join("");
}

function childrenOf(token: Token): Token[] {
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().flatMap(({ tokens }) => tokens);
  }
  if (token.type === "list") return (token as Tokens.List).items;
  return ("tokens" in token ? token.tokens : undefined) ?? [];
}
