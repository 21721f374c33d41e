/** Paths: which ones a text names, when two are the same, and which files nobody writes by hand. */
import { remembered } from "./remembered.ts";
import { comparable, listed, patternOf } from "../../vocabulary/word-lists.ts";

/**
 * Returns the paths that a text names, each once, in the order of the text.
 *
 * @returns The paths as written, without a leading `./`, closing punctuation and `:line:column`.
 * @see docs/scoring.md, "Words": paths a text names.
 */
export const namedPaths: (text: string) => readonly string[] = remembered((text) => {
  const paths = new Set<string>();
  for (const [token] of text.matchAll(TOKEN)) {
    const path = pathIn(token);
    if (path !== null) paths.add(path);
  }
  return [...paths];
});

/** A text whose paths have lost their listed extensions and line numbers; all else stays. */
export function withoutExtensions(text: string): string {
  return text.replace(TOKEN, (token) => {
    const path = pathIn(token);
    if (path === null) return token;
    return hasListedExtension(path) ? path.slice(0, path.lastIndexOf(".")) : path;
  });
}

/** Whether two paths are the same as far as their text shows: one is the other's suffix at a `/`. */
export function isSamePath(left: string, right: string): boolean {
  return left === right || left.endsWith(`/${right}`) || right.endsWith(`/${left}`);
}

/** Whether a file is made by a program (builds, lock files), so that its lines are nobody's work. */
export function isGenerated(path: string): boolean {
  return GENERATED.test(path);
}

// Cut at white space, quotes, brackets, commas, `;` and `|`, those of other scripts included.
const TOKEN = /[^\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"'`,，、;；|]+/gu;
// The look behind lets a run be tried once, from its first character: a text of dots would be tried from each.
const CLOSING_PUNCTUATION = /(?<![.:!?…。：！？])[.:!?…。：！？]+$/u;
const LINE_AND_COLUMN = /:\d+(?::\d+)?$/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const CAPITAL = /\p{Lu}/u;
const BEGINS_AS_PATH = /^(?:\.{0,2}|~)\//;

const EXTENSIONS = listed("fileExtensions");
const FOLDERS = listed("folderNames");
const FILES = listed("fileNames");
const PRODUCTS = listed("notPaths");
const GENERATED = patternOf("generatedFiles");

function pathIn(token: string): string | null {
  // Most words of a prompt end here: a path holds a `.` or a `/`, or is a file name with a capital.
  if (!token.includes("/") && !token.includes(".") && !CAPITAL.test(token)) return null;
  const trimmed = token.replace(CLOSING_PUNCTUATION, "").replace(LINE_AND_COLUMN, "");
  if (!isPath(trimmed)) return null;
  return trimmed.startsWith("./") ? trimmed.slice(2) : trimmed;
}

function isPath(token: string): boolean {
  if (token.includes("://") || PRODUCTS.has(comparable(token)) || !LETTER_OR_DIGIT.test(token)) return false;
  return hasListedExtension(token) || isListedFile(token) || hasFolders(token);
}

function hasListedExtension(path: string): boolean {
  const name = lastPart(path);
  const dot = name.lastIndexOf(".");
  return dot >= 0 && EXTENSIONS.has(comparable(name.slice(dot + 1)));
}

function isListedFile(path: string): boolean {
  const name = lastPart(path);
  return FILES.has(comparable(name)) && (name !== path || CAPITAL.test(name));
}

function hasFolders(path: string): boolean {
  const slash = path.indexOf("/");
  if (slash < 0) return false;
  if (BEGINS_AS_PATH.test(path) || path.indexOf("/", slash + 1) >= 0) return true;
  return FOLDERS.has(comparable(path.slice(0, slash)));
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
