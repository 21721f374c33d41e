/** Words that make readers stumble are in no document, page, message, comment or name of a test. */
import { describe, expect, test } from "bun:test";
import { projectFiles, readText } from "./sources.ts";
import { textsOf } from "./texts.ts";

/** What is banned, and what says the same plainly. */
const BANNED = [
  {
    phrase: /\b(?:tell|tells|told|telling)\b(?![^.;]{0,50}\bapart\b)/gi,
    say: "report, show, say, send, store",
  },
  { phrase: /\b(?:stands?|stood|lies|lie|lay|lain|lying)\b(?!-| (?:for|out|up|by)\b)/gi, say: "is, are" },
  { phrase: /\bbeside\b/gi, say: "while, next to, in addition to" },
  { phrase: /(?<!\bleav\w{1,3} [^.;]{0,60})(?<!\bleft )\balone\b/gi, say: "only" },
  { phrase: /\bbut for\b/gi, say: "except" },
  { phrase: /\bwork(?:ed|s|ing)? (?:it |them )?out\b/gi, say: "computed" },
  { phrase: /\bless (?:the|its|their|what|those|that)\b/gi, say: "without, minus" },
  {
    phrase:
      /(?:^|[.!?;:] |\n\n)Of (?:an?|the|what|those|these|each|every|all|several|two|one|whom|which|it|them)\b/g,
    say: "the subject first",
  },
];

/** Files in which these words are meant, each with the reason. */
const MEANT: Record<string, string> = {
  "STYLE.md": "names what is banned",
  "test/plain-english.test.ts": "names what is banned",
  "docs/glossary.md": "names words that are not used",
  "src/demo/asks/": "what made-up people ask",
  "src/rubric/judge-prompt.ts": "what the language model reads: other words would be another rubric",
  "src/rubric/rubric-prompt.md": "what the language model reads: other words would be another rubric",
  "src/insights/advisor/model/": "what the language model reads, as its recorded answers were asked for",
  "src/insights/reports/narrative/": "what the language model reads, as its recorded answers were asked for",
};

const READ = /\.(?:md|tsx?|mjs|sh|css|service)$|^\.ci\/run$|^scripts\/run$|^Dockerfile$/;
const NOT_OURS = /^(?:THIRD-PARTY-NOTICES\.md|test\/(?:golden|fixtures)\/)/;

describe("plain English", () => {
  const files = projectFiles().filter((path) => READ.test(path) && !NOT_OURS.test(path));

  test("is what everybody reads here", () => {
    expect(files.filter((path) => !isMeant(path)).flatMap(bannedIn)).toEqual([]);
  }, 600_000);

  test("has exceptions only where the words are", () => {
    const idle = Object.keys(MEANT).filter(
      (place) => files.filter((path) => path.startsWith(place)).flatMap(bannedIn).length === 0,
    );
    expect(idle).toEqual([]);
  }, 600_000);
});

function isMeant(path: string): boolean {
  return Object.keys(MEANT).some((place) => path.startsWith(place));
}

/** Returns "src/x.ts:12: “tells”, say report, show: …the words around it…" for each. */
function bannedIn(path: string): string[] {
  return textsOf(path).flatMap(({ start, text }) =>
    BANNED.flatMap(({ phrase, say }) =>
      [...text.matchAll(phrase)].map(({ index, 0: found }) => {
        const at = lineOf(path, start) + lineBreaks(text.slice(0, index));
        const around = text.slice(Math.max(0, index - 40), index + 50).replace(/\s+/g, " ");
        return `${path}:${at}: “${found.trim()}”, say ${say}: …${around}…`;
      }),
    ),
  );
}

function lineOf(path: string, place: number): number {
  return 1 + lineBreaks(readText(path).slice(0, place));
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}
