/** No regular expression of the source can be made to run for long, whatever text it is given. */
import { describe, expect, test } from "bun:test";
import { findExpressions, type Expression } from "../scripts/find-expressions.ts";
import { appliesPatch } from "../src/normaliser/dialects/codex/patch.ts";
import { createRedactor } from "../src/privacy/redactor.ts";
import { namedPaths } from "../src/turns/wording/paths.ts";
import { isTrivial } from "../src/turns/wording/prompt-kind.ts";
import { readShell } from "../src/turns/shell/read-shell.ts";
import { testVerdict } from "../src/turns/shell/test-verdict.ts";
import { contentWords } from "../src/turns/wording/words.ts";

const MEGABYTE = 1_000_000;
const SIZES = [MEGABYTE / 64, MEGABYTE / 16, MEGABYTE / 4, MEGABYTE];

/** Four times the text may take four times the time; sixteen times would be the square of it. */
const MOST_GROWTH = 10;

/** Below this a measurement says more about the machine than about the expression. */
const MEASURABLE_MS = 15;

/** Beginnings and fillings that made expressions slow, here and elsewhere. */
const PIECES = [
  ..."aA0.-_ :/=@!\"'\\%$(){}[]*+,;|<>&~#\n\t",
  "%20",
  "a.",
  "a@",
  "a:",
  "://",
  "aB1",
  "a1b2",
  "\n ",
  "\n\n*",
  "\\n",
  `\\"`,
];

/** Expressions that are given no more than so many characters, and where that is seen to. */
const BOUNDED: Readonly<Record<string, { longest: number; seenTo: string }>> = {
  "(^|\\/)(test_[^/]*|[^/]*([._-])(test|tests|spec)\\.[A-Za-z0-9]+)$": {
    longest: 4096,
    seenTo: "isTestFile in src/vocabulary/word-lists.ts",
  },
  "^([^aeiou][^aeiouy]*)?(([aeiouy][aeiou]*)([^aeiou][^aeiouy]*)){2,}": {
    longest: 64,
    seenTo: "stemOf in src/turns/wording/words.ts",
  },
};

/** What took minutes and hours before, and what the steps repeat their looks at. */
const RAN_AWAY = [
  "%20",
  "bearer%20",
  "bearer ",
  "apply_patch\n",
  "\napply_patch\n\n",
  "...",
  "a.b@",
  "test_.",
  "0",
  "0 ",
  "((",
];

const expressions = await findExpressions();

describe("every expression of the source takes time in proportion to the text", () => {
  test.each(
    expressions.map((expression) => [`${expression.file} /${expression.source}/`, expression] as const),
  )("%s", (_, expression) => {
    expect(piecesFor(expression).filter((piece) => growsTooFast(expression, piece))).toEqual([]);
  });
});

describe("the steps that look at text take no time worth telling", () => {
  const redactor = createRedactor({
    captureMode: "full",
    redactEntropy: true,
    redactEmails: true,
    redactPaths: true,
  });
  const steps: [string, (text: string) => unknown][] = [
    ["redaction", (text) => redactor.text(text, "written")],
    ["finding a patch", appliesPatch],
    ["finding paths", namedPaths],
    ["finding content words", contentWords],
    ["reading a command", readShell],
    ["reading a test's verdict", testVerdict],
    ["telling trivial prompts", isTrivial],
  ];

  test.each(steps.flatMap(([name, step]) => RAN_AWAY.map((piece) => [name, piece, step] as const)))(
    "%s: %j, a megabyte of it",
    (_, piece, step) => {
      const text = (piece.match(/[a-z]+/)?.[0] ?? "") + piece.repeat(MEGABYTE / piece.length) + "x";
      const start = performance.now();
      step(text);
      // an idle machine needs less than a second; what ran away needed hours
      expect(performance.now() - start).toBeLessThan(60_000);
    },
  );
});

/** The expression's own words, alone and with what may be between them, beside the pieces for all. */
function piecesFor({ source }: Expression): string[] {
  const words = [...new Set(source.match(/(?<!\\)[A-Za-z0-9_%-]{2,}|(?<=\\)[^\w\s]+/g) ?? [])].slice(0, 12);
  const joined = words.flatMap((word) => [word, `${word} `, `${word}:`, `${word}=`, `${word}\n`]);
  return [...PIECES, ...joined];
}

/** Looks at ever longer texts, so that a slow expression is found while it is still quick. */
function growsTooFast(expression: Expression, piece: string): boolean {
  let before = MEASURABLE_MS;
  const { longest = MEGABYTE } = BOUNDED[expression.source] ?? {};
  for (const size of SIZES.map((size) => Math.min(size, longest))) {
    const text = worstText(expression, piece, size);
    let now = timeOf(expression, text);
    // a busy machine can slow one look, hardly three
    for (let looks = 1; looks < 3 && now > before * MOST_GROWTH; looks += 1) {
      now = Math.min(now, timeOf(expression, text));
    }
    if (now > before * MOST_GROWTH) return true;
    before = Math.max(now, MEASURABLE_MS);
  }
  return false;
}

/** One word of the expression to begin with, the piece over and over, and an end that fits nothing. */
function worstText({ source }: Expression, piece: string, size: number): string {
  const [word = ""] = source.match(/[A-Za-z]{3,}/) ?? [];
  return `${word}${piece.repeat(size / piece.length)}\u0000!`;
}

function timeOf({ source, flags }: Expression, text: string): number {
  // a sticky one is tried where its step stands, and the step goes on behind what it matched
  const expression = new RegExp(source, flags.includes("y") ? flags : `${flags.replace("g", "")}g`);
  // the processor's time, because other work on the machine says nothing about the expression
  const start = process.cpuUsage();
  text.replace(expression, "");
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
