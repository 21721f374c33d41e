/** Settings in TOML: changed in place, comments and order stay. */
import { patch } from "@decimalturn/toml-patch";
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { describeError } from "../../../vocabulary/log.ts";
import { isTree, type Tree } from "./settings-tree.ts";

/** Fails: with what is wrong. */
export function parseToml(text: string): Result<Tree, string> {
  try {
    const value: unknown = Bun.TOML.parse(text);
    return isTree(value) ? succeed(value) : fail("it holds no table");
  } catch (error) {
    return fail(describeError(error));
  }
}

/** The text with these settings. Takes: a text that can be parsed. */
export function rewriteToml(text: string, to: Tree): string {
  const patched = patch(text, to);
  return patched.endsWith("\n") || patched === "" ? patched : `${patched}\n`;
}
