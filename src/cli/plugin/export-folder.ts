/** Writes the client plugin as a folder that Claude Code can add as a marketplace. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pluginFiles, pluginName } from "../../../embedded/plugin/asset.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";

const CATALOGUE = ".claude-plugin/marketplace.json";

/** Why nothing was written. */
export type ExportProblem = "not_a_folder" | "holds_other_files";

/**
 * Writes the plugin's files.
 *
 * Takes: a folder that is missing, empty, or holds an earlier export; that one is written over.
 * Gives: the paths written, relative to it.
 */
export function exportPlugin(folder: string): Result<string[], ExportProblem> {
  if (existsSync(folder) && !statSync(folder).isDirectory()) return fail("not_a_folder");
  if (existsSync(folder) && readdirSync(folder).length > 0 && !isEarlierExport(folder))
    return fail("holds_other_files");
  for (const [path, text] of Object.entries(pluginFiles)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return succeed(Object.keys(pluginFiles));
}

function isEarlierExport(folder: string): boolean {
  const path = join(folder, CATALOGUE);
  if (!existsSync(path)) return false;
  return readFileSync(path, "utf8").includes(`"name": "${pluginName.marketplace}"`);
}
