/** Settings in JSON, with comments or without: changed in place, everything else stays as it was written. */
import { applyEdits, modify, parse, type ParseError, printParseErrorCode } from "jsonc-parser";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { isEqual, isTree, type Tree } from "./settings-tree.ts";

/** @throws With what is wrong, and in which line. */
export function parseJson(text: string): Result<Tree, string> {
  if (text.trim() === "") return succeed({});
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split("\n").length;
    return fail(`line ${line}: ${printParseErrorCode(error.error)}`);
  }
  return isTree(value) ? succeed(value) : fail("it holds no object");
}

/**
 * The text with these settings.
 *
 * @param text - A text that can be parsed, and what it holds.
 */
export function rewriteJson(text: string, from: Tree, to: Tree): string {
  if (text.trim() === "") return `${JSON.stringify(to, null, 2)}\n`;
  const style = styleOf(text);
  return changesOf(from, to).reduce(
    (changed, { path, value }) =>
      applyEdits(changed, modify(changed, [...path], value, { formattingOptions: style })),
    text,
  );
}

interface Change {
  path: readonly string[];
  /** Undefined where it goes. */
  value: unknown;
}

function changesOf(from: Tree, to: Tree): Change[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name): Change[] => {
    const [before, after] = [from[name], to[name]];
    if (isEqual(before, after)) return [];
    if (!isTree(before) || !isTree(after)) return [{ path: [name], value: after }];
    return changesOf(before, after).map(({ path, value }) => ({ path: [name, ...path], value }));
  });
}

function styleOf(text: string) {
  const indent = /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
