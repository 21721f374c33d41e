/**
 * Codex's patch format, which comes as the argument of `apply_patch` or inside a shell command.
 *
 * @see The envelope `*** Begin Patch` … `*** End Patch` of captured Codex 0.169.0 (2026-11-21).
 */
import type { FileEdit } from "../../event.ts";

const END = "*** End Patch";
const HEADER = /^\*\*\* (?:Add|Update|Delete) File: /m;
const MOVED = /^\*\*\* Move to: (.+)$/m;
const COMMAND = /(?:^|[;&|('"])[ \t]*(?:apply_patch|applypatch)\b/m;
const PATCH_ON_ITS_OWN_LINE = /^[ \t]*\*\*\* Begin Patch/m;
const QUOTED_ARGUMENT = /\b(?:apply_patch|applypatch)\s+\\?['"]\*\*\* Begin Patch/;

/** Whether a shell command applies a patch: 8 of 11 captured edits came this way. */
export function appliesPatch(command: string): boolean {
  return isHereDocument(command) || QUOTED_ARGUMENT.test(command);
}

// Two looks instead of one expression: joined, they would try every end for every beginning.
function isHereDocument(command: string): boolean {
  const start = command.search(COMMAND);
  return start >= 0 && PATCH_ON_ITS_OWN_LINE.test(command.slice(start));
}

/**
 * The files that a patch writes.
 *
 * @param text - Any text that holds a patch, so also the whole command.
 * @returns One entry per `Add`, `Update` or `Delete File:` with its `+` and `-` lines; a moved file by its
 *   new path.
 */
export function filesOfPatch(text: string): FileEdit[] {
  return text.split(END).flatMap((patch) => patch.split(HEADER).slice(1).map(fileOf));
}

/** @param section - The path, and the lines up to the next file. */
function fileOf(section: string): FileEdit {
  const [path = "", ...lines] = section.split("\n");
  return {
    path: (MOVED.exec(section)?.[1] ?? path).trim(),
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}
