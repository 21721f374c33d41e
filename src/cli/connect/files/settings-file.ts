/** One file of a connection: its text with the settings in it, and without them again. */
import { fail, type Result, succeed } from "../../../vocabulary/result.ts";
import { parseJson, rewriteJson } from "./json-file.ts";
import { hasPartOf, withoutSection, withSection } from "./section.ts";
import { isEqual, leavesOf, type Tree, withLeaves, withoutLeaves } from "./settings-tree.ts";
import { parseToml, rewriteToml } from "./toml-file.ts";

/** What a file is to hold: settings among others, or a text of its own. */
export type Wanted =
  | { format: "json" | "toml"; path: string; settings: Tree }
  | { format: "whole"; path: string; text: string }
  | { format: "section"; path: string; name: string; text: string };

type Section = Extract<Wanted, { format: "section" }>;

/** What was done to a file, so that it can be undone. */
export interface Written {
  wanted: Wanted;
  /** null: there was no such file, or the file is of sections: others' hold keys of their own. */
  before: string | null;
  /** Of a section only its own text. */
  after: string;
}

/**
 * The text with what is wanted.
 *
 * @param text - The text as it is, null where there is no file.
 * @throws With what is wrong with the file, for a person; it is not changed then.
 */
export function withWanted(text: string | null, wanted: Wanted): Result<string, string> {
  if (wanted.format === "whole") return succeed(wanted.text);
  if (wanted.format === "section") return succeed(withSection(text, wanted.name, wanted.text));
  const [mark, plain] = splitMark(text ?? "");
  const current = parseAs(wanted.format, plain);
  if (!current.ok) return current;
  const tree = withLeaves(current.value, leavesOf(wanted.settings));
  if (!tree.ok)
    return fail(
      `${tree.problem} is there and is no ${Array.isArray(wanted.settings[tree.problem]) ? "list" : "table of settings"}`,
    );
  const changed = rewrite({ format: wanted.format, text: plain, from: current.value }, tree.value);
  return changed.ok ? succeed(mark + changed.value) : changed;
}

/** Editors on Windows begin a text with a byte order mark; it is no part of JSON or TOML, and stays where it is. */
function splitMark(text: string): [string, string] {
  return text.startsWith(BYTE_ORDER_MARK) ? [BYTE_ORDER_MARK, text.slice(1)] : ["", text];
}

const BYTE_ORDER_MARK = "\uFEFF";

/** The text without what was written, null where no file is to stay, and which settings were changed by hand. */
export interface Undone {
  text: string | null;
  changedSince: string[];
}

/**
 * The text as it would be had nothing been written: exactly as before where nobody else has changed the file.
 *
 * @throws As above.
 */
export function withoutWritten(text: string | null, written: Written): Result<Undone, string> {
  const { wanted, before, after } = written;
  if (wanted.format === "section") return succeed(withoutWrittenSection(text, wanted));
  if (text === null || text === after || wanted.format === "whole")
    return succeed({ text: text === null ? null : before, changedSince: [] });
  const [mark, plain] = splitMark(text);
  const current = parseAs(wanted.format, plain);
  if (!current.ok) return current;
  const earlier = parseAs(wanted.format, splitMark(before ?? "")[1]);
  if (!earlier.ok) return earlier;
  const { tree, changedSince } = withoutLeaves(current.value, leavesOf(wanted.settings), earlier.value);
  const undone = rewrite({ format: wanted.format, text: plain, from: current.value }, tree);
  return undone.ok ? succeed({ text: mark + undone.value, changedSince }) : undone;
}

function withoutWrittenSection(text: string | null, { name, text: content }: Section): Undone {
  const rest = withoutSection(text, name);
  return { text: rest, changedSince: hasPartOf(rest, name, content) ? [`the section of ${name}`] : [] };
}

function parseAs(format: "json" | "toml", text: string): Result<Tree, string> {
  return format === "json" ? parseJson(text) : parseToml(text);
}

interface Current {
  format: "json" | "toml";
  text: string;
  from: Tree;
}

/** Reads again what it has written: a file of somebody's own is not handed to a mistake of a library. */
function rewrite({ format, text, from }: Current, to: Tree): Result<string, string> {
  const rewritten = format === "json" ? rewriteJson(text, from, to) : rewriteToml(text, from, to);
  const read = parseAs(format, rewritten);
  if (read.ok && isEqual(read.value, to)) return succeed(rewritten);
  return fail("it is written in a way that cannot be changed safely; paste the settings by hand");
}
