/** Finds files in the folders of a home directory. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { HistoryFile, Home } from "./record.ts";

/** A folder of an agent: below the home directory, or where a variable says. */
export interface AgentFolder {
  below: string;
  movedBy?: string;
}

/** Returns the folder's whole path. */
export function folderIn(home: Home, { below, movedBy }: AgentFolder): string {
  const moved = movedBy === undefined ? undefined : home.environment[movedBy];
  return moved !== undefined && isAbsolute(moved) ? moved : join(home.folder, below);
}

/**
 * Returns the files in a folder and below whose path, from the folder on with slashes, fits the pattern.
 *
 * @returns none where there is no such folder, or it may not be read
 */
export function filesIn(folder: string, pattern: RegExp): HistoryFile[] {
  if (!existsSync(folder)) return [];
  return namesIn(folder)
    .filter((name) => pattern.test(name.replaceAll("\\", "/")))
    .flatMap((name) => fileAt(join(folder, name)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

/** Nothing where it went away meanwhile, or is no file. */
function fileAt(path: string): HistoryFile[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return [];
  const { size: bytes, mtimeMs } = found;
  const changedAt = Math.floor(mtimeMs);
  return [{ path, part: null, mark: `${bytes} ${changedAt}`, changedAt, bytes }];
}
