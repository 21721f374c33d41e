/** No regular expression of the source can be made to run for long, whatever text it is given. */
import { describe, expect, test } from "bun:test";
import { readChecked } from "../scripts/expressions/checked.ts";
import { findExpressions, keyOf } from "../scripts/expressions/find-expressions.ts";
import { slowPiecesOf } from "../scripts/expressions/measure.ts";
import { appliesPatch } from "../src/normaliser/dialects/codex/patch.ts";
import { createRedactor } from "../src/privacy/redactor.ts";
import { namedPaths } from "../src/turns/wording/paths.ts";
import { isTrivial } from "../src/turns/wording/prompt-kind.ts";
import { readShell } from "../src/turns/shell/read-shell.ts";
import { testVerdict } from "../src/turns/shell/test-verdict.ts";
import { contentWords } from "../src/turns/wording/words.ts";

const MEGABYTE = 1_000_000;
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

// recheck proved the others
const proved = new Set(readChecked().safe);
const expressions = (await findExpressions()).filter((expression) => !proved.has(keyOf(expression)));

describe("every expression of the source that nobody proved harmless takes time in proportion to the text", () => {
  test.each(
    expressions.map((expression) => [`${expression.file} /${expression.source}/`, expression] as const),
  )("%s", (_, expression) => {
    expect(slowPiecesOf(expression)).toEqual([]);
  });
});

describe("the steps that look at text take hardly any time", () => {
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
