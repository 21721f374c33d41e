/** Messages in Block Kit: text from telemetry stays text, and Slack's limits are kept. */
import { describe, expect, test } from "bun:test";
import { type Block, writeSlackMessage } from "../../../../src/insights/integrations/slack/blocks.ts";
import { escapeText } from "../../../../src/insights/integrations/slack/escape-text.ts";

const link = { address: "https://scoring.example.com/reports/1?a=1&b=2", words: "Open the report" };

function textsOf(lines: readonly string[], title = "The week"): string[] {
  return writeSlackMessage({ title, lines, link }).blocks.map(({ text }) => text.text);
}

describe("what people and agents wrote", () => {
  test.each([
    ["<!channel> look", "&lt;!channel&gt; look"],
    ["<@U012AB3CD>", "&lt;@U012AB3CD&gt;"],
    ["<https://evil.example|your bank>", "&lt;https://evil.example|your bank&gt;"],
    ["a & b &lt;!here&gt;", "a &amp; b &amp;lt;!here&amp;gt;"],
    ["one\nline\r\u2028only\u0000", "one line only"],
  ])("%j mentions nobody and links nowhere", (written, sent) => {
    expect(escapeText(written, 3_000)).toBe(sent);
    const message = writeSlackMessage({ title: written, lines: [written], link: null });
    expect([message.text, message.blocks.map(({ text }) => text.text)]).toEqual([sent, [sent, `• ${sent}`]]);
  });

  test("is not searched by Slack for addresses, channels and people", () => {
    const { blocks, ...message } = writeSlackMessage({ title: "t", lines: ["#general @here"], link });
    expect(message).toMatchObject({ unfurl_links: false, unfurl_media: false });
    const sections = blocks.filter(
      (block): block is Extract<Block, { type: "section" }> => block.type === "section",
    );
    expect(sections.map(({ text }) => text.verbatim)).toEqual([true, true]);
  });
});

describe("the link", () => {
  test("leads to this server only, whatever its address holds", () => {
    expect(textsOf([]).at(-1)).toBe("<https://scoring.example.com/reports/1?a=1&amp;b=2|Open the report>");
    const odd = { address: "https://s.example/<a>|b", words: "a|b>" };
    expect(writeSlackMessage({ title: "t", lines: [], link: odd }).blocks.at(-1)?.text.text).toBe(
      "<https://s.example/%3Ca%3E%7Cb|a b&gt;>",
    );
  });
});

describe("Slack's limits", () => {
  test("cut a title between two characters", () => {
    const [title = ""] = textsOf([], "😀&".repeat(100));
    expect(title.length).toBeLessThanOrEqual(150);
    expect(title).toMatch(/^(😀&amp;)+(😀)?…$/u);
  });

  test("cut a line that is longer than a block", () => {
    const [, line = ""] = textsOf(["<".repeat(5_000)]);
    expect(line.length).toBeLessThanOrEqual(3_000);
    expect(line).toMatch(/^• (&lt;)+…$/);
  });

  test("share lines out over blocks, and say how many did not fit", () => {
    const texts = textsOf(Array.from({ length: 1_000 }, (_, index) => `${index} ${"x".repeat(900)}`));
    expect(texts).toHaveLength(50);
    expect(texts.every((text) => text.length <= 3_000)).toBeTrue();
    const shown = texts.slice(1, -1).join("\n").split("\n").length;
    expect(texts.at(-1)).toStartWith(`… and ${1_000 - shown} more lines.\n<https://`);
  });

  test("never see an empty text", () => {
    expect(textsOf(["", "  "], "\n")).toEqual(["–", "•\n•", expect.stringContaining("Open the report")]);
  });
});
