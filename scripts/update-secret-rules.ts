/**
 * Takes the rules for secrets of less common vendors anew: embedded/secret-rules/rules.json.
 *
 * The source is the configuration of gitleaks, under the MIT license, as the Go module proxy has it; `go` has to be
 * installed. A version may be named as the only argument; without one it is the newest. Only rules are taken whose
 * secret begins with a text of its own, and for which src/privacy/secret-shapes.ts has none. Look at the difference
 * before a commit, and run test/expressions.test.ts.
 */
import { $ } from "bun";
import { join } from "node:path";
import { SECRET_SHAPES } from "../src/privacy/secret-shapes.ts";
import { readCommandLine } from "./flags.ts";

const FOLDER = join(import.meta.dir, "../embedded/secret-rules");
const MODULE = "github.com/zricethezav/gitleaks/v8";

/** A rule of the source; only what is read is named. */
interface ListedRule {
  id: string;
  regex?: string;
  keywords?: string[];
}

const [version = "latest"] = readCommandLine({}, ["VERSION"]).operands;
const { Dir, Version, Sum } = await $`go mod download -json ${MODULE}@${version}`.cwd("/").json();
const text = await Bun.file(join(Dir, "config/gitleaks.toml")).text();
const { rules } = Bun.TOML.parse(text) as { rules: ListedRule[] };
const taken = rules
  .flatMap((rule) => convert(rule) ?? [])
  .sort((left, right) => (left.name < right.name ? -1 : 1));
const source = {
  module: MODULE,
  version: Version,
  sum: Sum,
  license: "MIT",
  date: new Date().toISOString().slice(0, 10),
};
await Bun.write(join(FOLDER, "rules.json"), JSON.stringify({ source, rules: taken }, null, 2));
await Bun.write(join(FOLDER, "LICENSE"), Bun.file(join(Dir, "LICENSE")));
await $`bun fmt ${FOLDER}`.quiet();
process.stdout.write(`${taken.length} of ${rules.length} rules, ${FOLDER}\n`);

/** Returns null for a rule that is not taken. */
function convert({ id, regex = "", keywords = [] }: ListedRule) {
  if (id.includes("public") || regex.includes("PRIVATE KEY") || regex.includes(".{")) return null;
  if (keywords.length === 0 || keywords.some((word) => word.length < 4 || isKnown(word))) return null;
  const pattern = inJavaScript(regex);
  if (/\.\*|\(\?[a-zP-]/.test(pattern.replaceAll("(?:", "")) || !beginsWith(pattern, keywords)) return null;
  return { name: id, keywords, pattern, ignoreCase: /\(\?i[):]/.test(regex) };
}

function isKnown(keyword: string): boolean {
  return SECRET_SHAPES.some((rule) =>
    rule.keywords.some((known) => keyword.includes(known) || known.includes(keyword)),
  );
}

/** Rewrites Go's spelling for JavaScript; what closes a secret is looked at and not taken with it. */
function inJavaScript(regex: string): string {
  return regex
    .replaceAll(String.raw`(?:[\x60'"\s;]|\\[nr]|$)`, "(?![A-Za-z0-9_])")
    .replace(/\(\?:\[\^[^\]]+\]\|\\z\)$/, "(?![A-Za-z0-9_])")
    .replaceAll("(?i)", "")
    .replaceAll(/\(\?-?i:/g, "(?:")
    .replaceAll("[:alnum:]", "A-Za-z0-9");
}

/** Whether the secret begins with the keyword, or one of the keywords. */
function beginsWith(pattern: string, keywords: readonly string[]): boolean {
  const start = pattern
    .replace(/^(?:\\b|\()+/, "")
    .replaceAll("\\.", ".")
    .toLowerCase();
  return keywords.every(
    (word) => start.startsWith(word) || new RegExp(`^\\(?\\?:[^()]*${word.slice(0, 4)}`).test(start),
  );
}
