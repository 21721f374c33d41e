/**
 * Asks recheck of each regular expression of the source whether some text could make it run for long.
 *
 * .ci/checked-expressions.json keeps what was found, so that only new expressions take time; `--write` adds them, and
 * `--all` checks everything anew. What recheck cannot decide in time is measured by test/expressions.test.ts, as is
 * every expression that is not in the file; `--measure` measures them all.
 */
import type { checkSync as CheckSync } from "recheck";
import { type CheckedExpressions, readChecked, writeChecked } from "./expressions/checked.ts";
import { findExpressions, keyOf, type Expression } from "./expressions/find-expressions.ts";
import { slowPiecesOf } from "./expressions/measure.ts";
import { readFlags, toggle } from "./flags.ts";

// the part of recheck that needs no Java and no worker; its types are elsewhere
const browser: string = "recheck/lib/browser.js";
const { checkSync } = (await import(browser)) as { checkSync: typeof CheckSync };

const LONGEST_MS = 2_000;

/** Expressions that recheck is right about, and why they do no harm. They are measured. */
const EXCEPTIONS: readonly { source: string; reason: string }[] = [
  { source: "([aeiouy][aeiou]*)", reason: "of the package stemmer, which is given 64 characters at most" },
  { source: "(^|\\/)(test_[^/]*|[^/]*([._-])", reason: "isTestFile gives it 4096 characters at most" },
  { source: "echo\\s{1,4}[\"']?(?=[^|\\n]{3,200}\\|", reason: "looks at 200 characters of a line at most" },
];

const flags = readFlags({ write: toggle(), all: toggle(), measure: toggle() });
const expressions = await findExpressions();
const kept: CheckedExpressions = flags.all ? { safe: [], undecided: [] } : readChecked();
const known = new Set([...kept.safe, ...kept.undecided]);
const fresh = expressions.filter((expression) => !known.has(keyOf(expression)));
const found = fresh.map((expression) => ({ expression, ...examine(expression) }));
const slow = found.flatMap(({ attack }) => attack ?? []);
if ((flags.write || flags.all) && slow.length === 0) writeChecked(present(kept));
if (flags.measure) slow.push(...expressions.flatMap(measure));
process.stdout.write(
  `${slow.join("")}${expressions.length} expressions, ${fresh.length} new, ${slow.length} slow\n`,
);
if (slow.length > 0) process.exitCode = 1;

interface Finding {
  isDecided: boolean;
  /** What is wrong with it; null for nothing. */
  attack: string | null;
}

function examine({ file, source, flags }: Expression): Finding {
  // recheck does not know the newest flag
  if (flags.includes("v") || EXCEPTIONS.some((exception) => source.includes(exception.source)))
    return { isDecided: false, attack: null };
  const answer = checkSync(source, flags, { timeout: LONGEST_MS });
  if (answer.status !== "vulnerable") return { isDecided: answer.status === "safe", attack: null };
  const { complexity, attack } = answer;
  return {
    isDecided: true,
    attack: `${file}: /${source}/ is ${complexity.summary}; worst text: ${attack.pattern}\n`,
  };
}

/** What was kept and what was found, for the expressions that the source still has. */
function present({ safe, undecided }: CheckedExpressions): CheckedExpressions {
  const keys = new Set(expressions.map(keyOf));
  const newKeys = (isDecided: boolean) =>
    found.flatMap((finding) => (finding.isDecided === isDecided ? [keyOf(finding.expression)] : []));
  return {
    safe: [...safe.filter((key) => keys.has(key)), ...newKeys(true)],
    undecided: [...undecided.filter((key) => keys.has(key)), ...newKeys(false)],
  };
}

function measure(expression: Expression): string[] {
  const pieces = slowPiecesOf(expression);
  return pieces.length === 0
    ? []
    : [`${expression.file}: /${expression.source}/ is slow on ${JSON.stringify(pieces)}\n`];
}
