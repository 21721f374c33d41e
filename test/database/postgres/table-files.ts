/** The functions by which the program asks and changes its database, as its table files export them. */
import { readSources } from "../../sources.ts";

/** A database's own ways are not asked of another. */
const OF_TABLES = /(?<!^src\/database\/(sqlite|postgres)\/.*)[/-]tables?\.ts$/;
const ASKING =
  /^export (?:async )?function\*? (\w+)(?:<[^(]*>)?\(\s*(?:\{ )?(?:database|transaction)\b[^)]*?: Database\b/gm;

/** Returns their names, sorted. */
export function askingFunctions(): string[] {
  const sources = readSources().filter(({ path }) => OF_TABLES.test(path));
  const names = sources.flatMap(({ text }) => [...text.matchAll(ASKING)].map((match) => match[1] ?? ""));
  return [...new Set(names)].toSorted();
}
