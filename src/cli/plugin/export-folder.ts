/** Writes the Claude Code plugin as a folder that Claude Code can add as a marketplace. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pluginFiles, pluginName } from "../../../embedded/plugin/asset.ts";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";

const CATALOGUE = ".claude-plugin/marketplace.json";

/** Why nothing was written. */
export type ExportProblem = "not_a_folder" | "holds_other_files";

/**
 * Writes the plugin's files.
 *
 * @param folder - A folder that is missing, empty, or holds an earlier export; that one is written over.
 * @returns The paths written, relative to it.
 */
export function exportPlugin(folder: string): Result<string[], ExportProblem> {
  if (existsSync(folder) && !statSync(folder).isDirectory()) return fail("not_a_folder");
  if (existsSync(folder) && readdirSync(folder).length > 0 && !isEarlierExport(folder))
    return fail("holds_other_files");
  for (const [path, text] of Object.entries(pluginFiles)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  letEverybodyRead(folder);
  return succeed(Object.keys(pluginFiles));
}

/** Whatever else this program writes is only for its own user; this is for the developers, and holds no secret. */
function letEverybodyRead(folder: string): void {
  const paths = Object.keys(pluginFiles);
  const folders = new Set(paths.flatMap((path) => foldersAbove(path)));
  for (const inside of folders) chmodSync(join(folder, inside), 0o755);
  for (const path of paths) chmodSync(join(folder, path), 0o644);
}

/** Returns "scoring/hooks", "scoring", "." for "scoring/hooks/send.sh". */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === "." ? [above] : [above, ...foldersAbove(above)];
}

function isEarlierExport(folder: string): boolean {
  const path = join(folder, CATALOGUE);
  if (!existsSync(path)) return false;
  return readFileSync(path, "utf8").includes(`"name": "${pluginName.marketplace}"`);
}
