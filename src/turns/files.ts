/** Which files were written, however their paths are spelled, and how many lines changed. */
import type { FileEdit } from "../normaliser/event.ts";
import { isGenerated, isSamePath } from "./wording/paths.ts";
import { editedFiles, type ToolReading } from "./work.ts";

/** Known paths by their last part, so that looking for the same path compares only namesakes. */
export type PathIndex = Map<string, string[]>;

/** The known path that is the same as this one; null when none is. */
export function findPath(index: PathIndex, path: string): string | null {
  return index.get(lastPart(path))?.find((known) => isSamePath(known, path)) ?? null;
}

/**
 * Finds the path or adds it.
 *
 * @returns The spelling it is known by.
 */
export function rememberPath(index: PathIndex, path: string): string {
  const known = findPath(index, path);
  if (known !== null) return known;
  const namesakes = index.get(lastPart(path));
  if (namesakes === undefined) index.set(lastPart(path), [path]);
  else namesakes.push(path);
  return path;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Paths that edits of these tool calls wrote, as the agent spelled them; unknown ones left out. */
export function writtenPaths(readings: readonly ToolReading[]): string[] {
  return readings
    .filter((reading) => reading.edited)
    .flatMap((reading) => editedFiles(reading.call))
    .flatMap((file) => (file.path === null ? [] : [file.path]));
}

/** What edits wrote, in numbers. */
export interface WrittenFiles {
  filesTouched: number;
  /** null when no edit reports lines, 0 without an edit. */
  addedLines: number | null;
  removedLines: number | null;
}

/**
 * Counts the files and lines that edits wrote.
 *
 * @see docs/scoring.md, "Tool call" (files touched, lines) and "Size".
 * @remarks Takes tool calls of one sub-session; `countGenerated` says whether generated and lock files count
 *   as well.
 */
export function countWritten(readings: readonly ToolReading[], counted: "all" | "by_hand"): WrittenFiles {
  const files = readings
    .flatMap((reading) => (reading.edited ? editedFiles(reading.call) : []))
    .filter(({ path }) => counted === "all" || path === null || !isGenerated(path));
  const tellsLines = files.some((file) => file.added !== null || file.removed !== null);
  const silent = files.length > 0 && !tellsLines;
  return {
    filesTouched: countFiles(files),
    addedLines: silent ? null : files.reduce((total, file) => total + (file.added ?? 0), 0),
    removedLines: silent ? null : files.reduce((total, file) => total + (file.removed ?? 0), 0),
  };
}

/** Edits with unknown paths count as one file in all. */
function countFiles(files: readonly FileEdit[]): number {
  const index: PathIndex = new Map();
  const known = new Set(files.flatMap(({ path }) => (path === null ? [] : [rememberPath(index, path)])));
  return known.size + (files.some(({ path }) => path === null) ? 1 : 0);
}
