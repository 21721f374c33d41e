/**
 * Asks recheck of each regular expression of the source whether some text could make it run for long.
 *
 * What has been checked is in .ci/checked-expressions.json, so that only new expressions take time; `--write` adds
 * them, and `--all` checks everything anew. An answer that recheck does not find in time counts as none against it:
 * test/expressions.test.ts measures every expression besides.
 */
import type { checkSync as CheckSync } from "recheck";
import { findExpressions, keyOf, type Expression } from "./find-expressions.ts";
import { readFlags, toggle } from "./flags.ts";

// the part of recheck that needs no Java and no worker; its types are elsewhere
const browser: string = "recheck/lib/browser.js";
const { checkSync } = (await import(browser)) as { checkSync: typeof CheckSync };

const CHECKED = `${import.meta.dir}/../.ci/checked-expressions.json`;
const LONGEST_MS = 2_000;

/** Expressions that recheck is right about, and why they do no harm. */
const EXCEPTIONS: readonly { source: string; reason: string }[] = [
  { source: "([aeiouy][aeiou]*)", reason: "of the package stemmer, which is given 64 characters at most" },
  { source: "(^|\\/)(test_[^/]*|[^/]*([._-])", reason: "isTestFile gives it 4096 characters at most" },
];

const flags = readFlags({ write: toggle(), all: toggle() });
const expressions = await findExpressions();
const checked = new Set<string>(flags.all ? [] : await Bun.file(CHECKED).json());
const fresh = expressions.filter((expression) => !checked.has(keyOf(expression)));
const slow = fresh.flatMap((expression) => attackOn(expression) ?? []);
if ((flags.write || flags.all) && slow.length === 0) {
  await Bun.write(CHECKED, `${JSON.stringify(expressions.map(keyOf).sort(), null, 2)}\n`);
}
process.stdout.write(
  `${slow.join("")}${expressions.length} expressions, ${fresh.length} new, ${slow.length} slow\n`,
);
if (slow.length > 0) process.exitCode = 1;

/** Returns what is wrong with it, or null. */
function attackOn({ file, source, flags }: Expression): string | null {
  // recheck does not know the newest flag; the test measures these
  if (flags.includes("v") || EXCEPTIONS.some((exception) => source.includes(exception.source))) return null;
  const answer = checkSync(source, flags, { timeout: LONGEST_MS });
  if (answer.status !== "vulnerable") return null;
  return `${file}: /${source}/ is ${answer.complexity.summary}; worst text: ${answer.attack.pattern}\n`;
}
