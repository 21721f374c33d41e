/** Secrets of less common vendors, known by their shape: the rules of gitleaks that the program carries. */
import listed from "../../embedded/secret-rules/rules.json";
import type { Rule } from "./rule.ts";

/**
 * Looked for everywhere, after the project's own shapes.
 *
 * @see The module and version that the file names, MIT license; scripts/update-secret-rules.ts takes another.
 */
export const LISTED_SHAPES: readonly Rule[] = listed.rules.map(({ name, keywords, pattern, ignoreCase }) => ({
  name,
  keywords,
  pattern: new RegExp(pattern, ignoreCase ? "gi" : "g"),
}));
