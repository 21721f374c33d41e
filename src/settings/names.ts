/** What a setting is called in each place where it can be, and the name a person probably meant. */
import { SETTING_NAMES, type SettingName } from "./schema.ts";

export const ENVIRONMENT_PREFIX = "SCORING_";

/** `--body-limit-bytes`, without the dashes. */
export function flagName(setting: SettingName): string {
  return words(setting).join("-");
}

/** `SCORING_BODY_LIMIT_BYTES`. */
export function environmentName(setting: SettingName): string {
  return `${ENVIRONMENT_PREFIX}${words(setting).join("_").toUpperCase()}`;
}

/** `body_limit_bytes`. */
export function fileKey(setting: SettingName): string {
  return words(setting).join("_");
}

export const FLAG_NAMES: ReadonlyMap<string, SettingName> = named(flagName);
export const ENVIRONMENT_NAMES: ReadonlyMap<string, SettingName> = named(environmentName);
export const FILE_KEYS: ReadonlyMap<string, SettingName> = named(fileKey);

function words(setting: SettingName): string[] {
  return setting.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
}

function named(nameOf: (setting: SettingName) => string): Map<string, SettingName> {
  return new Map(SETTING_NAMES.map((setting) => [nameOf(setting), setting]));
}

/**
 * The known name that takes the fewest typing errors to become the given one.
 *
 * @param errors - How many errors are allowed; any number by default.
 * @returns null when there are no names to choose from.
 */
export function nearestName(given: string, known: Iterable<string>, errors = Infinity): string | null {
  const ranked = [...known]
    .map((name) => ({ name, distance: editDistance(given, name) }))
    .filter(({ distance }) => distance <= errors)
    .toSorted((left, right) => left.distance - right.distance);
  return ranked[0]?.name ?? null;
}

/** Levenshtein's distance; two neighbours that changed places are one error. */
function editDistance(from: string, to: string): number {
  const table = Array.from({ length: from.length + 1 }, (_, line) =>
    Array.from({ length: to.length + 1 }, (__, column) => Math.max(line, column)),
  );
  const at = (line: number, column: number): number => table[line]?.[column] ?? Infinity;
  for (let line = 1; line <= from.length; line += 1)
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[line - 1] === to[column - 1];
      const isSwapped = from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1];
      const replaced = at(line - 1, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? at(line - 2, column - 2) + 1 : Infinity;
      const row = table[line] ?? [];
      row[column] = Math.min(replaced, swapped, at(line - 1, column) + 1, at(line, column - 1) + 1);
    }
  return at(from.length, to.length);
}
