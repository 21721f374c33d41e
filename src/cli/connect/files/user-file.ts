/** Files in the home directory: where they are, how they are read and replaced. */
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { UserFile } from "../../../normaliser/dialects/declaration.ts";
import type { Environment } from "../../../settings/environment.ts";
import { writeWholeFile } from "../../../vocabulary/whole-file.ts";
import { CommandFailure } from "../../command.ts";

/**
 * The file's whole path.
 *
 * @throws When nobody says where the home directory is.
 */
export function pathOf({ folder, movedBy, onMacos, names }: UserFile, environment: Environment): string {
  const home = environment["HOME"];
  if (home === undefined || !isAbsolute(home))
    throw new CommandFailure("the home directory is not known: set HOME");
  const moved = movedBy === undefined ? undefined : environment[movedBy];
  const usual = process.platform === "darwin" ? (onMacos ?? folder) : folder;
  const where = moved !== undefined && isAbsolute(moved) ? moved : join(home, usual);
  const paths = names.map((name) => join(where, name));
  return paths.find((path) => existsSync(path)) ?? paths.at(-1) ?? where;
}

/** Where this program keeps what is the user's own. */
export function ownFolder(environment: Environment): string {
  return pathOf({ folder: ".config", movedBy: "XDG_CONFIG_HOME", names: ["scoring"] }, environment);
}

/** Returns the text; null where there is no such file. */
export function readUserFile(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** Returns who may read and write it; null where there is no such file. */
export function modeOf(path: string): number | null {
  return existsSync(path) ? statSync(path).mode & 0o777 : null;
}

/**
 * Replaces the file, or the one that a link of this name leads to, be it there or not.
 *
 * @remarks Takes null to delete it.
 */
export async function replaceUserFile(path: string, text: string | null, mode: number): Promise<void> {
  const real = behindLinks(path);
  if (text === null) return rmSync(real, { force: true });
  mkdirSync(dirname(real), { recursive: true });
  await writeWholeFile(real, text, mode);
}

const MOST_LINKS = 40;

/**
 * A link stays a link: dotfiles are often kept elsewhere.
 *
 * @throws For links that lead in a circle.
 */
function behindLinks(path: string): string {
  let at = path;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
    at = resolve(dirname(at), readlinkSync(at));
  }
  throw new CommandFailure(`${path} is a link that leads in a circle. Nothing was changed.`);
}
