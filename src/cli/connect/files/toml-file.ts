/** Settings in TOML: changed in place, comments and order stay. */
import { parse, patch, stringify } from "@decimalturn/toml-patch";
import { describeError } from "../../../vocabulary/log.ts";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { isTree, type Tree } from "./settings-tree.ts";

/**
 * Reads with the parser of what writes: dates and long numbers stay as they are written.
 *
 * @throws With what is wrong, and in which line.
 */
export function parseToml(text: string): Result<Tree, string> {
  try {
    const value: unknown = parse(text);
    return isTree(value) ? succeed(value) : fail("it holds no table");
  } catch (error) {
    return fail(explain(error));
  }
}

/**
 * The text with these settings.
 *
 * @param text - A text that can be parsed.
 * @param from - What it holds.
 * @remarks The library cannot add a list of tables where none is: that comes at the end.
 */
export function rewriteToml(text: string, from: Tree, to: Tree): string {
  const isNewList = ([name, value]: [string, unknown]): boolean => Array.isArray(value) && !(name in from);
  const patched = patch(text, Object.fromEntries(Object.entries(to).filter((entry) => !isNewList(entry))));
  const lists = Object.entries(to).filter(isNewList);
  const parts = lists.length === 0 ? [patched] : [patched, stringify(Object.fromEntries(lists))];
  return parts
    .filter((part) => part !== "")
    .map((part) => (part.endsWith("\n") ? part : `${part}\n`))
    .join("\n");
}

/** The parser shows the line as well, and a person sees that in the file. */
function explain(error: unknown): string {
  const reason = describeError(error).trim().split("\n").at(-1) ?? "";
  const line = error instanceof Error && "line" in error ? `line ${String(error.line)}: ` : "";
  return `${line}${reason}`;
}
